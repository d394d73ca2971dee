package import RouteDBRouting

/// The display names of the routes and namespaces of a snapshot.
package struct LintNames: Sendable {
    private let namespaces: [NamespaceID: String]
    private let routes: [RouteID: Route]

    package init(_ snapshot: RegistrySnapshot) {
        namespaces = snapshot.namespaceNames
        routes = Dictionary(
            snapshot.routes.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
    }

    package func name(of id: NamespaceID) -> String { namespaces[id] ?? "" }

    package func route(_ id: RouteID) -> Route? { routes[id] }

    /// Returns a route's id and name.
    package func label(_ id: RouteID) -> String {
        "#\(id.rawValue)" + (routes[id]?.name.map { " \($0)" } ?? "")
    }
}
