#if Hub
    import RouteDB
    import RouteDBTerminal
    import RouteDBFollower
    import RouteDBHub

    /// A working copy of a hub's registry and hits, in a folder that only this user can read, and
    /// which goes with the command.
    struct HubCopy {
        private static let registry = "routes.db"
        private static let edited = "edited.db"
        private let folder: PrivateFolder

        var registry: String { folder.path(of: Self.registry) }
        /// The path of a second copy of the registry, for edits.
        var edited: String { folder.path(of: Self.edited) }
        var history: String { HitHistory.path(besideRegistry: registry) }

        /// Makes the folder.
        init(in context: CommandContext) throws {
            let hits = ["routes.hits.db", "routes.hits.lock"]
            folder = try PrivateFolder(of: [Self.registry, Self.edited] + hits, in: context)
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
