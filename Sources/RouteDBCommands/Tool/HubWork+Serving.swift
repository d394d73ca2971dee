#if Hub
    import RouteDB
    import RouteDBFollower
    import RouteDBHub

    extension HubWork {
        /// How often the hub is asked for new hits.
        private static let interval = Duration.seconds(5)

        /// Serves a copy of a hub's registry and hits, which is kept fresh until the service ends.
        static func serve(
            _ service: ServeCommand, at desk: HubDesk, in context: CommandContext
        ) async throws {
            guard !service.write, !service.record else {
                throw CommandFailure.usage(
                    "A service of a hub neither changes the registry nor records hits.",
                    hint: "Edit with the other commands and '--hub'; record on a node.")
            }
            let copy = try HubCopy(in: context)
            let follower = RegistryFollower(
                HubSource(desk.address, node: nil), FollowOptions(path: copy.registry))
            do {
                if let error = try await follower.step().error { throw error }
                var hits = HubHitsCopy(copy.history)
                try await desk.update(&hits, clock: context.currentTimeMicroseconds())
                let size = RegularFile.size(at: copy.history) ?? 0
                context.notify(
                    "note: serving a copy of the hub's registry and its"
                        + " \(NumberText.hits(hits.hits)), \(size >> 10) KiB; changes come at"
                        + " once, hits every 5 seconds")
                context.workingCopy = .init(
                    path: copy.registry, hub: try await desk.name())
                try await run(service, follower, desk, hits, in: context)
            } catch {
                await follower.shutDown()
                throw error
            }
            await follower.shutDown()
        }

        private static func run(
            _ service: ServeCommand, _ follower: RegistryFollower, _ desk: HubDesk,
            _ copy: HubHitsCopy, in context: CommandContext
        ) async throws {
            let troubles = Troubles()
            let tell = { @Sendable (what: String, error: RouteDBError?) in
                guard troubles.isNews(what, error), let error else { return }
                context.notify(PlainText.shown("warning: \(error)"))
            }
            try await withThrowingTaskGroup(of: Void.self) { group in
                group.addTask { try await service.run(in: context) }
                group.addTask { try await follower.run { tell("registry", $0.error) } }
                group.addTask {
                    var copy = copy
                    while true {
                        try await Task.sleep(for: interval)
                        do throws(RouteDBError) {
                            try await desk.update(&copy, clock: context.currentTimeMicroseconds())
                            tell("hits", nil)
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
#endif
