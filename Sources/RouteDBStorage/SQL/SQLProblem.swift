/// Why a text of SQL cannot be run.
package struct SQLProblem: Error, Hashable, Sendable, CustomStringConvertible {
    /// The text.
    package let sql: String
    /// The byte that the problem is about, if SQLite knows.
    package let offset: Int?
    /// What SQLite says.
    package let message: String

    package var description: String { message }
}
