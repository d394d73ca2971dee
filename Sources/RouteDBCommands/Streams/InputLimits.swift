import RouteDB

/// The largest inputs that the tool holds in memory, in bytes.
///
/// Each limit is far above any legitimate input, so that a wrong or hostile file leads to an error
/// rather than exhausting memory.
package enum InputLimits {
    /// A URL on a line of its own; longer URLs are invalid anyway.
    package static let url = URLLimits.bytes
    /// A line or CSV record of a route file.
    package static let routeLine = 1_048_576
    /// A line with a request, a test or a rule.
    package static let objectLine = 16_777_216
    /// A JSON document with routes.
    package static let document = 268_435_456
    /// A file that a registry is compared with, which is read more than once.
    package static let applied = 67_108_864
    /// Any other JSON document.
    package static let smallDocument = 16_777_216
    /// The plan of a route.
    package static let plan = 1_048_576
    /// An SQL statement: SQLite's default limit.
    package static let statement = 1_000_000
    /// The answer to a question.
    package static let answer = 1_024
}
