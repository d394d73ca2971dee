import ArgumentParser
import RouteDB
import RouteDBTerminal

#if Hub
    import RouteDBFollower
    import RouteDBHub
#endif

/// Runs commands on the registry of a hub: on a working copy, whose new revisions are published.
enum HubCommandRunner {
    /// The commands that connect to a hub by themselves.
    private static let ownClients: [any RegistryCommand.Type] = [
        HubInitCommand.self, HubPublishCommand.self, HubStatusCommand.self, HubNodesCommand.self,
        HubDoctorCommand.self, HubGrantCommand.self, HubGroupCommand.self,
        HubPromoteCommand.self, HubHaltCommand.self, HubResumeCommand.self,
        HubRollbackCommand.self, HubExportCommand.self, HubPruneCommand.self,
        HubImportsCommand.self, HubForgetCommand.self, NodeCommand.self,
    ]
    /// The commands that work with files of this machine only.
    private static let ofFiles: [any RegistryCommand.Type] = [
        InitCommand.self, RecoverCommand.self, FollowCommand.self, HitsImportCommand.self,
        HitsForgetCommand.self, HitsParametersCommand.self,
        HitsPruneCommand.self, TokenAddCommand.self, TokenListCommand.self,
        TokenRemoveCommand.self, ReferenceCommand.self, CompletionsCommand.self,
    ]

    /// Returns a hint about the command for a hub that does what a command does for a file.
    private static func hint(for command: any RegistryCommand) -> String? {
        switch command {
        case is InitCommand:
            "Use `routedb hub init`; the first route that is added makes the registry."
        case is HitsPruneCommand: "Use `routedb hub prune`."
        case is HitsForgetCommand: "Use `routedb hub forget`."
        case is HitsParametersCommand: "Name the parameters in the histories of nodes."
        case is HitsImportCommand: "Import on a node, which brings its hits to the hub."
        case is FollowCommand: "Give the hub's address in place of the service's."
        default: nil
        }
    }

    /// Runs a command, on the registry of a hub if it asks for one.
    static func run(_ command: any RegistryCommand, in context: CommandContext) async throws {
        let global = command.global
        if ownClients.contains(where: { $0 == type(of: command) }) {
            return try await command.run(in: context)
        }
        if ofFiles.contains(where: { $0 == type(of: command) }) {
            guard global.hub == nil else {
                throw CommandFailure.usage(
                    "This command works with files, and not with a hub.",
                    hint: hint(for: command) ?? "Leave out '--hub'.")
            }
            return try await command.run(in: context)
        }
        if global.hub != nil, global.database != nil {
            throw CommandFailure.usage(
                "Use only one of '--db' and '--hub'.", hint: "One names a file, the other a hub.")
        }
        let isFile = global.database != nil || context.variable("ROUTEDB_DB") != nil
        guard let text = global.hub ?? (isFile ? nil : context.variable("ROUTEDB_HUB")) else {
            return try await command.run(in: context)
        }
        #if Hub
            try await run(command, at: HubAddress(text), in: context)
        #else
            throw CommandFailure.withoutHub
        #endif
    }
}

#if Hub
    extension HubCommandRunner {
        private static func run(
            _ command: any RegistryCommand, at address: HubAddress, in context: CommandContext
        ) async throws {
            let client = HubClient(address)
            do {
                if let service = command as? ServeCommand {
                    #if Server
                        try await serve(service, at: client, in: context)
                    #else
                        throw CommandFailure.withoutServer
                    #endif
                } else {
                    try await run(command, at: client, in: context)
                }
            } catch {
                await client.close()
                throw error
            }
            await client.close()
        }

        /// Fetches the registry, runs the command on it, and publishes what it has changed.
        private static func run(
            _ command: any RegistryCommand, at client: HubClient, in context: CommandContext
        ) async throws {
            if let resolve = command as? ResolveCommand, resolve.record {
                throw CommandFailure.usage(
                    "Hits are recorded into a file, and not at a hub.",
                    hint: "Record on a node, which brings its hits to the hub.")
            }
            let needs = HubNeeds(command)
            let copy = try HubCopy(in: context)
            // Nobody edits between here and the end, so what the command says is true.
            if needs.isEditing {
                try await client.beginEditing(waiting: context.busyTimeout)
            }
            try await copy.fetch(from: client)
            let warning =
                needs.readsHits ? try await copyHits(copy, of: client, in: context) : nil
            let working = WorkingCopy(path: copy.registry, hub: try await client.name())
            let outcome: Result<Void, any Error>
            do {
                outcome = .success(
                    try await WorkingCopy.$current.withValue(working) {
                        try await command.run(in: context)
                    })
            } catch let error as RouteDBError where error.code == .databaseMissing {
                let isEmpty = !RegularFile.hasBytes(at: copy.registry)
                outcome = .failure(
                    isEmpty ? RouteDBError(emptyHub: try await client.name()) : error)
            } catch {
                outcome = .failure(error)
            }
            if needs.isEditing, RegularFile.hasBytes(at: copy.registry) {
                _ = try await client.publish(copy.registry, isReplacing: false)
            }
            if let warning { context.printNote(PlainText.shown("warning: \(warning)")) }
            try outcome.get()
        }

        /// Copies the hits of the hub; returns what there is to say about rows that were skipped.
        private static func copyHits(
            _ copy: HubCopy, of client: HubClient, in context: CommandContext
        ) async throws -> RouteDBError? {
            let copied = try await client.fetchHits(into: copy.history, clock: context.now())
            let size = RegularFile.size(at: copy.history) ?? 0
            context.printNote(
                "note: copied the hub's \(NumberText.hits(copied.hits)), \(size >> 10) KiB, as of"
                    + " now")
            return copied.warning
        }
    }

    /// The needs of a command for a hub, by its options and the options within them.
    private struct HubNeeds {
        /// True if the command may change the registry: it has options for that, and uses them.
        private(set) var isEditing = false
        /// True if the command reads the hits of the hub, and not those of a file.
        private(set) var readsHits = false

        init(_ command: any RegistryCommand) {
            add(Mirror(reflecting: command))
            // Without a name it lists the tags.
            if let tag = command as? TagCommand, tag.name == nil { isEditing = false }
            // Its history is one to record into.
            if command is ResolveCommand { readsHits = false }
            // An edit does not wait for all hits, as below.
            if command is RevertCommand || command is MergeCommand { readsHits = false }
        }

        private mutating func add(_ options: Mirror) {
            for child in options.children {
                guard let group = (child.value as? any NestedOptions)?.options else { continue }
                switch group {
                case let write as WriteOptions: isEditing = isEditing || !write.dryRun
                case let history as HistoryOptions:
                    readsHits = readsHits || history.history == nil
                case let source as ReplaySourceOptions where !source.paths.isEmpty: continue
                case let recording as RecordOptions where !recording.record: continue
                // An edit does not wait for all hits: how many a route has is not known then.
                case is ApplyOptions: continue
                default: break
                }
                add(Mirror(reflecting: group))
            }
        }
    }

    /// A group of options, of whatever type.
    private protocol NestedOptions {
        var options: any ParsableArguments { get }
    }

    extension OptionGroup: NestedOptions {
        fileprivate var options: any ParsableArguments { wrappedValue }
    }
#endif
