import RouteDB

/// The largest inputs that the tool holds in memory, in bytes.
///
/// Each limit is far above any legitimate input, so that a wrong or hostile file leads to an error
/// rather than exhausting memory.
enum InputLimits {
    /// A URL on a line of its own; longer URLs are invalid anyway.
    static let url = URLLimits.bytes
    /// A line with a request, a test or a rule.
    static let objectLine = 16_777_216
    /// Any other JSON document.
    static let smallDocument = 16_777_216
    /// The plan of a route.
    static let plan = 1_048_576
    /// An SQL statement: SQLite's default limit.
    static let statement = 1_000_000
}
