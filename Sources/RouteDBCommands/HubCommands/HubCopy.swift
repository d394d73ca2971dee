#if Hub
    import RouteDB
    import RouteDBFollower
    import RouteDBHub

    #if canImport(Darwin)
        import Darwin
    #elseif canImport(Musl)
        import Musl
    #else
        import Glibc
    #endif

    /// A working copy of a hub's registry and hits, in a folder that only this user can read, and
    /// which goes with the command.
    struct HubCopy {
        private let folder: String

        var registry: String { "\(folder)/routes.db" }
        /// The path of a second copy of the registry, for edits.
        var edited: String { "\(folder)/edited.db" }
        var history: String { HitHistory.path(besideRegistry: registry) }

        /// Makes the folder.
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
            folder = made
            context.atEnd {
                for file in ["routes.db", "edited.db", "routes.hits.db", "routes.hits.lock"] {
                    for suffix in ["", "-wal", "-shm", "-journal", "-follow"] {
                        FileAccess(path: "\(made)/\(file)\(suffix)").remove()
                    }
                }
                _ = unsafe rmdir(made)
            }
        }

        /// Fetches the newest revision, if the hub has one, as a registry that can be edited.
        func fetch(from hub: HubClient) async throws {
            // The first edit of an empty hub makes the registry, as it makes a file.
            guard try await hub.position() != .start else { return }
            let follower = RegistryFollower(
                HubSource(hub.address, node: nil), FollowOptions(path: registry))
            let event = try await follower.step()
            await follower.shutDown()
            if let error = event.error { throw error }
            guard RegularFile.hasBytes(at: registry) else { return }
            let copy = try await RouteRegistry.open(
                registry, options: RegistryOptions(access: .writing, refreshInterval: nil))
            _ = try await copy.stopFollowing()
            await copy.close()
        }
    }
#endif
