extension Connection {
    /// Reads a pragma that answers with a number.
    ///
    /// - Throws: ``ResultCode/notFound`` if SQLite has no answer: it ignores unknown pragmas.
    package func pragma(_ name: StaticString) throws(SQLiteError) -> Int64 {
        var statement = try prepare("PRAGMA \(name)")
        guard try statement.step() else { throw Self.noAnswer(to: name) }
        return statement.int(at: 0)
    }

    /// Reads a pragma that answers with text.
    ///
    /// - Throws: ``ResultCode/notFound`` if SQLite has no answer.
    package func pragmaText(_ name: StaticString) throws(SQLiteError) -> String {
        var statement = try prepare("PRAGMA \(name)")
        guard try statement.step() else { throw Self.noAnswer(to: name) }
        return statement.string(at: 0)
    }

    /// Sets a pragma to a number.
    ///
    /// - Returns: what SQLite answers, if it does: the value now in force may be another.
    @discardableResult
    package func setPragma(_ name: StaticString, to value: Int) throws(SQLiteError) -> Int64? {
        var statement = try prepare("PRAGMA \(name) = \(value)")
        let answer = try statement.step() ? statement.optionalInt(at: 0) : nil
        try statement.run()
        return answer
    }

    /// Sets a pragma to a word.
    ///
    /// - Returns: what SQLite answers, if it does: the value now in force may be another, as with
    ///   a journal mode that cannot be changed.
    @discardableResult
    package func setPragma(
        _ name: StaticString, to value: StaticString
    ) throws(SQLiteError) -> String? {
        var statement = try prepare("PRAGMA \(name) = \(value)")
        return try statement.step() ? statement.optionalString(at: 0) : nil
    }

    /// A number that changes when another connection has committed to the file.
    ///
    /// Only values of one connection compare. This connection's own commits do not change it. It
    /// stays prepared, and holds no lock afterwards.
    package func dataVersion() throws(SQLiteError) -> Int64 {
        var statement = try cachedStatement("PRAGMA data_version")
        guard try statement.step() else { throw Self.noAnswer(to: "data_version") }
        return statement.int(at: 0)
    }

    private static func noAnswer(to name: StaticString) -> SQLiteError {
        SQLiteError(code: .notFound, message: "the pragma has no answer", sql: "PRAGMA \(name)")
    }
}
