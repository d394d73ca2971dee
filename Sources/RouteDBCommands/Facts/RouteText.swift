package import RouteDB
import RouteDBInsight

// How the tool shows the change of a route.
extension RouteChange {
    /// The change as a line of text, without the outcome.
    package var text: String {
        guard !endedRules.isEmpty else { return route.text }
        let numbers = endedRules.map { String($0.rawValue) }.joined(separator: ", ")
        return route.text + "  and access rule\(endedRules.count == 1 ? "" : "s") \(numbers)"
    }
}

extension RouteRegistry.EditResult where Value == ReachabilityEdit<[RouteChange]> {
    /// Tells the user what was done to routes, and programs also which URLs do not reach them.
    func write(
        _ write: WriteOptions, _ global: GlobalOptions, in context: CommandContext
    ) throws {
        try RouteChange.write(
            value.value, revision: revision, write, global,
            extras: ["reachability": .object(value.facts.object)], in: context)
    }
}

extension RouteRegistry.EditResult where Value == [RouteChange] {
    /// Reports the changes of routes to the user.
    func write(
        _ write: WriteOptions, _ global: GlobalOptions, in context: CommandContext
    ) throws {
        try RouteChange.write(value, revision: revision, write, global, in: context)
    }
}

extension RouteChange {
    fileprivate static func write(
        _ changes: [RouteChange], revision: Int64?, _ write: WriteOptions,
        _ global: GlobalOptions, extras: JSONObject = [:], in context: CommandContext
    ) throws {
        guard !global.json else {
            var object = WriteReport.head(revision: revision, write)
            object["routes"] = .array(changes.map { .object($0.object) })
            return try context.output.writeLine(object.merging(extras).description)
        }
        for change in changes {
            try WriteReport.writeLine(
                "\(change.outcome) \(change.text)",
                isChanged: change.outcome != "unchanged" && change.outcome != "skipped",
                revision: revision, write, in: context)
        }
    }
}

/// The output for one variant of a route's pattern, with its rank.
struct RankedFacts: Sendable {
    /// The rank in the namespace, from 1.
    let rank: Int
    let route: RouteFacts
    /// The pattern with a choice of its optional groups, as canonical native text.
    let variant: String

    /// Returns all variants of all enabled routes by namespace, in the order of matching.
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
