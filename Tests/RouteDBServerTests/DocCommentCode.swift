#if Server
import RouteDBServer

/// The code in the documentation comments of `RouteDBServer`, with which a test compares it.
private enum DocCommentCode {
    static func serve() async throws {
        // RouteServer.swift begins
        let server = try await RouteServer(ServerOptions(registry: "routes.db"))
        try await server.run { print("log in at \($0.loginURL ?? "")") }
        // RouteServer.swift ends
    }
}
#endif
