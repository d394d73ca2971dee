import RouteDB

/// The hits that a command applies to, as an SQL condition on `hits`.
struct HitSQLSelection {
    /// The condition, starting with `WHERE`; empty to select all hits.
    private(set) var condition = ""
    private(set) var parameters: [SQLCell] = []

    /// Adds a condition with a `?` for each value.
    mutating func require(_ text: String, _ values: [SQLCell]) {
        condition += (condition.isEmpty ? " WHERE " : " AND ") + text
        parameters += values
    }
}
