/// In what two registries answer a hit differently.
///
/// A hit whose answers differ has one class or several, in this order. ``nowUnmatched``,
/// ``newlyMatched`` and ``otherOutcome`` stand alone: where there is no route there is nothing
/// more to compare. Of the others a hit has each that is true of it, so that a gate on one of them
/// misses nothing that is counted under another.
public enum ReplayClass: String, CaseIterable, Comparable, Sendable {
    /// A route matched, and none does any more.
    case nowUnmatched = "now-unmatched"
    /// No route matched, and one does now.
    case newlyMatched = "newly-matched"
    /// No route matches, and only one of the registries takes the URL for one.
    case otherOutcome = "other-outcome"
    /// Another route matches.
    case otherRoute = "other-route"
    /// The target is another one: the route's, or the fallback target where no route matches.
    case otherTarget = "other-target"
    /// Other values: parameters, query, default values, the texts of wildcards, or which of the
    /// required values are missing.
    case otherValues = "other-values"
    /// Access is decided otherwise: the verdict, the target of a challenge, the code or message.
    case otherDecision = "other-decision"
    /// The navigation plan is another one, beside the values of the screen that was asked for.
    case otherPlan = "other-plan"

    /// Orders classes as they are listed here.
    public static func < (left: Self, right: Self) -> Bool { left.place < right.place }

    private var place: Int { Self.allCases.firstIndex(of: self) ?? 0 }
}
