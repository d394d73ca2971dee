import ArgumentParser
import RouteDB
import RouteDBTerminal

#if Hub
    import RouteDBHub
#endif

/// Lists, makes and removes groups of nodes.
struct HubGroupCommand: RegistryCommand {
    static let configuration = CommandConfiguration(
        commandName: "group",
        abstract: "List the groups of nodes, add one, or remove one.",
        discussion: """
            EXAMPLES:
              routedb hub group canary
              routedb hub group region-eu
              routedb hub group
              routedb hub group --remove canary

            Without groups, every node gets every revision as soon as it is published. Once
            there is a group, revisions wait to be promoted: see 'routedb hub promote'. The
            first group comes with the group 'all', which contains every node, so nothing
            changes until something is published. A node names its other groups itself:
            'routedb node --group canary', or $ROUTEDB_GROUPS. It gets the newest revision
            that was promoted to any of its groups.

            When the group 'all' is removed, as the last one, every node gets the newest
            revision again.

            TSV fields: name, revision, nodes, how many of them have it, state, and the
            shares of hits that were unmatched, failed or refused before and after the last
            promotion. The state is 'watched', 'halted' with the reason at the end, or
            empty.
            """)

    @Argument(help: "The name of the group.")
    var name: String?

    @Flag(help: "Remove the group.")
    var remove = false

    @OptionGroup var hub: HubOptions
    @OptionGroup var listing: ListingOptions
    @OptionGroup var global: GlobalOptions

    func validate() throws {
        if remove, name == nil { throw ValidationError("'--remove' needs the name of a group.") }
    }

    func run(in context: CommandContext) async throws {
        #if Hub
            try await hub.withHub(global, in: context) { hub in
                guard let name else {
                    let format = try listing.format(global, in: context)
                    return try GroupRow.listing.write(
                        await hub.groups(), as: format, to: context.output)
                }
                let outcome: String
                if remove {
                    try await hub.removeGroup(name)
                    outcome = "removed"
                } else {
                    outcome = try await hub.addGroup(name) ? "created" : "exists"
                }
                guard !global.json else {
                    let object: JSONObject = [
                        "schema": 1, "outcome": .string(outcome), "group": .string(name),
                    ]
                    return try context.output.writeLine(object.description)
                }
                try context.output.writeLine("\(outcome): group '\(PlainText.shown(name))'")
                if try await hub.groups().isEmpty {
                    context.printNote("note: every node gets the newest revision again")
                } else if outcome == "created" {
                    context.printNote("note: revisions reach nodes only when they are promoted")
                }
            }
        #else
            throw CommandFailure.withoutHub
        #endif
    }
}

#if Hub
    /// A group as it is listed.
    enum GroupRow {
        static let listing = Listing<HubClient.Group>(
            "groups",
            columns: [
                .init("name") { $0.name }, .init("revision") { "\($0.position.revision)" },
                .init("nodes") { "\($0.nodes)" }, .init("there") { "\($0.nodesThere)" },
                .init("state", state), .init("unmatched") { shares($0, "unmatched") },
                .init("failed") { shares($0, "failed") },
                .init("refused") { shares($0, "refused") }, .init("reason") { $0.halt ?? "" },
            ], object: object)

        private static func state(_ group: HubClient.Group) -> String {
            group.halt != nil ? "halted" : group.promotion?.isWatched == true ? "watched" : ""
        }

        private static func shares(_ group: HubClient.Group, _ what: String) -> String {
            let share = group.promotion?.shares.first { $0.what == what }
            guard let share, share.before != nil || share.after != nil else { return "" }
            return [share.before, share.after].map { $0.map(NumberText.share) ?? "-" }
                .joined(separator: " -> ")
        }

        static func object(_ group: HubClient.Group) -> JSONObject {
            [
                "name": .string(group.name), "revision": .int(group.position.revision),
                "digest": .string(group.position.digest), "nodes": .int(group.nodes),
                "nodesThere": .int(group.nodesThere), "state": .string(state(group)),
                "reason": group.halt.map(JSONValue.string) ?? .null,
                "promotion": group.promotion.map { .object(object($0)) } ?? .null,
            ]
        }

        private static func object(_ promotion: HubClient.Promotion) -> JSONObject {
            var object: JSONObject = [
                "revision": .int(promotion.revision), "from": .int(promotion.oldRevision),
                "author": .string(promotion.author), "time": .string(promotion.time),
                "watched": .bool(promotion.isWatched), "hitsBefore": .int(promotion.hitsBefore),
                "hitsAfter": .int(promotion.hitsAfter),
            ]
            for share in promotion.shares {
                object[share.what] = [
                    "before": share.before.map(JSONValue.double) ?? .null,
                    "after": share.after.map(JSONValue.double) ?? .null,
                ]
            }
            return object
        }
    }
#endif
