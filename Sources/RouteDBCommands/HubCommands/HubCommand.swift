import ArgumentParser
import RouteDB
import RouteDBTerminal

#if Hub
    import RouteDBHub
#endif

/// The commands for a hub.
struct HubCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "hub",
        abstract: "Store the registry in a PostgreSQL database that many nodes follow.",
        discussion: """
            EXAMPLES:
              routedb hub init postgresql://db.example.com/routes
              routedb hub publish postgresql://db.example.com/routes --db routes.db
              routedb add /x --target x --hub postgresql://db.example.com/routes
              routedb hub nodes postgresql://db.example.com/routes
              routedb hub promote --group canary

            Nodes follow the hub, and bring their hits there: see 'routedb node'. The
            address is one of libpq, without a password: that belongs in ~/.pgpass or
            $PGPASSWORD. 'Docs/fleet.md' says more.
            """,
        subcommands: [
            HubInitCommand.self, HubPublishCommand.self, HubStatusCommand.self,
            HubNodesCommand.self, HubDoctorCommand.self, HubGrantCommand.self,
            HubGroupCommand.self, HubPromoteCommand.self, HubHaltCommand.self,
            HubResumeCommand.self, HubRollbackCommand.self, HubExportCommand.self,
            HubPruneCommand.self, HubImportsCommand.self, HubForgetCommand.self,
        ])

    @OptionGroup var global: GlobalOptions
}

/// The address of a hub.
struct HubOptions: ParsableArguments {
    @Argument(
        help: ArgumentHelp(
            "The address of the hub (default: that of '--hub', else $ROUTEDB_HUB).",
            valueName: "hub"))
    var address: String?

    /// Returns the address that is given, by an argument, an option or the environment.
    func text(_ global: GlobalOptions, in context: CommandContext) throws -> String {
        guard let text = address ?? global.hub ?? context.variable("ROUTEDB_HUB") else {
            throw CommandFailure.usage(
                "No hub is given.",
                hint: "Give its address, such as postgresql://db.example.com/routes, or set"
                    + " $ROUTEDB_HUB.")
        }
        return text
    }

    #if Hub
        /// Runs a closure with the hub.
        func withHub<Result>(
            _ global: GlobalOptions, in context: CommandContext,
            _ body: (HubClient) async throws -> Result
        ) async throws -> Result {
            let hub = HubClient(try HubAddress(text(global, in: context)))
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
        abstract: "Make the tables of a hub, or bring older ones up to date.",
        discussion: """
            EXAMPLES:
              createdb routes && routedb hub init postgresql:///routes

            The tables are in the schema 'routedb' of the database, and belong to the user
            who makes them. 'routedb hub grant' lets others in.
            """)

    @OptionGroup var hub: HubOptions
    @OptionGroup var global: GlobalOptions

    func run(in context: CommandContext) async throws {
        #if Hub
            try await hub.withHub(global, in: context) { hub in
                let old = try await hub.makeTables()
                let (name, version) = (try await hub.name(), try await hub.status().version)
                let outcome = old == 0 ? "created" : old < version ? "updated" : "exists"
                guard !global.json else {
                    let object: JSONObject = [
                        "schema": 1, "hub": .string(name), "outcome": .string(outcome),
                        "version": .int(version),
                    ]
                    return try context.output.writeLine(object.description)
                }
                try context.output.writeLine("\(outcome): hub '\(PlainText.shown(name))'")
            }
        #else
            throw CommandFailure.withoutHub
        #endif
    }
}

/// Lets a user of the database use a hub.
struct HubGrantCommand: RegistryCommand {
    /// The role of a user, which tells what they may do.
    enum Role: String, CaseIterable, ExpressibleByArgument {
        case node, editor, promoter, analyst
    }

    static let configuration = CommandConfiguration(
        commandName: "grant",
        abstract: "Give a user of the database the rights of a node, an editor or another role.",
        discussion: """
            EXAMPLES:
              createuser web && routedb hub grant node web

            A node reads the registry, adds hits, and tells what it has; it can neither
            read hits nor change them. An editor publishes and edits the registry. A
            promoter decides which group of nodes gets which revision, and reads
            everything. An analyst reads everything.
            """)

    @Argument(help: "The rights: node, editor, promoter or analyst.")
    var role: Role

    @Argument(help: "The user.")
    var user: String

    @OptionGroup var hub: HubOptions
    @OptionGroup var global: GlobalOptions

    func run(in context: CommandContext) async throws {
        #if Hub
            try await hub.withHub(global, in: context) { hub in
                guard let granted = HubRole(rawValue: role.rawValue) else { return }
                try await hub.grant(granted, to: user)
                guard !global.json else {
                    let object: JSONObject = [
                        "schema": 1, "outcome": "granted", "role": .string(role.rawValue),
                        "user": .string(user),
                    ]
                    return try context.output.writeLine(object.description)
                }
                try context.output.writeLine(
                    "granted: '\(PlainText.shown(user))' is \(role.rawValue)")
            }
        #else
            throw CommandFailure.withoutHub
        #endif
    }
}
