import Foundation
import Hummingbird
import Logging
import RouteDB
import RouteDBHummingbird

/// A server whose routes are in a registry, and whose code is bound to their targets.
///
/// It takes the registry's file from `ROUTEDB_DB`, the port from `PORT` (0: any free one), and the
/// token of its administrator from `ADMIN_TOKEN`.
@main
enum ExampleServer {
    static func main() async {
        let environment = Environment()
        let path = environment.get("ROUTEDB_DB") ?? "routes.db"
        let logger = Logger(label: "example-server")
        do {
            var options = RegistryOptions(access: .reading)
            options.logger = logger
            options.logger?.logLevel = .debug
            let registry = try await RouteRegistry.open(path, options: options)
            try await application(registry, environment, logger).runService()
        } catch {
            logger.critical("\(error)", metadata: ["registry": "\(path)"])
            exit(1)
        }
    }

    private static func application(
        _ registry: RouteRegistry, _ environment: Environment, _ logger: Logger
    ) -> some ApplicationProtocol {
        let dispatcher = Dispatcher(registry, options: Dispatcher.Options(timeout: .seconds(10)))
        UserPages().bind(to: dispatcher)
        ShopPages(offers: ["winter-sale": 30]).bind(to: dispatcher)
        AdminPages(token: environment.get("ADMIN_TOKEN")).bind(to: dispatcher)

        let router = Router()
        router.add(middleware: RegistryMiddleware(dispatcher))
        // Not in the registry, so the middleware passes it on.
        router.get("health") { _, _ in Health(registry.health) }

        let port = environment.get("PORT", as: Int.self) ?? 8080
        return Application(
            router: router,
            configuration: ApplicationConfiguration(address: .hostname("127.0.0.1", port: port)),
            // It is closed when the last request has been answered.
            services: [registry], logger: logger)
    }
}
