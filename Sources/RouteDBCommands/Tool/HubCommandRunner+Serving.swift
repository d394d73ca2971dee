#if Hub && Server
    import RouteDB
    import RouteDBTerminal
    import RouteDBFollower
    import RouteDBHub
    import RouteDBServer

    extension HubCommandRunner {
        /// How often the hub is asked for new hits.
        private static let interval = Duration.seconds(5)

        /// Serves a copy of a hub's registry and hits, which is kept fresh until the service ends, and
        /// edits the hub.
        static func serve(
            _ service: ServeCommand, at client: HubClient, in context: CommandContext
        ) async throws {
            guard !service.record else {
                throw CommandFailure.usage(
                    "A service of a hub does not record hits.",
                    hint: "Record on a node, which brings its hits to the hub.")
            }
            let copy = try HubCopy(in: context)
            let follower = RegistryFollower(
                HubSource(client.address, node: nil), FollowOptions(path: copy.registry))
            do {
                if let error = try await follower.step().error { throw error }
                var hits = HubHitsCopy(copy.history)
                try await client.update(&hits, clock: context.now())
                let size = RegularFile.size(at: copy.history) ?? 0
                context.printNote(
                    "note: serving a copy of the hub's registry and its"
                        + " \(NumberText.hits(hits.hits)), \(size >> 10) KiB; changes come at"
                        + " once, hits every 5 seconds")
                let name = try await client.name()
                var editing = HubEditor.Options(
                    client.address, name: name, workingCopy: copy.edited)
                editing.busyTimeout = context.busyTimeout
                editing.now = context.now
                let hub = ServedHub(
                    name: name, address: client.address.text, editor: HubEditor(editing),
                    follower: follower)
                try await hub.setAside.count(at: client)
                do {
                    let working = WorkingCopy(path: copy.registry, hub: name)
                    try await WorkingCopy.$current.withValue(working) {
                        try await run(service, hub, client, hits, in: context)
                    }
                } catch {
                    await hub.editor.close()
                    throw error
                }
                await hub.editor.close()
            } catch {
                await follower.shutDown()
                throw error
            }
            await follower.shutDown()
        }

        private static func run(
            _ service: ServeCommand, _ hub: ServedHub, _ client: HubClient, _ copy: HubHitsCopy,
            in context: CommandContext
        ) async throws {
            let errors = ErrorDeduplicator()
            let tell = { @Sendable (what: String, error: RouteDBError?) in
                guard errors.isNews(what, error), let error else { return }
                context.printNote(PlainText.shown("warning: \(error)"))
            }
            try await withThrowingTaskGroup(of: Void.self) { group in
                group.addTask { try await service.run(in: context, copyOf: hub) }
                group.addTask { try await hub.follower.run { tell("registry", $0.error) } }
                group.addTask {
                    var copy = copy
                    while true {
                        try await Task.sleep(for: interval)
                        do throws(RouteDBError) {
                            try await client.update(&copy, clock: context.now())
                            try await hub.setAside.count(at: client)
                            tell("hits", copy.warning)
                        } catch {
                            tell("hits", error)
                        }
                    }
                }
                defer { group.cancelAll() }
                try await group.next()
            }
        }
    }

    /// The number of hits that a hub has set aside, as of the last time that it was asked.
    private final class HitsSetAside: Sendable {
        private let found = Locked(0)

        var number: Int { found.withLock { $0 } }

        func count(at client: HubClient) async throws(RouteDBError) {
            let number = Int(clamping: try await client.status().setAside)
            found.withLock { $0 = number }
        }
    }

    /// A hub whose registry is served.
    private struct ServedHub: SharedRegistry {
        let name: String
        let address: String
        let editor: HubEditor
        /// The follower that keeps the file of the service equal to the hub's registry.
        let follower: RegistryFollower
        let setAside = HitsSetAside()

        var hitsSetAside: Int { setAside.number }

        func edit<Value: Sendable>(
            _ body: @escaping @Sendable (RouteRegistry) async throws -> Value
        ) async throws -> Value {
            let value = try await editor.edit(body)
            // If it fails, the hub has the edit all the same, and the file gets it later.
            _ = try? await follower.step()
            return value
        }
    }
#endif
