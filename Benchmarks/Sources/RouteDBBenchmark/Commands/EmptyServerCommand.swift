#if PEERS
    import ArgumentParser
    import Hummingbird

    /// Serves nothing, as quickly as Hummingbird can: what `make load` measures the service beside.
    struct EmptyServerCommand: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "empty-server", abstract: "Serve '/' with an empty answer over HTTP.")

        @Option(help: "The port of 127.0.0.1 to listen on.")
        var port: Int

        func run() async throws {
            let router = Router()
            router.get("/") { _, _ in HTTPResponse.Status.ok }
            let application = Application(
                router: router,
                configuration: ApplicationConfiguration(
                    address: .hostname("127.0.0.1", port: port)))
            try await application.runService()
        }
    }
#endif
