import RouteDBSQLite

/// The names for the ids in hits, from a registry; removed items have their last names.
struct HitNames: Sendable {
    struct Route: Sendable {
        /// The name, or the pattern of a route without a name.
        let label: String
        let pattern: String
        let target: String
    }

    private(set) var namespaces: [Int64: String] = [:]
    private(set) var routes: [Int64: Route] = [:]

    /// Creates an empty set of names.
    init() {}

    /// Reads the names that a registry has or had.
    init(_ database: Database) throws(RouteDBError) {
        // Later versions overwrite earlier ones.
        namespaces = try database.run("SELECT id, name FROM namespace ORDER BY made_by") {
            statement in
            var names: [Int64: String] = [:]
            while try statement.step() { names[statement.int(at: 0)] = statement.string(at: 1) }
            return names
        }
        let sql: StaticString =
            "SELECT id, ifnull(name, pattern), pattern, target FROM route ORDER BY made_by"
        routes = try database.run(sql) { statement in
            var routes: [Int64: Route] = [:]
            while try statement.step() {
                routes[statement.int(at: 0)] = Route(
                    label: statement.string(at: 1), pattern: statement.string(at: 2),
                    target: statement.string(at: 3))
            }
            return routes
        }
    }

    /// The text that a column shows for a hit with these ids.
    func name(_ column: HitColumn, namespace: Int64, route: Int64) -> String? {
        switch column {
        case .namespace: namespaces[namespace]
        case .route: routes[route]?.label
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
