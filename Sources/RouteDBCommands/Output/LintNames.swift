import RouteDB

/// The display names of the routes and namespaces of a snapshot.
struct LintNames: Sendable {
    private let namespaces: [NamespaceID: String]
    private let routes: [RouteID: Route]

    init(_ snapshot: RegistrySnapshot) {
        namespaces = snapshot.namespaceNames
        routes = Dictionary(
            snapshot.routes.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
    }

    func name(of id: NamespaceID) -> String { namespaces[id] ?? "" }

    func route(_ id: RouteID) -> Route? { routes[id] }

    /// Returns a route's id and name.
    func label(_ id: RouteID) -> String {
        "#\(id.rawValue)" + (routes[id]?.name.map { " \($0)" } ?? "")
    }
}
