#if Server
import Hummingbird
import RouteDB
import RouteDBServer

/// The code in the documentation comments of `RouteDBServer`, with which a test compares it.
private enum DocCommentCode {
    static func serve() async throws {
        // RouteServer.swift begins
        let server = try await RouteServer(ServerOptions(registry: "routes.db"))
        try await server.run { print("log in at \($0.loginURL ?? "")") }
        // RouteServer.swift ends
    }

    static func openID() -> OpenIDOptions {
        // OpenIDOptions.swift begins
        var openID = OpenIDOptions(issuer: "https://id.example.com", client: "routedb")
        openID.secret = "…"
        openID.roles = [.init(role: "viewer", value: "*")]
        // OpenIDOptions.swift ends
        return openID
    }

    static func middleware() async throws {
        // LinkMiddleware.swift begins
        let registry = try await RouteRegistry.open("routes.db")
        let router = Router()
        router.add(middleware: try LinkMiddleware(registry))
        router.get("health") { _, _ in HTTPResponse.Status.ok }
        // LinkMiddleware.swift ends
    }
}
#endif
