/// A way in which the answers of two registries to one hit differ.
///
/// A hit whose answers differ has one or more classes, in the order of this list. ``nowUnmatched``,
/// ``newlyMatched`` and ``otherOutcome`` always stand alone, because without two routes there is
/// nothing else to compare. Otherwise a hit has every class that applies, so a gate on one class
/// does not miss a hit that also counts under another.
public enum ReplayClass: String, CaseIterable, Comparable, Sendable {
    /// The old registry matched a route; the new one matches none.
    case nowUnmatched = "now-unmatched"
    /// The old registry matched no route; the new one matches one.
    case newlyMatched = "newly-matched"
    /// Neither registry matches a route, and only one of them considers the URL valid.
    case otherOutcome = "other-outcome"
    /// A different route matches.
    case otherRoute = "other-route"
    /// The target differs: that of the route, or the fallback target where no route matches.
    case otherTarget = "other-target"
    /// The values differ: parameters, query, default values, texts of wildcards, or the names of
    /// required values that are missing.
    case otherValues = "other-values"
    /// The access decision differs: the verdict, the target of a challenge, the code or the
    /// message.
    case otherDecision = "other-decision"
    /// The navigation plan differs in something other than the values of the requested screen.
    case otherPlan = "other-plan"

    /// Orders classes as they are listed here.
    public static func < (left: Self, right: Self) -> Bool { left.place < right.place }

    private var place: Int { Self.allCases.firstIndex(of: self) ?? 0 }
}
