import ArgumentParser
import RouteDB

#if Hub
    import RouteDBHub
#endif

/// The commands for a hub.
struct HubCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "hub",
        abstract: "Publish the registry at a PostgreSQL database, for many nodes.",
        discussion: """
            EXAMPLES:
              routedb hub init postgresql://db.example.com/routes
              routedb hub publish postgresql://db.example.com/routes
              routedb hub nodes postgresql://db.example.com/routes

            Nodes follow the hub: routedb follow postgresql://db.example.com/routes. The
            address is one of libpq, without a password: that belongs in ~/.pgpass or
            $PGPASSWORD. 'Docs/fleet.md' says more.
            """,
        subcommands: [
            HubInitCommand.self, HubPublishCommand.self, HubStatusCommand.self,
            HubNodesCommand.self,
        ])

    @OptionGroup var global: GlobalOptions
}

/// The address of a hub.
struct HubOptions: ParsableArguments {
    @Argument(
        help: ArgumentHelp("The address of the hub (default: $ROUTEDB_HUB).", valueName: "hub"))
    var address: String?

    #if Hub
        /// Runs a closure with the hub.
        func withHub<Result>(
            in context: CommandContext, _ body: (HubDesk) async throws -> Result
        ) async throws -> Result {
            guard let text = address ?? context.variable("ROUTEDB_HUB") else {
                throw CommandFailure.usage(
                    "No hub is given.",
                    hint: "Give its address, such as postgresql://db.example.com/routes, or set"
                        + " $ROUTEDB_HUB.")
            }
            let hub = HubDesk(try HubAddress(text))
            do {
                let result = try await body(hub)
                await hub.close()
                return result
            } catch {
                await hub.close()
                throw error
            }
        }
    #endif
}

/// Makes a database a hub.
struct HubInitCommand: RegistryCommand {
    static let configuration = CommandConfiguration(
        commandName: "init",
        abstract: "Make the tables of a hub, unless they exist.",
        discussion: """
            EXAMPLES:
              createdb routes && routedb hub init postgresql:///routes

            The tables are in the schema 'routedb' of the database.
            """)

    @OptionGroup var hub: HubOptions
    @OptionGroup var global: GlobalOptions

    func run(in context: CommandContext) async throws {
        #if Hub
            try await hub.withHub(in: context) { hub in
                let isThere = try await hub.makeTables()
                let name = try await hub.name()
                guard !global.json else {
                    let object: JSONObject = [
                        "schema": 1, "hub": .string(name),
                        "outcome": isThere ? "exists" : "created",
                    ]
                    return try context.output.writeLine(object.description)
                }
                let shown = PlainText.shown(name)
                try context.output.writeLine(
                    isThere ? "exists: hub '\(shown)'" : "created hub '\(shown)'")
            }
        #else
            throw CommandFailure.withoutHub
        #endif
    }
}

/// Publishes the registry.
struct HubPublishCommand: RegistryCommand {
    static let configuration = CommandConfiguration(
        commandName: "publish",
        abstract: "Send the revisions that the hub does not have.",
        discussion: """
            EXAMPLES:
              routedb hub publish postgresql://db.example.com/routes --db routes.db

            Either all of them are at the hub afterwards, or none. If the hub has revisions
            that the registry does not have, nothing is sent, with status 1: then somebody has
            published another registry, or this one was restored from an old backup. With
            '--replace' the hub gets the history of this registry, and so do all nodes.
            """)

    @Flag(help: "Replace a registry at the hub that has another history.")
    var replace = false

    @OptionGroup var hub: HubOptions
    @OptionGroup var global: GlobalOptions

    func run(in context: CommandContext) async throws {
        #if Hub
            let path = global.path(in: context)
            try await hub.withHub(in: context) { hub in
                let done = try await hub.publish(path, isReplacing: replace)
                let outcome =
                    done.isReplaced ? "replaced" : done.old == done.new ? "unchanged" : "published"
                guard !global.json else {
                    let object: JSONObject = [
                        "schema": 1, "outcome": .string(outcome),
                        "revision": .int(done.new.revision), "digest": .string(done.new.digest),
                    ]
                    return try context.output.writeLine(object.description)
                }
                try context.output.writeLine(
                    "\(outcome): the hub is at revision \(done.new.revision)"
                        + (done.old == done.new ? "" : ", was \(done.old.revision)"))
            }
        #else
            throw CommandFailure.withoutHub
        #endif
    }
}

/// Shows what a hub has.
struct HubStatusCommand: RegistryCommand {
    static let configuration = CommandConfiguration(
        commandName: "status",
        abstract: "Show the newest revision at the hub.",
        discussion: """
            EXAMPLES:
              routedb hub status postgresql://db.example.com/routes
            """)

    @OptionGroup var hub: HubOptions
    @OptionGroup var global: GlobalOptions

    func run(in context: CommandContext) async throws {
        #if Hub
            try await hub.withHub(in: context) { hub in
                let (name, status) = (try await hub.name(), try await hub.status())
                guard !global.json else {
                    let object: JSONObject = [
                        "schema": 1, "hub": .string(name), "version": .int(status.version),
                        "server": .string(status.server),
                        "revision": .int(status.position.revision),
                        "digest": .string(status.position.digest),
                        "changed": status.changedAt.map(JSONValue.string) ?? .null,
                        "nodes": .int(status.nodes),
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
                    """)
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
        abstract: "List the nodes that follow the hub, and what they have.",
        discussion: """
            EXAMPLES:
              routedb hub nodes postgresql://db.example.com/routes --json

            The columns are the name of the node, its revision, whether that is the newest,
            and what it refused. The hub's clock says when a node was heard of last.
            """)

    @OptionGroup var hub: HubOptions
    @OptionGroup var listing: ListingOptions
    @OptionGroup var global: GlobalOptions

    func run(in context: CommandContext) async throws {
        #if Hub
            let format = try listing.format(global, in: context)
            try await hub.withHub(in: context) { hub in
                let newest = try await hub.status().position.revision
                let rows = try await hub.nodes().map { NodeRow(node: $0, newest: newest) }
                try NodeRow.listing.write(rows, as: format, to: context.output)
            }
        #else
            throw CommandFailure.withoutHub
        #endif
    }
}

#if Hub
    /// A node as it is listed.
    private struct NodeRow {
        let node: HubDesk.Node
        let newest: Int64

        /// What there is to say about the node, as a word.
        private var state: String {
            if node.error != nil { return "refused" }
            if !node.isKnown { return "other" }
            return node.revision == newest ? "equal" : "behind"
        }

        static let listing = Listing<NodeRow>(
            "nodes",
            columns: [
                .init("name") { $0.node.name }, .init("revision") { "\($0.node.revision)" },
                .init("state") { $0.state }, .init("seen") { "\($0.node.age)s ago" },
                .init("error") { $0.node.error ?? "" },
            ],
            object: { row in
                [
                    "name": .string(row.node.name), "revision": .int(row.node.revision),
                    "state": .string(row.state), "seenSecondsAgo": .int(row.node.age),
                    "error": row.node.error.map(JSONValue.string) ?? .null,
                ]
            })
    }
#endif
