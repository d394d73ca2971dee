import RouteDB

/// Which hits a command is about, as a condition of SQL on `hits`.
struct HitSQLSelection {
    /// The condition with `WHERE` before it; empty if all hits are wanted.
    private(set) var condition = ""
    private(set) var parameters: [SQLCell] = []

    /// Adds a condition, whose values are `?`.
    mutating func require(_ text: String, _ values: [SQLCell]) {
        condition += (condition.isEmpty ? " WHERE " : " AND ") + text
        parameters += values
    }
}
