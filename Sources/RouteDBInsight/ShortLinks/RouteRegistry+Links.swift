package import RouteDB
package import RouteDBDatabase
import RouteDBRouting

extension RouteRegistry {
    /// Finds the link with a URL, the end of one, or a route.
    package func link(_ text: String) async throws(RouteDBError) -> LinkOutput {
        try LinkOutput(try await route(try await reference(toLink: text)))
    }

    /// Returns the reference to the route of a link.
    private func reference(
        toLink text: String
    ) async throws(RouteDBError) -> RouteReference {
        guard let mark = text.firstRange(of: "://") else {
            let isReference = text.hasPrefix("#") || text.hasPrefix("/") || text.contains(":")
            return RouteReference(isReference ? text : "/\(text)")
        }
        let rest = text[mark.upperBound...]
        let host = String(rest.prefix { !"/?#".contains($0) })
        let place = try LinkHost(host, among: try await items().namespaces)
        return RouteReference("\(place.namespace.name):\(place.path(of: text) ?? "/")")
    }
}
