extension Connection {
    /// Reads a pragma whose value is a number.
    package func pragma(_ name: StaticString) throws(SQLiteError) -> Int64 {
        var statement = try prepare("PRAGMA \(name)")
        guard try statement.step() else { throw Self.noAnswer(to: name) }
        return statement.int(at: 0)
    }

    /// Reads a pragma whose value is text.
    package func pragmaText(_ name: StaticString) throws(SQLiteError) -> String {
        var statement = try prepare("PRAGMA \(name)")
        guard try statement.step() else { throw Self.noAnswer(to: name) }
        return statement.string(at: 0)
    }

    /// Sets a pragma to a number.
    @discardableResult
    package func setPragma(_ name: StaticString, to value: Int) throws(SQLiteError) -> Int64? {
        var statement = try prepare("PRAGMA \(name) = \(value)")
        let answer = try statement.step() ? statement.optionalInt(at: 0) : nil
        try statement.run()
        return answer
    }

    /// Sets a pragma to a word.
    @discardableResult
    package func setPragma(
        _ name: StaticString, to value: StaticString
    ) throws(SQLiteError) -> String? {
        var statement = try prepare("PRAGMA \(name) = \(value)")
        return try statement.step() ? statement.optionalString(at: 0) : nil
    }

    /// A number that changes whenever another connection commits to the file.
    ///
    /// Compare only values of the same connection, whose own commits do not change it. The statement
    /// stays prepared and holds no lock afterwards.
    package func dataVersion() throws(SQLiteError) -> Int64 {
        var statement = try cachedStatement("PRAGMA data_version")
        guard try statement.step() else { throw Self.noAnswer(to: "data_version") }
        return statement.int(at: 0)
    }

    private static func noAnswer(to name: StaticString) -> SQLiteError {
        SQLiteError(code: .notFound, message: "the pragma returned no value", sql: "PRAGMA \(name)")
    }
}
