import RouteDBDatabase
import RouteDBSQLite

/// A table whose rows are versions of items, each with the revision that added it and the one that
/// ended it.
///
/// Digests, rollbacks and their checks use this list only. Its order is the order of the digests,
/// so new tables must be appended.
struct VersionedTable {
    let name: String
    /// The query for the rows that a revision added.
    let made: StaticString
    /// The query for the rows that a revision ended.
    let ended: StaticString

    static let all = [
        VersionedTable(
            name: "namespace",
            made: "SELECT * FROM namespace WHERE made_by = ?1 ORDER BY version_id",
            ended: "SELECT version_id FROM namespace WHERE ended_by = ?1 ORDER BY version_id"),
        VersionedTable(
            name: "namespace_binding",
            made: "SELECT * FROM namespace_binding WHERE made_by = ?1 ORDER BY version_id",
            ended:
                "SELECT version_id FROM namespace_binding WHERE ended_by = ?1 ORDER BY version_id"),
        VersionedTable(
            name: "route",
            made: "SELECT * FROM route WHERE made_by = ?1 ORDER BY version_id",
            ended: "SELECT version_id FROM route WHERE ended_by = ?1 ORDER BY version_id"),
        VersionedTable(
            name: "default_value",
            made: "SELECT * FROM default_value WHERE made_by = ?1 ORDER BY version_id",
            ended: "SELECT version_id FROM default_value WHERE ended_by = ?1 ORDER BY version_id"),
        VersionedTable(
            name: "converter",
            made: "SELECT * FROM converter WHERE made_by = ?1 ORDER BY version_id",
            ended: "SELECT version_id FROM converter WHERE ended_by = ?1 ORDER BY version_id"),
        VersionedTable(
            name: "access_rule",
            made: "SELECT * FROM access_rule WHERE made_by = ?1 ORDER BY version_id",
            ended: "SELECT version_id FROM access_rule WHERE ended_by = ?1 ORDER BY version_id"),
        VersionedTable(
            name: "suppression",
            made: "SELECT * FROM suppression WHERE made_by = ?1 ORDER BY version_id",
            ended: "SELECT version_id FROM suppression WHERE ended_by = ?1 ORDER BY version_id"),
        VersionedTable(
            name: "test_case",
            made: "SELECT * FROM test_case WHERE made_by = ?1 ORDER BY version_id",
            ended: "SELECT version_id FROM test_case WHERE ended_by = ?1 ORDER BY version_id"),
    ]

    /// The tables that exist; while migrations run, later tables do not exist yet.
    static func existing(in database: Database) throws(RouteDBError) -> [VersionedTable] {
        let names = try database.run("SELECT name FROM sqlite_schema WHERE type = 'table'") {
            statement in
            var names: Set<String> = []
            while try statement.step() { names.insert(statement.string(at: 0)) }
            return names
        }
        return all.filter { names.contains($0.name) }
    }
}
