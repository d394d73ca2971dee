import RouteDBRouting
import RouteDBSQLite

extension RouteRecords {
    /// The next unused id.
    func nextID() throws(RouteDBError) -> Int64 {
        try database.number("SELECT ifnull(max(id), 0) + 1 FROM route") ?? 1
    }

    func insert(_ record: RouteRecord, revision: Int64) throws(RouteDBError) {
        let insert: StaticString = """
            INSERT INTO route (id, namespace, name, route_group, pattern, written, syntax, target,
                priority, is_enabled, made_by, kind, requirements, presentation)
            VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14)
            """
        try database.run(insert) { statement in
            try statement.bind(record.id.rawValue, at: 1)
            try statement.bind(record.namespace.rawValue, at: 2)
            try statement.bind(record.name, at: 3)
            try statement.bind(record.group, at: 4)
            try statement.bind(record.pattern ?? "", at: 5)
            try statement.bind(record.written, at: 6)
            try statement.bind(record.syntax, at: 7)
            try statement.bind(record.target, at: 8)
            try statement.bind(Int64(record.priority), at: 9)
            try statement.bind(record.isEnabled, at: 10)
            try statement.bind(revision, at: 11)
            try statement.bind(record.kind, at: 12)
            try statement.bind(record.requirements, at: 13)
            try statement.bind(record.presentation, at: 14)
            try statement.run()
        }
    }

    /// Ends the live version of a route; one that the current revision added is deleted.
    func end(_ id: RouteID, revision: Int64) throws(RouteDBError) {
        try database.run(
            "DELETE FROM route WHERE id = ?1 AND ended_by IS NULL AND made_by = ?2",
            id.rawValue, revision)
        try database.run(
            "UPDATE route SET ended_by = ?2 WHERE id = ?1 AND ended_by IS NULL",
            id.rawValue, revision)
    }
}
