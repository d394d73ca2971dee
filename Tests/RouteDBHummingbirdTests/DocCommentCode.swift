#if Hummingbird && ServiceLifecycle
import Hummingbird
import RouteDB
import RouteDBHummingbird

/// The code in the documentation comments of `RouteDBHummingbird`, with which a test compares it.
private enum DocCommentCode {
    struct Profile: ResponseCodable {
        let id: Int
    }

    static func serve(_ registry: RouteRegistry) async throws {
        // RegistryMiddleware.swift begins
        let dispatcher = Dispatcher(registry)
        dispatcher.handle("user.profile") { .handled(try $0.decode(Profile.self)) }
        let router = Router()
        router.add(middleware: RegistryMiddleware(dispatcher))
        let app = Application(router: router, services: [registry])
        // RegistryMiddleware.swift ends
        try await app.runService()
    }
}
#endif
