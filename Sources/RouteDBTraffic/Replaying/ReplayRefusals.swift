import RouteDB
package import RouteDBRouting

/// The callers that the new registry of a replay refuses and the old one did not: denied, or challenged.
public struct ReplayRefusals: Hashable, Sendable {
    /// A principal, with the hits of theirs that are refused.
    public struct Principal: Hashable, Sendable {
        /// The id of the principal.
        public let id: String
        /// The number of hits.
        public let count: ReplayCount
    }

    /// How many principals are listed.
    private static let limit = 10

    /// The number of hits that are refused, with and without a principal.
    public let count: ReplayCount
    /// The number of principals; if there are more than a million, only the first million counts.
    public let principalCount: Int
    /// The principals with the most refused hits, most first: at most ten.
    public let mostAffected: [Principal]
    /// The number of refused hits without a principal.
    public let anonymous: ReplayCount

    init(_ tally: ReplayTally) {
        var count = ReplayCount(tally.refused.total)
        count.add(tally.refusedAnonymous)
        self.count = count
        principalCount = tally.refused.count
        mostAffected = tally.refused.most(Self.limit).map { text, count in
            Principal(id: text.string, count: ReplayCount(count))
        }
        anonymous = tally.refusedAnonymous
    }

    /// The refusals as JSON.
    package var object: JSONObject {
        [
            "hits": .int(count.hits), "recorded": .int(count.recorded),
            "principals": .int(Int64(principalCount)), "anonymousHits": .int(anonymous.hits),
            "mostAffected": .array(
                mostAffected.map { principal in
                    [
                        "principal": .string(principal.id), "hits": .int(principal.count.hits),
                        "recorded": .int(principal.count.recorded),
                    ]
                }),
        ]
    }

    /// How many principals are refused, such as `3 principals, and 20 hits without one`.
    package var summary: String {
        let principals =
            NumberText.counted(principalCount, "principal")
        guard anonymous.recorded > 0 else { return principals }
        return "\(principals), and \(NumberText.hits(anonymous.hits)) without one"
    }
}
