import RouteDB
import RouteDBRouting

/// The same routes in a profile's dialect and natively, laid out alike.
///
/// Only what every dialect can say is left of the routes: literals and parameters of whole
/// segments, and hosts without a dot, which all of them route by. JLRoutes knows schemes as
/// namespaces; so its routes, and the native ones beside them, are in one for each scheme.
struct ProfileTable {
    let profile: NamespaceProfile
    let routes: [RouteSketch]
    let native: RoutingTable
    let table: RoutingTable

    init(_ profile: NamespaceProfile, routes: [RouteSketch]) throws(PatternError) {
        self.profile = profile
        self.routes = routes
        native = try Self.table(.native, like: profile, routes)
        table = try Self.table(profile, like: profile, routes)
    }

    /// The routes of a table that every dialect can say.
    static func common(_ routes: [RouteSketch]) -> [RouteSketch] {
        var seen: Set<String> = []
        return routes.compactMap { route in
            var route = route
            route.optional = []
            route.priority = 0
            route.host = String(route.host.prefix { $0 != "." })
            for index in route.segments.indices {
                switch route.segments[index] {
                case .literal, .text: break
                case .int(let name), .uuid(let name), .mixed(_, let name, _),
                    .pair(let name, _):
                    route.segments[index] = .text(name)
                case .catchAll, .rest: return nil
                }
            }
            return seen.isDisjoint(with: route.shapes) && seen.insert(route.shapes[0]).inserted
                ? route : nil
        }
    }

    private static func table(
        _ profile: NamespaceProfile, like layout: NamespaceProfile, _ routes: [RouteSketch]
    ) throws(PatternError) -> RoutingTable {
        let schemes = layout == .jlroutes ? Array(Set(routes.map(\.scheme))).sorted() : []
        var namespaces = [
            RouteNamespace(
                id: NamespaceID(rawValue: 1), name: RouteNamespace.defaultName, profile: profile)
        ]
        for (index, scheme) in schemes.enumerated() {
            namespaces.append(
                RouteNamespace(
                    id: NamespaceID(rawValue: Int64(index + 2)), name: scheme, profile: profile,
                    schemes: [scheme]))
        }
        var list: [Route] = []
        for (index, route) in routes.enumerated() {
            let place = schemes.firstIndex(of: route.scheme).map { $0 + 1 } ?? 0
            let syntax = PatternSyntax(namespaces[place])
            let text = text(of: route, profile, namesScheme: schemes.isEmpty)
            list.append(
                Route(
                    id: RouteID(rawValue: Int64(index + 1)), namespace: namespaces[place].id,
                    pattern: try syntax.parse(text), target: "screen"))
        }
        return RoutingTable(
            RegistrySnapshot(revision: 1, namespaces: namespaces, routes: list))
    }

    private static func text(
        of route: RouteSketch, _ profile: NamespaceProfile, namesScheme: Bool
    ) -> String {
        let segments = route.segments.map { segment in
            guard case .text(let name) = segment else { return segment.native }
            return switch profile {
            case .native, .aroute: "{\(name)}"
            case .jlroutes, .ikrouter: ":\(name)"
            case .urlnavigator: "<\(name)>"
            }
        }
        let path = RouteSketch.path(segments)
        if profile == .jlroutes { return "/\(route.host)\(path)" }
        return (namesScheme ? "\(route.scheme):" : "") + "//\(route.host)\(path)"
    }
}
