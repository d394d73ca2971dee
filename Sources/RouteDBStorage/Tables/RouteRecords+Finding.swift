import RouteDBDatabase
import RouteDBRouting
import RouteDBSQLite

extension Versions<RouteRecord> {
    /// The live route with an id.
    func find(_ id: RouteID) throws(RouteDBError) -> RouteRecord? { try find(id: id.rawValue) }

    /// The live routes of a namespace with a canonical pattern, oldest first.
    func ids(
        in namespace: NamespaceID, pattern: String
    ) throws(RouteDBError) -> [RouteID] {
        let select: StaticString = """
            SELECT id FROM route
            WHERE namespace = ?1 AND pattern = ?2 AND syntax <> '' AND ended_by IS NULL
            ORDER BY +id
            """
        return try database.run(select) { statement in
            try statement.bind(namespace.rawValue, at: 1)
            try statement.bind(pattern, at: 2)
            return try ids(&statement)
        }
    }

    /// The live routes of a namespace with a canonical pattern and a kind, or without kind, oldest
    /// first.
    func ids(
        in namespace: NamespaceID, pattern: String, kind: String?
    ) throws(RouteDBError) -> [RouteID] {
        // The index has the kinds without regard to case, in which methods of HTTP may be written.
        let select: StaticString =
            if kind == nil {
                """
                SELECT id, kind FROM route
                WHERE namespace = ?1 AND pattern = ?2 AND kind IS NULL AND syntax <> ''
                    AND ended_by IS NULL
                ORDER BY +id
                """
            } else {
                """
                SELECT id, kind FROM route
                WHERE namespace = ?1 AND pattern = ?2 AND kind = ?3 COLLATE NOCASE AND syntax <> ''
                    AND ended_by IS NULL
                ORDER BY +id
                """
            }
        return try database.run(select) { statement in
            try statement.bind(namespace.rawValue, at: 1)
            try statement.bind(pattern, at: 2)
            if let kind { try statement.bind(kind, at: 3) }
            var ids: [RouteID] = []
            while try statement.step() {
                guard RouteKind.areSame(statement.optionalString(at: 1), kind) else { continue }
                ids.append(RouteID(rawValue: statement.int(at: 0)))
            }
            return ids
        }
    }

    /// The live route with a name, in a group of a namespace or in no group.
    func id(
        in namespace: NamespaceID, group: String?, name: String
    ) throws(RouteDBError) -> RouteID? {
        let select: StaticString = """
            SELECT id FROM route
            WHERE name = ?1 AND namespace = ?2 AND ifnull(route_group, '') = ?3
                AND ended_by IS NULL
            """
        return try database.run(select) { statement in
            try statement.bind(name, at: 1)
            try statement.bind(namespace.rawValue, at: 2)
            try statement.bind(group ?? "", at: 3)
            return try ids(&statement).first
        }
    }

    /// The live routes with a name in any namespace and group, oldest first.
    func ids(named name: String) throws(RouteDBError) -> [RouteID] {
        let select: StaticString = """
            SELECT id FROM route WHERE name = ?1 AND ended_by IS NULL ORDER BY id
            """
        return try database.run(select) { statement in
            try statement.bind(name, at: 1)
            return try ids(&statement)
        }
    }

    /// The live routes of a namespace, oldest first.
    func ids(in namespace: NamespaceID) throws(RouteDBError) -> [RouteID] {
        let select: StaticString = """
            SELECT id FROM route WHERE namespace = ?1 AND ended_by IS NULL ORDER BY id
            """
        return try database.run(select) { statement in
            try statement.bind(namespace.rawValue, at: 1)
            return try ids(&statement)
        }
    }

    /// The number of live routes of a namespace.
    func count(in namespace: NamespaceID) throws(RouteDBError) -> Int64 {
        try database.number(
            "SELECT count(*) FROM route WHERE namespace = ?1 AND ended_by IS NULL",
            namespace.rawValue) ?? 0
    }

    private func ids(_ statement: inout Statement) throws -> [RouteID] {
        var ids: [RouteID] = []
        while try statement.step() { ids.append(RouteID(rawValue: statement.int(at: 0))) }
        return ids
    }
}
