package import RouteDB
package import RouteDBDatabase
import RouteDBSQLite

#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// A new SQLite file with ordinary tables.
///
/// It is written under a temporary name and then renamed, so that no reader sees an incomplete
/// file.
package final class SQLTableFile {
    /// A column of a table: its name, which needs no quotes, and its type with its constraints.
    package typealias Column = (name: String, type: String)

    private let path: String
    private let unfinishedPath: String
    private let database: Database
    private var isFinished = false

    /// Creates a file.
    package init(path: String, within limit: FileLimit?) throws(RouteDBError) {
        self.path = path
        unfinishedPath = "\(path).\(getpid()).tmp"
        // The call reads the path only until it returns.
        _ = unsafe unlink(unfinishedPath)
        limit?.prepareFile(at: unfinishedPath, isCompanion: false)
        do {
            let connection = try Connection(path: unfinishedPath, mode: .create)
            database = Database(connection: connection, path: path)
            // No other process uses the file yet, and after a failure it is removed.
            try connection.setPragma("journal_mode", to: "OFF")
            try connection.setPragma("locking_mode", to: "EXCLUSIVE")
            try connection.execute("BEGIN")
        } catch {
            // The call reads the path only until it returns.
            _ = unsafe unlink(unfinishedPath)
            throw Self.failure(error, path)
        }
    }

    deinit {
        guard !isFinished else { return }
        // Unlinking before closing is safe, since no other process uses the file.
        // The call reads the path only until it returns.
        _ = unsafe unlink(unfinishedPath)
    }

    /// Creates a table with the rows that a closure provides.
    package func add(
        _ table: String, columns: [Column],
        rows: (_ write: ([SQLCell]) throws -> Void) throws -> Void
    ) throws {
        let list = columns.map { "\($0.name) \($0.type)" }.joined(separator: ", ")
        try execute("CREATE TABLE \(table) (\(list))")
        let marks = columns.indices.map { "?\($0 + 1)" }.joined(separator: ", ")
        var statement = try database.connection.prepare("INSERT INTO \(table) VALUES (\(marks))")
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

    /// Runs a script of ours.
    package func execute(_ script: String) throws(RouteDBError) {
        do {
            try database.connection.execute(script)
        } catch {
            throw Self.failure(error, path)
        }
    }

    /// Moves the file to its place.
    package func finish() throws(RouteDBError) {
        try execute("COMMIT")
        do {
            try database.connection.close()
        } catch {
            throw Self.failure(error, path)
        }
        // The call reads the paths only until it returns.
        guard unsafe rename(unfinishedPath, path) == 0 else {
            throw RouteDBError(.permissionDenied, "The file '\(path)' cannot be replaced.")
        }
        isFinished = true
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
