import RouteDBDatabase
import RouteDBRouting
import RouteDBSQLite

/// The table `suppression`.
struct SuppressionRecords {
    let database: Database

    /// All suppressions at a revision, oldest first; `nil` for the live ones.
    func all(at revision: Int64?) throws(RouteDBError) -> [LintSuppression] {
        let select: StaticString = """
            SELECT id, code, route, other_route, namespace, name, reason FROM suppression
            WHERE made_by <= ifnull(?1, made_by) AND (ended_by IS NULL OR ended_by > ?1)
            ORDER BY id
            """
        return try database.run(select) { statement in
            try statement.bind(revision, at: 1)
            var suppressions: [LintSuppression] = []
            while try statement.step() {
                guard let suppression = Self.suppression(statement) else {
                    throw database.corrupt("suppression \(statement.int(at: 0)) is invalid")
                }
                suppressions.append(suppression)
            }
            return suppressions
        }
    }

    /// Reads a suppression from a row, or returns `nil` if it is invalid; the columns are in the
    /// order of the select above.
    static func suppression(_ row: borrowing Statement) -> LintSuppression? {
        guard let code = LintCode(rawValue: row.string(at: 1)) else { return nil }
        return LintSuppression(
            id: row.int(at: 0), code: code, route: row.optionalInt(at: 2).map(RouteID.init),
            other: row.optionalInt(at: 3).map(RouteID.init),
            namespace: row.optionalInt(at: 4).map(NamespaceID.init),
            name: row.optionalString(at: 5), reason: row.string(at: 6))
    }

    /// The next unused id.
    func nextID() throws(RouteDBError) -> Int64 {
        try database.number("SELECT ifnull(max(id), 0) + 1 FROM suppression") ?? 1
    }

    /// The revision that removed a suppression, or `nil` if the id was never used.
    func end(of id: Int64) throws(RouteDBError) -> Int64? {
        try database.number("SELECT max(ended_by) FROM suppression WHERE id = ?1", id)
    }

    func insert(_ suppression: LintSuppression, revision: Int64) throws(RouteDBError) {
        let insert: StaticString = """
            INSERT INTO suppression
                (id, code, route, other_route, namespace, name, reason, made_by)
            VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)
            """
        try database.run(insert) { statement in
            try statement.bind(suppression.id, at: 1)
            try statement.bind(suppression.code.rawValue, at: 2)
            try statement.bind(suppression.route?.rawValue, at: 3)
            try statement.bind(suppression.other?.rawValue, at: 4)
            try statement.bind(suppression.namespace?.rawValue, at: 5)
            try statement.bind(suppression.name, at: 6)
            try statement.bind(suppression.reason, at: 7)
            try statement.bind(revision, at: 8)
            try statement.run()
        }
    }

    /// Ends a live suppression; one that the current revision added is deleted.
    func end(_ id: Int64, revision: Int64) throws(RouteDBError) {
        try database.run(
            "DELETE FROM suppression WHERE id = ?1 AND ended_by IS NULL AND made_by = ?2",
            id, revision)
        try database.run(
            "UPDATE suppression SET ended_by = ?2 WHERE id = ?1 AND ended_by IS NULL",
            id, revision)
    }

    /// Ends the live suppressions of findings about a route.
    func endAll(of route: RouteID, revision: Int64) throws(RouteDBError) {
        let ends: [StaticString] = [
            """
            DELETE FROM suppression
            WHERE (route = ?1 OR other_route = ?1) AND ended_by IS NULL AND made_by = ?2
            """,
            """
            UPDATE suppression SET ended_by = ?2
            WHERE (route = ?1 OR other_route = ?1) AND ended_by IS NULL
            """,
        ]
        for end in ends { try database.run(end, route.rawValue, revision) }
    }

    /// Ends the live suppressions of findings in a namespace.
    func endAll(of namespace: NamespaceID, revision: Int64) throws(RouteDBError) {
        try database.run(
            "DELETE FROM suppression WHERE namespace = ?1 AND ended_by IS NULL AND made_by = ?2",
            namespace.rawValue, revision)
        try database.run(
            "UPDATE suppression SET ended_by = ?2 WHERE namespace = ?1 AND ended_by IS NULL",
            namespace.rawValue, revision)
    }
}
