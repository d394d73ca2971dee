/// A failure that SQLite reported, or that this layer reports in SQLite's terms.
///
/// It carries the SQL, and never a bound value. The text of ``description`` is for people and is
/// no contract.
package struct SQLiteError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The extended code.
    package let code: ResultCode
    /// What SQLite says about it.
    package let message: String
    /// The statement that failed, where there is one.
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
