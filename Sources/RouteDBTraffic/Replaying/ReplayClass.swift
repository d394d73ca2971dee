public import RouteDB
public import RouteDBRouting

/// A way in which the answers of two registries to one hit differ.
///
/// A hit whose answers differ has one or more classes, in the order of this list. Without two routes
/// there is only ``nowUnmatched``, ``newlyMatched`` or ``otherOutcome``, and nothing else to compare.
/// Otherwise a hit has every class that applies, so a gate on one class does not miss a hit that also
/// counts under another. Redirects are followed to their end: if that is the same in both registries,
/// ``sameDestination`` stands for all other classes but ``otherDecision``.
public enum ReplayClass: String, CaseIterable, Comparable, Sendable {
    /// The old registry matched a route; the new one matches none, or redirects to where none does.
    case nowUnmatched = "now-unmatched"
    /// The old registry matched no route, or redirected to where none did; the new one matches one.
    case newlyMatched = "newly-matched"
    /// Neither registry matches a route, and only one of them considers the URL valid.
    case otherOutcome = "other-outcome"
    /// A different route matches.
    case otherRoute = "other-route"
    /// The target differs: that of the route, or the fallback target where no route matches.
    case otherTarget = "other-target"
    /// The redirect differs: its URL, its status, or where following it ends.
    case otherRedirect = "other-redirect"
    /// The values differ: parameters, query, default values, texts of wildcards, or the names of
    /// required values that are missing.
    case otherValues = "other-values"
    /// The access decision differs: the verdict, the target of a challenge, the code or the
    /// message.
    case otherDecision = "other-decision"
    /// The navigation plan differs in something other than the values of the requested screen.
    case otherPlan = "other-plan"
    /// Something differs, but a caller that follows redirects gets the same in the end: the same
    /// target with the same values, or the same URL of another site.
    case sameDestination = "same-destination"

    /// Orders classes as they are listed here.
    public static func < (left: Self, right: Self) -> Bool { left.place < right.place }

    private var place: Int { Self.allCases.firstIndex(of: self) ?? 0 }
}

/// A number of hits, both as recorded and by weight.
public struct ReplayCount: Hashable, Sendable {
    /// The number of recorded hits.
    public private(set) var recorded: Int64 = 0
    /// The number of hits that the recorded ones stand for: the sum of their weights, at most
    /// `Int64.max`.
    public private(set) var hits: Int64 = 0

    /// Creates a count of zero.
    public init() {}

    init(_ count: HitCount) { (recorded, hits) = (count.hits, count.weight) }

    /// Counts one hit with a weight.
    @inline(__always)
    mutating func add(weight: Int64) {
        recorded &+= 1
        add(hits: weight)
    }

    /// Adds another count.
    mutating func add(_ other: ReplayCount) {
        recorded &+= other.recorded
        add(hits: other.hits)
    }

    @inline(__always)
    private mutating func add(hits weight: Int64) {
        let (sum, isOver) = hits.addingReportingOverflow(weight)
        hits = isOver ? .max : sum
    }

    /// Returns the share of this count in another, from 0 to 1; 0 if the other is zero.
    public func share(of whole: ReplayCount) -> Double {
        whole.hits == 0 ? 0 : Double(hits) / Double(whole.hits)
    }
}

/// A hit that two registries answer differently.
public struct ReplayDifference: Hashable, Sendable {
    /// The index of the hit among the replayed ones, from 0.
    public let place: Int
    /// The URL as recorded, as bytes.
    public let url: [UInt8]
    /// The time of the hit; `nil` if unknown.
    public let time: Timestamp?
    /// The id of the principal; `nil` if unknown.
    public let principal: String?
    /// The number of hits that this one stands for.
    public let weight: Int64
    /// The ways in which the answers differ, in order.
    public let classes: [ReplayClass]
    /// The outcome in the old registry.
    public let oldOutcome: ResolutionOutcome
    /// The outcome in the new registry.
    public let newOutcome: ResolutionOutcome
    /// The route found in the old registry; `nil` if none matches.
    public let oldRoute: ReplayRoute?
    /// The route found in the new registry; `nil` if none matches.
    public let newRoute: ReplayRoute?
    /// The fields that differ: `outcome`, `route`, `target`, `redirect`, `status`, `destination` (where
    /// redirects end), `values.NAME`, `wildcard`, `missing` (the names of missing required values),
    /// `verdict`, `challenge`, `code`, `message`, `plan`.
    public let fields: [RegistryChange.Field]
}

/// A route as a replay reports it.
public struct ReplayRoute: Hashable, Sendable {
    /// The id of the route in its registry.
    public let id: RouteID
    /// The name of the route's namespace.
    public let namespace: String
    /// The group of the route; `nil` if it has none.
    public let group: String?
    /// The name of the route; `nil` if it has none.
    public let name: String?
    /// The pattern, as written by its author.
    public let pattern: String
    /// The target of the route.
    public let target: String

    init(_ route: Route, namespace: String) {
        id = route.id
        self.namespace = namespace
        group = route.group
        name = route.name
        pattern = route.patternText
        target = route.target
    }

    /// The identity of the route in any registry, as JSON: everything except its id.
    public var json: JSONObject {
        [
            "namespace": .string(namespace), "group": group.map(JSONValue.string) ?? .null,
            "name": name.map(JSONValue.string) ?? .null, "pattern": .string(pattern),
            "target": .string(target),
        ]
    }

    /// The route for display: its name with its group, or else its pattern, after the namespace unless
    /// that is the default one.
    public var label: String {
        RouteLabel.route(name: name, group: group, pattern: pattern, in: namespace)
    }
}
