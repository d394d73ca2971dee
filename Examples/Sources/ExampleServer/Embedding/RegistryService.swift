import Logging
import RouteDB
import ServiceLifecycle

/// Holds the registry open as long as the server runs.
///
/// A group stops its services in the reverse of their order, and the server is the last one: when
/// this closes the registry, the last request has been answered.
struct RegistryService: Service {
    let registry: RouteRegistry
    private let logger: Logger

    /// Opens the registry; before the server runs, so that none answers without its routes.
    init(path: String, logger: Logger) async throws(RouteDBError) {
        registry = try await RouteRegistry.open(path, options: RegistryOptions(access: .reading))
        self.logger = logger
        logger.info("Registry opened", metadata: ["revision": "\(registry.table.revision)"])
    }

    func run() async {
        // It throws if the group is cancelled, as when the port is taken: the end all the same.
        try? await gracefulShutdown()
        await registry.close()
        logger.info("Registry closed")
    }
}
