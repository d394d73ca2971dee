import Foundation
import Hummingbird
import Logging
import RouteDB

/// A server whose routes are in a registry, and whose code is bound to their targets.
///
/// It takes the registry's file from `ROUTEDB_DB`, the port from `PORT` (0: any free one), and the
/// token of its administrator from `ADMIN_TOKEN`.
@main
enum ExampleServer {
    static func main() async {
        let environment = Environment()
        let logger = Logger(label: "example-server")
        let path = environment.get("ROUTEDB_DB") ?? "routes.db"
        do {
            let service = try await RegistryService(path: path, logger: logger)
            try await application(service, environment, logger).runService()
        } catch {
            logger.critical("\(error)", metadata: ["registry": "\(path)"])
            exit(1)
        }
    }

    private static func application(
        _ service: RegistryService, _ environment: Environment, _ logger: Logger
    ) -> some ApplicationProtocol {
        let registry = service.registry
        let dispatcher = Dispatcher(registry, options: DispatchOptions(timeout: .seconds(10)))
        UserPages().bind(to: dispatcher)
        ShopPages(offers: ["winter-sale": 30]).bind(to: dispatcher)
        AdminPages(token: environment.get("ADMIN_TOKEN")).bind(to: dispatcher)

        let router = Router()
        router.add(middleware: RoutingMiddleware(dispatcher: dispatcher))
        // Not in the registry, so the middleware passes it on.
        router.get("health") { _, _ in await Health(registry.health) }

        let port = environment.get("PORT", as: Int.self) ?? 8080
        return Application(
            router: router,
            configuration: ApplicationConfiguration(address: .hostname("127.0.0.1", port: port)),
            services: [service], logger: logger)
    }
}
