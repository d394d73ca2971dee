import RouteDB
import RouteDBTerminal

/// The output for one variant of a route's pattern, with its rank.
struct RankedOutput: Sendable {
    /// The rank in the namespace, from 1.
    let rank: Int
    let route: RouteOutput
    /// The pattern with a choice of its optional groups, as canonical native text.
    let variant: String

    /// Returns all variants of all enabled routes by namespace, in the order of matching.
    static func all(_ snapshot: RegistrySnapshot) -> [RankedOutput] {
        let table = RoutingTable(snapshot)
        return snapshot.namespaces.flatMap { namespace in
            table.rankedPatterns(in: namespace.name).enumerated().map { index, ranked in
                RankedOutput(
                    rank: index + 1,
                    route: RouteOutput(
                        ranked.route, namespace: namespace.name,
                        defaults: snapshot.defaults[.route(ranked.route.id)] ?? [:]),
                    variant: ranked.pattern.description)
            }
        }
    }

    static let listing = Listing<RankedOutput>(
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
