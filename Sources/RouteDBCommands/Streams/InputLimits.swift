import RouteDB

/// How much of an input the tool holds in memory at once, in bytes.
///
/// Each is far more than an honest input has, so that a wrong or hostile file ends in an error, not
/// in memory.
package enum InputLimits {
    /// A URL on a line of its own; longer ones are invalid whatever they say.
    package static let url = URLLimits.bytes
    /// A line, or a record of CSV, of a file of routes.
    package static let routeLine = 1_048_576
    /// A line with a request, a test or a rule.
    package static let objectLine = 16_777_216
    /// A JSON document with routes.
    package static let document = 268_435_456
    /// A file that a registry is compared with, which is read more than once.
    package static let applied = 67_108_864
    /// A JSON document with something else.
    package static let smallDocument = 16_777_216
    /// How a target is shown.
    package static let plan = 1_048_576
    /// A statement of SQL: as many as SQLite reads unless it is built otherwise.
    package static let statement = 1_000_000
    /// The answer to a question.
    package static let answer = 1_024
}
