#if Hub
    import RouteDB
    import RouteDBFollower
    import RouteDBHub
    import RouteDBTerminal

    #if Server
        import RouteDBServer

        /// Counts what a node does, and answers those who watch it, if it has an address for that.
        struct WatchedNode: Sendable {
            private let metrics = NodeMetrics()
            private let server: ProbeServer?

            /// Prepares to answer.
            init(
                _ probes: ProbeOptions, _ global: GlobalOptions, in context: CommandContext
            ) throws {
                let (path, metrics) = (global.path(in: context), metrics)
                let answers = Probes(
                    readiness: {
                        let source = ReplicaStatus(besideRegistry: path)
                        let revision = metrics.revision ?? 0
                        return Readiness(
                            revision: revision > 0 ? revision : nil,
                            error: revision > 0 ? nil : source?.error ?? "sourceUnavailable",
                            source: source)
                    },
                    metrics: { metrics.text(contact: ReplicaStatus(besideRegistry: path)) })
                server = try probes.address().map { address in
                    ProbeServer(address, answers, clock: context.now) { url in
                        context.printNote("answering probes on \(url)")
                    }
                }
            }

            /// Counts a step of the node.
            func note(_ step: HubNode.Step) {
                switch step {
                case .begun(let revision): metrics.note(revision: revision)
                case .asked(.unchanged(let position)): metrics.note(revision: position.revision)
                case .asked(.took(let step)): metrics.note(revision: step.new.revision)
                case .asked(.failed): break
                case .shipped(.success(let shipped), let waiting):
                    metrics.count(
                        hits: shipped.hits, missing: shipped.missing, setAside: shipped.setAside,
                        waiting: waiting)
                case .shipped(.failure, _): metrics.noteFailure()
                }
            }

            /// Answers while the node works; what ends one of them ends both.
            func beside(_ work: @escaping @Sendable () async throws -> Void) async throws {
                guard let server else { return try await work() }
                try await withThrowingTaskGroup(of: Void.self) { group in
                    group.addTask { try await work() }
                    group.addTask { try await server.run() }
                    defer { group.cancelAll() }
                    try await group.next()
                }
            }
        }
    #else
        /// A node in a build that cannot answer those who watch it.
        struct WatchedNode: Sendable {
            init(
                _ probes: ProbeOptions, _ global: GlobalOptions, in context: CommandContext
            ) throws {
                if probes.probes != nil { throw CommandFailure.withoutServer }
            }

            func note(_ step: HubNode.Step) {}

            func beside(_ work: @escaping @Sendable () async throws -> Void) async throws {
                try await work()
            }
        }
    #endif
#endif
