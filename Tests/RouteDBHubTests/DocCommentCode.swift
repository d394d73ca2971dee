#if Hub
import RouteDBHub

/// The code in the documentation comments of `RouteDBHub`, with which a test compares it.
private enum DocCommentCode {
    static func ship() async throws {
        // HubNode.swift begins
        let node = try HubNode(
            "postgresql://db.example.com/routes", registry: "routes.db", name: "web-1")
        try await node.run()
        // HubNode.swift ends
    }
}
#endif
