import RouteDB

/// What the tool tells of one variant of a route's pattern, and when it is tried.
struct RankedFacts: Sendable {
    /// The place in the order of its namespace, from 1.
    let rank: Int
    let route: RouteFacts
    /// The pattern with some of its optional groups, as canonical native text.
    let variant: String

    /// Every variant of every route that takes part in matching, namespace by namespace, in the
    /// order of matching.
    static func all(_ snapshot: RegistrySnapshot) -> [RankedFacts] {
        let table = RoutingTable(snapshot)
        return snapshot.namespaces.flatMap { namespace in
            table.rankedPatterns(in: namespace.name).enumerated().map { index, ranked in
                RankedFacts(
                    rank: index + 1,
                    route: RouteFacts(
                        ranked.route, namespace: namespace.name,
                        defaults: snapshot.defaults[.route(ranked.route.id)] ?? [:]),
                    variant: ranked.pattern.description)
            }
        }
    }

    static let listing = Listing<RankedFacts>(
        "variants",
        columns: [
            .init("rank") { "\($0.rank)" }, .init("id") { "\($0.route.id.rawValue)" },
            .init("name") { $0.route.name ?? "" }, .init("namespace") { $0.route.namespace },
            .init("target") { $0.route.target }, .init("kind") { $0.route.kind ?? "" },
            .init("variant") { $0.variant }, .init("pattern") { $0.route.pattern ?? "" },
        ],
        object: { facts in
            let head: JSONObject = [
                "rank": .int(Int64(facts.rank)), "variant": .string(facts.variant),
            ]
            return head.merging(facts.route.object)
        })
}
