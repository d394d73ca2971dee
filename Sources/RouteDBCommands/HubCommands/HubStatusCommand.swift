import ArgumentParser
import RouteDB
import RouteDBTerminal

#if Hub
    import RouteDBHub
#endif

/// Shows what a hub has.
struct HubStatusCommand: RegistryCommand {
    static let configuration = CommandConfiguration(
        commandName: "status",
        abstract: "Show the newest revision at the hub, the groups, and how many hits it has.",
        discussion: """
            EXAMPLES:
              routedb hub status postgresql://db.example.com/routes

            With groups of nodes, the last line says which group is at which revision, and
            which of them are halted; 'routedb hub group' says more. A line says so if the
            hub's clock is more than 5 seconds from this machine's, and another how many of
            the hits were set aside; 'routedb hub doctor' says why.
            """)

    @OptionGroup var hub: HubOptions
    @OptionGroup var global: GlobalOptions

    func run(in context: CommandContext) async throws {
        #if Hub
            try await hub.withHub(global, in: context) { hub in
                let (name, status) = (try await hub.name(), try await hub.status())
                let groups = try await hub.groups()
                let ahead = try await hub.clockAhead(of: context.now())
                guard !global.json else {
                    let object: JSONObject = [
                        "schema": 1, "hub": .string(name), "version": .int(status.version),
                        "server": .string(status.server),
                        "revision": .int(status.position.revision),
                        "digest": .string(status.position.digest),
                        "changed": status.changedAt.map(JSONValue.string) ?? .null,
                        "nodes": .int(status.nodes), "hits": .int(status.hits),
                        "setAside": .int(status.setAside),
                        "clockAheadUs": .int(ahead),
                        "groups": .array(groups.map { .object(GroupRow.object($0)) }),
                    ]
                    return try context.output.writeLine(object.description)
                }
                try context.output.writeLine(
                    """
                    hub        \(PlainText.shown(name)), version \(status.version), \
                    PostgreSQL \(PlainText.shown(status.server))
                    revision   \(status.position.revision), since \(status.changedAt ?? "?")
                    digest     \(status.position.digest)
                    nodes      \(status.nodes)
                    hits       \(status.hits)
                    """)
                if status.setAside > 0 {
                    try context.output.writeLine("set aside  \(status.setAside)")
                }
                if ahead.magnitude > HubClient.slightError.magnitude {
                    try context.output.writeLine(
                        "clock      \(HubClient.distance(ahead)) this machine's")
                }
                guard !groups.isEmpty else { return }
                let all = groups.map { group in
                    "\(group.name) \(group.position.revision)"
                        + (group.halt == nil ? "" : " (halted)")
                }
                try context.output.writeLine(
                    "groups     " + PlainText.shown(all.joined(separator: ", ")))
            }
        #else
            throw CommandFailure.withoutHub
        #endif
    }
}

/// Lists the nodes of a hub.
struct HubNodesCommand: RegistryCommand {
    static let configuration = CommandConfiguration(
        commandName: "nodes",
        abstract: "List the nodes that follow the hub, with their revisions.",
        discussion: """
            EXAMPLES:
              routedb hub nodes postgresql://db.example.com/routes --json

            TSV fields: name, revision, state, seen, error, groups. The states are
            'equal' (the node has the revision that was promoted to its groups, or without
            groups the newest), 'behind', 'refused' (the error says why), 'other' (it has
            the history of another registry) and 'doubled' (two processes use the name).
            'seen' is the time of the last contact, by the hub's clock.
            """)

    @OptionGroup var hub: HubOptions
    @OptionGroup var listing: ListingOptions
    @OptionGroup var global: GlobalOptions

    func run(in context: CommandContext) async throws {
        #if Hub
            let format = try listing.format(global, in: context)
            try await hub.withHub(global, in: context) { hub in
                let rows = try await hub.nodes().map { NodeRow(node: $0) }
                try NodeRow.listing.write(rows, as: format, to: context.output)
            }
        #else
            throw CommandFailure.withoutHub
        #endif
    }
}

/// Says what is wrong at a hub.
struct HubDoctorCommand: RegistryCommand {
    static let configuration = CommandConfiguration(
        commandName: "doctor",
        abstract: "Find problems at the hub: missing parts, nodes in trouble, lost hits.",
        discussion: """
            EXAMPLES:
              routedb hub doctor postgresql://db.example.com/routes

            Hits that the hub refused are listed until 'routedb hub prune' deletes the
            notes on them. With '--set-aside', rows that are no valid hits, such as those
            that were written by other programs, are moved to the table
            'routedb.hit_aside' first; that needs the user who made the hub.

            TSV fields: area, message. Exits with status 1 if something is wrong.
            """)

    @Flag(
        name: .customLong("set-aside"),
        help: "Set rows aside that are no valid hits, and then look.")
    var setAside = false

    @OptionGroup var hub: HubOptions
    @OptionGroup var listing: ListingOptions
    @OptionGroup var global: GlobalOptions

    func run(in context: CommandContext) async throws {
        #if Hub
            let format = try listing.format(global, in: context)
            try await hub.withHub(global, in: context) { hub in
                if setAside {
                    let count = try await hub.setDamagedAside()
                    context.printNote("\(NumberText.counted(count, "row")) set aside")
                }
                let findings = try await hub.examine(clock: context.now())
                if !findings.isEmpty { context.setExitStatus(.no) }
                let listing = Listing<HubFinding>(
                    "findings",
                    columns: [.init("area") { $0.area }, .init("message") { $0.message }],
                    object: { ["area": .string($0.area), "message": .string($0.message)] })
                try listing.write(findings, as: format, to: context.output)
                if findings.isEmpty { context.printNote("nothing is wrong") }
            }
        #else
            throw CommandFailure.withoutHub
        #endif
    }
}

#if Hub
    /// A node as it is listed.
    private struct NodeRow {
        let node: HubClient.Node

        /// The state of the node, as a word.
        private var state: String {
            if node.isDoubled { return "doubled" }
            if node.error != nil { return "refused" }
            if !node.isKnown { return "other" }
            return node.revision == node.offered ? "equal" : "behind"
        }

        static let listing = Listing<NodeRow>(
            "nodes",
            columns: [
                .init("name") { $0.node.name }, .init("revision") { "\($0.node.revision)" },
                .init("state") { $0.state }, .init("seen") { "\($0.node.age)s ago" },
                .init("error") { $0.node.error ?? "" },
                .init("groups") { $0.node.groups.joined(separator: " ") },
            ],
            object: { row in
                [
                    "name": .string(row.node.name), "revision": .int(row.node.revision),
                    "state": .string(row.state), "seenSecondsAgo": .int(row.node.age),
                    "clockAheadUs": .int(row.node.clockAhead),
                    "error": row.node.error.map(JSONValue.string) ?? .null,
                    "groups": .array(row.node.groups.map(JSONValue.string)),
                ]
            })
    }
#endif
