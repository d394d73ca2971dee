package import RouteDB
package import RouteDBDatabase
package import RouteDBHistory
import RouteDBRouting
import RouteDBSQLite
import RouteDBStorage

/// Runs read-only SQL over a registry and its history.
///
/// - The registry is copied into memory, as the schema `main`, so that a long query never blocks a
///   writer of the registry.
/// - The history is attached read-only, as the schema `history`. The virtual table `hits` presents
///   its hits as rows; see ``HitColumn``.
/// - All statements of a session read the same snapshot. While the session exists, the history's
///   write-ahead log cannot be reset.
///
/// A session is confined to one thread at a time.
package final class SQLSession {
    private var database: Database
    private let table: HitsTable
    private let functions: URLFunctions
    private let limits: SQLLimits
    private let clock: StatementClock
    /// True if there is a registry, and so its tables.
    package let hasRegistry: Bool
    /// A notice for the user about the registry; see ``RegistryStore/copyNotice``.
    package let notice: RouteDBError?

    /// Opens a session.
    package init(
        registry: String?, history: String?, busyTimeout: Duration = .seconds(5),
        limits: SQLLimits = SQLLimits(),
        stoppingWhen shouldStop: @escaping () -> Bool = { false }
    ) throws(RouteDBError) {
        let path = history ?? registry ?? ""
        hasRegistry = registry != nil
        self.limits = limits
        let clock = StatementClock(limits.time)
        self.clock = clock
        do {
            let connection = try Connection.inMemory(busyTimeout: busyTimeout)
            database = Database(
                connection: connection, path: path, kind: history == nil ? .registry : .history)
            var names = HitNames()
            var notice: RouteDBError?
            if let registry {
                let store = try RegistryStore.open(
                    path: registry, mode: .reading, busyTimeout: busyTimeout)
                try store.migrator.requireOwnViews()
                try store.database.connection.backUp(to: connection)
                notice = store.copyNotice
                names = try HitNames(database)
            }
            if let history {
                // Refuses a file that is not a history, or that this version cannot read.
                let reader = try HitsReader(path: history, busyTimeout: busyTimeout)
                try Migrator(database: reader.database, scripts: reader.scripts).requireOwnViews()
                database.emptyLog = reader.database.emptyLog
                try connection.setCheckpointsOnClose(false)
                let mode = database.emptyLog == nil ? "mode=ro" : "mode=ro&immutable=1"
                try connection.attach(uri: Self.uri(history, mode), as: "history")
            }
            self.notice = notice
            try database.run("BEGIN DEFERRED")
            let count =
                history == nil ? 0 : try SegmentRecords(database: database).summary().hits
            table = HitsTable(
                connection: connection, path: history, count: count, names: names)
            try Self.requireNoHits(database, hasHistory: history != nil)
            try connection.register(table, as: "hits")
            functions = URLFunctions(registry == nil ? nil : database, names: names)
            try functions.register(on: connection)
            // Declares the table's columns, which is not allowed once the connection is read-only.
            _ = try connection.prepare("SELECT 1 FROM hits")
            if let bytes = limits.mostValueBytes { try connection.limitValues(toBytes: bytes) }
            if let bytes = limits.patternBytes { try connection.limitPatterns(toBytes: bytes) }
            try connection.stopStatements(every: limits.instructions) {
                shouldStop() || clock.isOver
            }
            try connection.allowOnlyReading()
        } catch {
            throw RouteDBError(error, path: path, kind: history == nil ? .registry : .history)
        }
    }

    /// Reads the history of the session, which must have one, in the snapshot that statements read.
    package var history: HitsReader { HitsReader(within: database) }

    /// Throws if a user's table or view hides the virtual table `hits`.
    private static func requireNoHits(
        _ database: Database, hasHistory: Bool
    ) throws(RouteDBError) {
        for schema in hasHistory ? ["main", "history"] : ["main"] {
            let sql = "SELECT 1 FROM \(schema).sqlite_schema WHERE name = 'hits' COLLATE NOCASE"
            guard try database.run(composed: sql, { try $0.step() }) else { continue }
            throw RouteDBError(
                .schemaMismatch,
                "The \(schema == "main" ? "registry" : "history") has a table or view named"
                    + " 'hits', which hides the virtual table `hits`.",
                hint: "Rename it with the program that created it.")
        }
    }

    private static func uri(_ path: String, _ mode: String) -> String {
        let isAbsolute = path.utf8.first == UInt8(ascii: "/")
        return "file:\((isAbsolute ? path : "./" + path).percentEncoded)?\(mode)"
    }

    /// Runs one statement.
    package func run(
        _ sql: String, _ parameters: [SQLCell] = [], head: ([String]) throws -> Void = { _ in },
        row: ([SQLCell]) throws -> Void
    ) throws {
        try StatementMemory.limited(to: limits.memoryBytes) {
            try runWithinMemory(sql, parameters, head: head, row: row)
        }
    }

    private func runWithinMemory(
        _ sql: String, _ parameters: [SQLCell], head: ([String]) throws -> Void,
        row: ([SQLCell]) throws -> Void
    ) throws {
        clock.reset()
        var statement = try prepare(sql)
        for (index, cell) in parameters.enumerated() {
            try statement.bind(cell, at: Int32(index + 1))
        }
        let count = statement.columnCount
        try head((0..<count).map { statement.columnName(at: $0) })
        var cells: [SQLCell] = []
        while try step(&statement, sql) {
            cells.removeAll(keepingCapacity: true)
            for index in 0..<count { cells.append(statement.cell(at: index)) }
            try row(cells)
        }
        try database.requireEmptyLog()
    }

    private func prepare(_ sql: String) throws(RouteDBError) -> Statement {
        do {
            return try clock.counting { () throws(SQLiteError) in
                try database.connection.prepare(sql)
            }
        } catch {
            throw failure(error, sql)
        }
    }

    private func step(_ statement: inout Statement, _ sql: String) throws(RouteDBError) -> Bool {
        do {
            return try clock.counting { () throws(SQLiteError) in try statement.step() }
        } catch {
            throw failure(error, sql)
        }
    }

    private func failure(_ error: SQLiteError, _ sql: String) -> RouteDBError {
        if let excess = excess(error) {
            _ = table.takeFailure()
            _ = functions.takeFailure()
            return excess
        }
        if let failure = table.takeFailure() {
            return RouteDBError(failure, path: database.path, kind: .history)
        }
        if let failure = functions.takeFailure() { return failure }
        switch error.code.primary {
        case .auth where error.message.hasPrefix("not authorized to use function"):
            return RouteDBError(
                .readOnly, "The SQL cannot be run: \(error.message).",
                hint: "SQL can call the functions that SQLite documents, except those that reach"
                    + " outside the database.", underlying: error)
        case .auth:
            return RouteDBError(
                .readOnly, "Only SQL statements that read are allowed.",
                hint: "Use commands such as 'add' and 'remove' to change the registry.",
                underlying: error)
        case .error, .misuse, .range, .mismatch, .tooBig:
            let problem = SQLProblem(
                sql: sql, offset: database.connection.errorOffset, message: error.message)
            return RouteDBError(
                .invalidSQL, "The SQL statement failed: \(error.message).",
                hint: hint(error.message), underlying: problem)
        default:
            return RouteDBError(error, path: database.path, kind: .history)
        }
    }

    /// The error for a statement that exceeds a limit.
    private func excess(_ error: SQLiteError) -> RouteDBError? {
        let (message, hint): (String, String)
        switch error.code.primary {
        case .interrupt where clock.isOver:
            message =
                "The statement was stopped: it ran longer than"
                + " \(DurationText.text((limits.time ?? .zero).wholeMicroseconds))."
            hint = "Allow more time with '--timeout', or any time with '--timeout 0'."
        case .noMemory:
            message =
                "The statement was stopped: it needs more memory than"
                + " \((limits.memoryBytes ?? 0) >> 20) MiB."
            hint = "Allow more memory with '--memory', or any amount with '--memory 0'."
        case .tooBig where limits.mostValueBytes != nil:
            message =
                "The statement was stopped: a value would be longer than"
                + " \((limits.mostValueBytes ?? 0) >> 10) KiB"
                + (limits.valueBytes == nil ? ", a quarter of the memory it may use." : ".")
            hint = "Allow more memory with '--memory', or any amount with '--memory 0'."
        default: return nil
        }
        // Callers of a service have no options.
        let isTold = limits.valueBytes == nil
        return RouteDBError(
            .limitExceeded, message,
            hint: isTold ? hint : "Read fewer rows, or shorter values.", underlying: error)
    }

    /// A suggestion for a misspelled name, or where to find the names.
    private func hint(_ message: String) -> String? {
        let word = message.split(separator: " ").last.map(String.init) ?? ""
        let name = word.split(separator: ".").last.map(String.init) ?? ""
        let (known, all): ([String], String)
        if message.hasPrefix("no such column: ") {
            known = HitColumn.allCases.map(\.rawValue)
            all =
                "`PRAGMA table_info(hits)` lists the columns of `hits`, or any other table;"
                + " put text in single quotes."
        } else if message.hasPrefix("no such table: ") {
            // A schema that is not attached has no tables.
            let names = ["main", "history"].map { (try? tables(of: $0)) ?? [] }
            known = ["hits"] + names.joined()
            all = "The tables are: \(known.sorted().joined(separator: ", "))."
        } else if message.hasPrefix("near \"group\"") {
            return "`GROUP` is a word of SQL; the group of a route is the column `route_group`."
        } else {
            return nil
        }
        return NameSuggestion.didYouMean(name, among: known) ?? all
    }

    private func tables(of schema: String) throws(RouteDBError) -> [String] {
        let sql = "SELECT name FROM \(schema).sqlite_schema WHERE type IN ('table', 'view')"
        return try database.run(composed: sql) { statement in
            var names: [String] = []
            while try statement.step() {
                let name = statement.string(at: 0)
                if !name.hasPrefix("sqlite_") { names.append(name) }
            }
            return names
        }
    }
}
