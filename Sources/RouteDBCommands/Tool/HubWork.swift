import ArgumentParser
import RouteDB

#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#else
    import Glibc
#endif

#if Hub
    import RouteDBFollower
    import RouteDBHub
#endif

/// Runs commands on the registry of a hub: on a working copy, whose new revisions are published.
enum HubWork {
    /// The commands that connect to a hub by themselves.
    private static let ownClients: [any RegistryCommand.Type] = [
        HubInitCommand.self, HubPublishCommand.self, HubStatusCommand.self, HubNodesCommand.self,
        HubDoctorCommand.self, HubGrantCommand.self, HubPruneCommand.self, NodeCommand.self,
    ]
    /// The commands that work with files of this machine only.
    private static let ofFiles: [any RegistryCommand.Type] = [
        FollowCommand.self, ServeCommand.self, HitsImportCommand.self, HitsForgetCommand.self,
        HitsPruneCommand.self, TokenAddCommand.self, TokenListCommand.self,
        TokenRemoveCommand.self, ReferenceCommand.self, CompletionsCommand.self,
    ]

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
                    hint: "Leave out '--hub'.")
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
    extension HubWork {
        /// Fetches the registry, runs the command on it, and publishes what it has changed.
        private static func run(
            _ command: any RegistryCommand, at address: HubAddress, in context: CommandContext
        ) async throws {
            let options = Mirror(reflecting: command).children.map(\.value)
            // A command edits, or reads hits, if it has options for that.
            let isEditing = options.contains { $0 is OptionGroup<WriteOptions> }
            let histories = options.compactMap(history)
            let readsHits = histories.contains { $0.history == nil }
            let folder = try WorkFolder(in: context)
            let desk = HubDesk(address)
            do {
                // Nobody edits between here and the end, so what the command says is true.
                if isEditing {
                    try await desk.beginEditing(waiting: context.busyTimeoutMilliseconds)
                }
                let path = folder.path + "/routes.db"
                // The first edit of an empty hub makes the registry, as it makes a file.
                if try await desk.position() != .start { try await fetch(address, into: path) }
                if readsHits {
                    _ = try await desk.fetchHits(
                        into: HitHistory.path(besideRegistry: path),
                        clock: context.currentTimeMicroseconds())
                }
                context.workingCopy = path
                let outcome: Result<Void, any Error>
                do {
                    outcome = .success(try await command.run(in: context))
                } catch {
                    outcome = .failure(error)
                }
                if isEditing, RegularFile.hasBytes(at: path) {
                    _ = try await desk.publish(path, isReplacing: false)
                }
                try outcome.get()
            } catch {
                await desk.close()
                throw error
            }
            await desk.close()
        }

        /// The options for the history, if an option group is them or has them.
        private static func history(_ options: Any) -> HistoryOptions? {
            switch options {
            case let group as OptionGroup<HistoryOptions>: group.wrappedValue
            case let group as OptionGroup<StatsOptions>: group.wrappedValue.history
            case let group as OptionGroup<ReplaySourceOptions>:
                group.wrappedValue.path == nil ? group.wrappedValue.history : nil
            default: nil
            }
        }

        private static func fetch(
            _ address: HubAddress, into path: String
        ) async throws {
            let follower = RegistryFollower(
                HubSource(address, node: nil), FollowOptions(path: path))
            let event = try await follower.step()
            await follower.shutDown()
            if let error = event.error { throw error }
            guard RegularFile.hasBytes(at: path) else { return }
            let copy = try await RouteRegistry.open(
                path, options: RegistryOptions(access: .writing, refreshInterval: nil))
            _ = try await copy.stopFollowing()
            await copy.close()
        }
    }

    /// A folder for a working copy, which only this user can read, and which goes with the command.
    private struct WorkFolder {
        let path: String

        init(in context: CommandContext) throws {
            let parent = context.variable("TMPDIR") ?? "/tmp"
            var name = Array("\(parent)/routedb-hub-XXXXXX".utf8CString)
            // The call changes the last characters before the NUL.
            let isMade = unsafe name.withUnsafeMutableBufferPointer { buffer in
                unsafe buffer.baseAddress.map { unsafe mkdtemp($0) != nil } ?? false
            }
            guard isMade else {
                throw CommandFailure(
                    "storageFailure", "No folder can be made in '\(parent)'.",
                    hint: "Set $TMPDIR to a folder with space that you may write.")
            }
            let made = String(
                decoding: name.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
            path = made
            context.atEnd {
                for file in ["routes.db", "routes.hits.db", "routes.hits.lock"] {
                    for suffix in ["", "-wal", "-shm", "-journal"] {
                        FileAccess(path: "\(made)/\(file)\(suffix)").remove()
                    }
                }
                _ = unsafe rmdir(made)
            }
        }
    }
#endif
