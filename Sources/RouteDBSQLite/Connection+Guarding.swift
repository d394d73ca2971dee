internal import RouteDBCSQLite

extension Connection {
    /// How many of SQLite's instructions run between two questions: some tens of microseconds.
    private static let instructionsPerQuestion: Int32 = 4_096

    /// Asks now and then, while statements run, whether to stop them: they then fail with
    /// ``ResultCode/interrupt``.
    package func stopStatements(when shouldStop: @escaping () -> Bool) throws(SQLiteError) {
        let question = StopQuestion(shouldStop)
        // The handle is gone before the connection, and with it the callback.
        callbackObjects.append(question)
        sqlite3_progress_handler(
            try open(), Self.instructionsPerQuestion,
            { context in
                guard let context else { return 0 }
                let question = Unmanaged<StopQuestion>.fromOpaque(context)
                return question.takeUnretainedValue().shouldStop() ? 1 : 0
            }, Unmanaged.passUnretained(question).toOpaque())
    }

    /// Refuses all statements from now on, with ``ResultCode/auth``, that do more than
    /// read: those that write, attach, begin or end transactions, set a pragma, or load code.
    package func allowOnlyReading() throws(SQLiteError) {
        try setPragma("query_only", to: "ON")
        try check(
            sqlite3_set_authorizer(
                try open(),
                { _, action, first, second, _, _ in
                    switch action {
                    case SQLITE_SELECT, SQLITE_READ, SQLITE_RECURSIVE: SQLITE_OK
                    case SQLITE_FUNCTION:
                        isNamed(second, "load_extension") ? SQLITE_DENY : SQLITE_OK
                    case SQLITE_PRAGMA:
                        readingPragmas.contains { isNamed(first, $0) } ? SQLITE_OK : SQLITE_DENY
                    default: SQLITE_DENY
                    }
                }, nil))
    }

    /// The byte of the SQL that the error just thrown is about; nil if SQLite does not know.
    package var errorOffset: Int? {
        guard let handle = try? open() else { return nil }
        let offset = routedb_error_offset(handle)
        return offset < 0 ? nil : Int(offset)
    }

    /// Attaches the file of a URI, as SQLite describes them, to a connection that
    /// ``inMemory(busyTimeoutMilliseconds:)`` made.
    ///
    /// Only so can a file be opened in another mode than the connection.
    package func attach(uri: String, as name: StaticString) throws(SQLiteError) {
        var statement = try prepare("ATTACH ?1 AS \(name)")
        try statement.bind(uri, at: 1)
        try statement.run()
    }
}

/// Keeps the question of ``Connection/stopStatements(when:)`` where SQLite keeps an address.
private final class StopQuestion {
    let shouldStop: () -> Bool

    init(_ shouldStop: @escaping () -> Bool) { self.shouldStop = shouldStop }
}

/// The pragmas that tell of schemas, and can change nothing.
private let readingPragmas = [
    "collation_list", "compile_options", "database_list", "foreign_key_list", "function_list",
    "index_info", "index_list", "index_xinfo", "module_list", "pragma_list", "table_info",
    "table_list", "table_xinfo",
]

private func isNamed(_ name: UnsafePointer<CChar>?, _ word: String) -> Bool {
    name.map { sqlite3_stricmp($0, word) == 0 } ?? false
}
