package import RouteDBDatabase
import RouteDBRouting
import RouteDBSQLite

/// The columns of the virtual table `hits`, in their order; Docs/sql.md describes them.
package enum HitColumn: String, CaseIterable, Sendable {
    case time
    case at
    case bucket
    case url
    case outcome
    case namespace
    case route
    case routeGroup = "route_group"
    case target
    case pattern
    case namespaceID = "namespace_id"
    case routeID = "route_id"
    case revision
    case duration
    case status
    case weight
    case principal
    case parameters
    case referrer
    case kind
    case attributes
    case userAgent = "user_agent"
    case bot
    case platform
    case source
    case stream
    case sequence

    /// The position of the column in the table.
    var index: Int { Self.indices[self] ?? 0 }

    private static let indices = Dictionary(
        uniqueKeysWithValues: allCases.enumerated().map { ($1, $0) })

    /// The text of a hit that the column shows, or `nil` if it shows a number or a name.
    var text: HitText? {
        switch self {
        case .url: .url
        case .principal: .principal
        case .parameters: .parameters
        case .referrer: .referrer
        case .kind: .kind
        case .attributes: .attributes
        case .userAgent: .userAgent
        default: nil
        }
    }

    /// The number of a hit that the column shows unchanged, or as NULL where a hit has none.
    var number: HitNumber? {
        switch self {
        case .time: .time
        case .namespaceID: .namespace
        case .routeID: .route
        case .revision: .revision
        case .duration: .duration
        case .status: .status
        case .weight: .weight
        case .source: .source
        case .stream: .stream
        case .sequence: .sequence
        default: nil
        }
    }

    /// The number that stands for NULL, if there is one.
    var absent: Int64? {
        switch self {
        case .namespaceID, .routeID, .status: 0
        case .duration: -1
        default: nil
        }
    }

    /// The declared type of the column in a table; URLs that are not UTF-8 are BLOBs regardless.
    package var type: String {
        number != nil || self == .bucket || self == .bot ? "INTEGER" : "TEXT"
    }
}

/// The names for the ids in hits, from a registry; removed items have their last names.
package struct HitNames: Sendable {
    struct Route: Sendable {
        /// The name of the route in reports: `web:shop/cart`, or its pattern without a name.
        let label: String
        let group: String?
        let pattern: String
        let target: String
    }

    private static let allRoutes: StaticString = """
        SELECT id, namespace, name, route_group, iif(syntax = 'native', pattern, written), pattern,
            target
        FROM route ORDER BY made_by
        """

    private(set) var namespaces: [Int64: String] = [:]
    private(set) var routes: [Int64: Route] = [:]

    /// Creates an empty set of names.
    package init() {}

    /// Reads the names that a registry has or had.
    package init(_ database: Database) throws(RouteDBError) {
        // Later versions overwrite earlier ones.
        namespaces = try database.run("SELECT id, name FROM namespace ORDER BY made_by") {
            statement in
            var names: [Int64: String] = [:]
            while try statement.step() { names[statement.int(at: 0)] = statement.string(at: 1) }
            return names
        }
        let spaces = namespaces
        routes = try database.run(Self.allRoutes) { statement in
            var routes: [Int64: Route] = [:]
            while try statement.step() {
                let written = statement.string(at: 4)
                let group = statement.optionalString(at: 3)
                let label = RouteLabel.route(
                    name: statement.optionalString(at: 2), group: group,
                    pattern: written, in: spaces[statement.int(at: 1)])
                routes[statement.int(at: 0)] = Route(
                    label: label, group: group, pattern: statement.string(at: 5),
                    target: statement.string(at: 6))
            }
            return routes
        }
    }

    /// The label of a route, as the column `route` shows it.
    package func label(ofRoute id: Int64) -> String? { routes[id]?.label }

    /// The text that a column shows for a hit with these ids.
    func name(_ column: HitColumn, namespace: Int64, route: Int64) -> String? {
        switch column {
        case .namespace: namespaces[namespace]
        case .route: routes[route]?.label
        case .routeGroup: routes[route]?.group
        case .pattern: routes[route]?.pattern
        case .target: routes[route]?.target
        default: nil
        }
    }

    /// The ids for which a column shows one of the texts.
    func ids(_ column: HitColumn, _ texts: Set<String>) -> Set<Int64> {
        // Byte by byte, as SQLite compares: canonically equivalent texts are different names.
        let wanted = Set(texts.map { Array($0.utf8) })
        func isWanted(_ text: String?) -> Bool {
            text.map { wanted.contains(Array($0.utf8)) } == true
        }
        let ids = column == .namespace ? Array(namespaces.keys) : Array(routes.keys)
        return Set(ids.filter { isWanted(name(column, namespace: $0, route: $0)) })
    }
}
