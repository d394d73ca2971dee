import RouteDBDatabase
import RouteDBRouting
import RouteDBSQLite

extension Route {
    /// The routes with the name `?1`.
    fileprivate static let named = table.live(where: "name = ?1")
    /// The routes of the namespace `?1`.
    fileprivate static let inNamespace = table.anyLive(where: "namespace = ?1")
    /// The routes of the group `?2` of the namespace `?1`.
    fileprivate static let inGroup = table.anyLive(where: "namespace = ?1 AND route_group = ?2")
    /// The routes of the namespace `?1` that have parameters.
    fileprivate static let withParameters = table.anyLive(
        where: "namespace = ?1 AND instr(pattern, '{') > 0")
    /// The routes of the namespace `?1` that have labels.
    fileprivate static let withLabels = table.anyLive(
        where: "namespace = ?1 AND labels IS NOT NULL")
}

extension Versions<Route> {
    /// The live routes with a name in any namespace and group, oldest first.
    func named(_ name: String) throws(RouteDBError) -> [Route] {
        try items(Route.named, .text(name))
    }

    /// Returns whether a scope covers a live route.
    func covers(_ scope: RouteScope) throws(RouteDBError) -> Bool {
        switch scope {
        case .namespace(let id): try hasAny(Route.inNamespace, .integer(id.rawValue))
        case .group(let id, let group):
            try hasAny(Route.inGroup, .integer(id.rawValue), .text(group))
        case .route(let id): try find(id: id.rawValue) != nil
        }
    }

    /// Reads the live routes of a scope that have parameters, in any order, until a closure returns
    /// `true`.
    func forEachWithParameters(
        in scope: RouteScope, until isEnough: (Route) -> Bool
    ) throws(RouteDBError) {
        switch scope {
        case .namespace(let id):
            _ = try first(Route.withParameters, .integer(id.rawValue), where: isEnough)
        case .group(let id, let group):
            _ = try first(Route.inGroup, .integer(id.rawValue), .text(group), where: isEnough)
        case .route(let id):
            if let route = try find(id: id.rawValue) { _ = isEnough(route) }
        }
    }

    /// Reads the live routes of a namespace that have labels, in any order, until a closure returns
    /// `true`; returns whether it did.
    func forEachWithLabels(
        in namespace: NamespaceID, until isEnough: (Route) -> Bool
    ) throws(RouteDBError) -> Bool {
        try first(Route.withLabels, .integer(namespace.rawValue), where: isEnough) != nil
    }

    /// Reads all live routes of a namespace, in any order.
    func forEach(
        in namespace: NamespaceID, _ body: (Route) -> Void
    ) throws(RouteDBError) {
        _ = try first(Route.inNamespace, .integer(namespace.rawValue)) {
            body($0)
            return false
        }
    }
}
