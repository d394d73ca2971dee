/// A failure that SQLite reported, or that this layer reports in SQLite's terms.
///
/// It contains the SQL, but never bound values. The text of ``description`` is meant for people and
/// may change.
package struct SQLiteError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The extended code.
    package let code: ResultCode
    /// SQLite's message.
    package let message: String
    /// The SQL that failed, if there is any.
    package let sql: String?

    package init(code: ResultCode, message: String, sql: String? = nil) {
        self.code = code
        self.message = message
        self.sql = sql
    }

    package var description: String {
        guard let sql else { return "\(code): \(message)" }
        return "\(code): \(message) - while executing `\(sql)`"
    }
}
