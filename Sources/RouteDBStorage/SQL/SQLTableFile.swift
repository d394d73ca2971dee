import RouteDBSQLite

#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// A new SQLite file with one ordinary table.
///
/// It is written under a temporary name and then renamed, so that no reader sees an incomplete
/// file.
package final class SQLTableFile {
    private let path: String
    private let unfinishedPath: String
    private let database: Database
    private let insertion: String
    private var isFinished = false

    /// Creates a file.
    ///
    /// - Parameters:
    ///   - path: The path; an existing file is replaced at the end.
    ///   - limit: The file's permissions do not exceed this limit.
    ///   - table: The name of the table.
    ///   - columns: The names of its columns with their types. Like the table's name, they come
    ///     from our code and need no quoting.
    /// - Throws: `permissionDenied`, `readOnly`, `full`, `storageFailure`.
    package init(
        path: String, within limit: FileLimit?, table: String,
        columns: [(name: String, type: String)]
    ) throws(RouteDBError) {
        self.path = path
        unfinishedPath = "\(path).\(getpid()).tmp"
        _ = unlink(unfinishedPath)
        limit?.prepareFile(at: unfinishedPath, isCompanion: false)
        let marks = columns.indices.map { "?\($0 + 1)" }.joined(separator: ", ")
        insertion = "INSERT INTO \(table) VALUES (\(marks))"
        let list = columns.map { "\($0.name) \($0.type)" }.joined(separator: ", ")
        do {
            let connection = try Connection(path: unfinishedPath, mode: .create)
            database = Database(connection: connection, path: path)
            // No other process uses the file yet, and after a failure it is removed.
            try connection.setPragma("journal_mode", to: "OFF")
            try connection.setPragma("locking_mode", to: "EXCLUSIVE")
            try connection.execute("BEGIN; CREATE TABLE \(table) (\(list))")
        } catch {
            _ = unlink(unfinishedPath)
            throw Self.failure(error, path)
        }
    }

    deinit {
        guard !isFinished else { return }
        // Unlinking before closing is safe, since no other process uses the file.
        _ = unlink(unfinishedPath)
    }

    /// Writes the rows that a closure provides, and moves the file to its path.
    ///
    /// - Throws: `full`, `storageFailure`; any error that the closure throws.
    package func finish(
        writing rows: (_ write: ([SQLCell]) throws -> Void) throws -> Void
    ) throws {
        try write(rows)
        do {
            try database.connection.execute("COMMIT")
            try database.connection.close()
        } catch {
            throw Self.failure(error, path)
        }
        guard rename(unfinishedPath, path) == 0 else {
            throw RouteDBError(.permissionDenied, "The file '\(path)' cannot be replaced.")
        }
        isFinished = true
    }

    private func write(
        _ rows: (_ write: ([SQLCell]) throws -> Void) throws -> Void
    ) throws {
        var statement = try database.connection.prepare(insertion)
        try rows { cells in
            do {
                for (index, cell) in cells.enumerated() {
                    try statement.bind(cell, at: Int32(index + 1))
                }
                try statement.run()
            } catch {
                throw Self.failure(error, path)
            }
        }
    }

    private static func failure(_ error: any Error, _ path: String) -> RouteDBError {
        guard let error = error as? SQLiteError else {
            return RouteDBError(error, path: path)
        }
        if case .cannotOpen = error.code.primary {
            return RouteDBError(
                .permissionDenied, "No permission to create the file '\(path)'.",
                hint: "Give a path in an existing, writable directory.",
                underlying: error)
        }
        if case .full = error.code.primary {
            return RouteDBError(
                .full, "The disk of '\(path)' is full; no file was created.",
                hint: "Free some space, then try again.", underlying: error)
        }
        return RouteDBError(
            .storageFailure, "'\(path)' cannot be written: \(error.message).", underlying: error)
    }
}
