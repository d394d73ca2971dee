/// Why an SQL text cannot be run.
package struct SQLProblem: Error, Hashable, Sendable, CustomStringConvertible {
    /// The SQL text.
    package let sql: String
    /// The byte offset of the problem, if SQLite reports it.
    package let offset: Int?
    /// SQLite's message.
    package let message: String

    package var description: String { message }
}
