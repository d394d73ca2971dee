#if PEERS
    import ArgumentParser
    import Hummingbird
    import RouteDB
    import RouteDBHummingbird

    /// Serves nothing, as quickly as Hummingbird can: what `make load` measures the service beside,
    /// and the middleware, which then finds the same handler by a registry.
    struct EmptyServerCommand: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "empty-server",
            abstract: "Serve '/user/42' with an empty answer over HTTP.",
            discussion: """
                With a registry, its route to the target 'user.profile' finds the handler; without,
                Hummingbird's own router does.
                """)

        @Option(help: "The port of 127.0.0.1 to listen on.")
        var port: Int

        @Option(help: "The registry that the middleware asks; its hits are recorded beside it.")
        var registry: String?

        func run() throws {
            let (port, registry) = (port, registry)
            try Waiting.wait(forThrowing: { try await Self.serve(registry, port: port) })
        }

        private static func serve(_ registry: String?, port: Int) async throws {
            let router = Router()
            router.get("user/:id") { _, _ in HTTPResponse.Status.ok }
            let configuration = ApplicationConfiguration(
                address: .hostname("127.0.0.1", port: port))
            guard let registry else {
                let application = Application(router: router, configuration: configuration)
                return try await application.runService()
            }
            let opened = try await RouteRegistry.open(
                registry,
                options: RegistryOptions(access: .reading, recording: HitRecorder.Options()))
            let dispatcher = Dispatcher(opened)
            dispatcher.handle("user.profile") { _ in .handled(HTTPResponse.Status.ok) }
            let answering = Router()
            answering.add(middleware: RegistryMiddleware(dispatcher))
            let application = Application(
                router: answering, configuration: configuration, services: [opened])
            try await application.runService()
        }
    }
#endif
