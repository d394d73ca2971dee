package import RouteDBSQLite

/// The connection to a registry or history, with the path and kind that errors name.
package struct Database {
    package let connection: Connection
    package let path: String
    package var kind: DatabaseKind
    /// The write-ahead log of a file that is read without it: once the log has content, what was
    /// read may be wrong.
    package var emptyLog: FileAccess?

    package init(connection: Connection, path: String, kind: DatabaseKind = .registry) {
        (self.connection, self.path, self.kind) = (connection, path, kind)
    }

    /// Calls a closure with the prepared statement of an SQL literal.
    package func run<Result>(
        _ sql: StaticString, _ body: (inout Statement) throws -> Result
    ) throws(RouteDBError) -> Result {
        do {
            return try connection.withStatement(sql, body)
        } catch {
            throw RouteDBError(error, path: path, kind: kind)
        }
    }

    /// Calls a closure with the prepared statement of composed SQL.
    package func run<Result>(
        _ sql: ComposedSQL, _ body: (inout Statement) throws -> Result
    ) throws(RouteDBError) -> Result {
        do {
            return try connection.withStatement(sql, body)
        } catch {
            throw RouteDBError(error, path: path, kind: kind)
        }
    }

    /// Calls a closure with a statement that is used once, composed of the names of our own tables
    /// and columns.
    package func run<Result>(
        composed sql: String, _ body: (inout Statement) throws -> Result
    ) throws(RouteDBError) -> Result {
        do {
            var statement = try connection.prepare(sql)
            return try body(&statement)
        } catch {
            throw RouteDBError(error, path: path, kind: kind)
        }
    }

    /// Runs a statement that returns no rows, with integer parameters.
    package func run(_ sql: StaticString, _ parameters: Int64...) throws(RouteDBError) {
        try run(sql) { statement in
            for (index, value) in parameters.enumerated() {
                try statement.bind(value, at: Int32(index + 1))
            }
            try statement.run()
        }
    }

    /// The first column of the first row, or `nil` if there is no row or the column is NULL.
    package func number(_ sql: StaticString, _ parameters: Int64...) throws(RouteDBError) -> Int64?
    {
        try run(sql) { statement in
            for (index, value) in parameters.enumerated() {
                try statement.bind(value, at: Int32(index + 1))
            }
            return try statement.step() ? statement.optionalInt(at: 0) : nil
        }
    }

    /// The sum that a statement returns as its first column, after checking that the minimum, its
    /// second column, is not negative; 0 if there are no rows.
    package func total(_ sql: StaticString) throws(RouteDBError) -> Int64 {
        try run(sql) { statement in
            guard try statement.step() else { return 0 }
            _ = try checked(statement.int(at: 1), 0 ... .max, statement.columnName(at: 1))
            return statement.int(at: 0)
        }
    }

    /// Runs a closure in a transaction, which is rolled back if the closure throws.
    package func transaction<Result>(
        _ kind: TransactionKind, _ body: () throws -> Result
    ) throws(RouteDBError) -> Result {
        let result: Result
        do {
            result = try connection.transaction(kind, body)
        } catch {
            throw RouteDBError(error, path: path, kind: self.kind)
        }
        try requireEmptyLog()
        return result
    }

    /// Checks, after a read, that no writer has begun to write a file that is read without its log.
    package func requireEmptyLog() throws(RouteDBError) {
        guard let emptyLog, emptyLog.hasBytes else { return }
        throw RouteDBError(
            .busy, "The \(kind) '\(path)' was written while it was read.", hint: "Try again.")
    }

    /// Returns a number from a row if it is within a range.
    package func checked(
        _ number: Int64, _ range: ClosedRange<Int64>, _ column: String
    ) throws(RouteDBError) -> Int64 {
        guard range.contains(number) else {
            throw corrupt("the value \(number) of the column '\(column)' is out of range")
        }
        return number
    }

    /// Creates the error for a row that breaks the file's rules.
    package func corrupt(_ what: String, underlying: (any Error)? = nil) -> RouteDBError {
        RouteDBError(
            .corrupt, "The \(kind) '\(path)' is damaged: \(what).",
            hint: kind.damageHint, underlying: underlying)
    }
}
