import ArgumentParser
import RouteDB
import RouteDBTerminal
import RouteDBTraffic

/// Queries the registry and its history with SQL.
struct SQLCommand: RegistryCommand {
    static let configuration = CommandConfiguration(
        commandName: "sql",
        abstract: "Query the registry and its history of hits with read-only SQL.",
        discussion: """
            EXAMPLES:
              routedb sql 'SELECT target, count(*) FROM hits GROUP BY 1 ORDER BY 2 DESC'
              routedb sql "SELECT url, at FROM hits WHERE outcome = 'unmatched' LIMIT 20"
              routedb sql --csv - < monday.sql > monday.csv
              routedb sql 'PRAGMA table_info(hits)'

            The table 'hits' has a row for each hit; 'time' is in microseconds, and 'at' is
            the same time as text. The current tables of the registry and of the history
            can be queried too: 'PRAGMA table_list' lists them. Docs/sql.md describes the
            columns.
            """)

    @Argument(help: ArgumentHelp("One SQL statement; '-' reads it from standard input."))
    var statement: String

    @OptionGroup(title: "Limits") var limits: SQLLimitOptions
    @OptionGroup var history: HistoryOptions
    @OptionGroup var listing: ListingOptions
    @OptionGroup var global: GlobalOptions

    func run(in context: CommandContext) async throws {
        let format = try listing.format(global, in: context)
        let sql = statement == "-" ? try Self.statement(from: context.input) : statement
        let session = try history.openSession(
            global, limits: limits.limits(in: context), in: context)
        var keys = RowKeys([])
        var writer: RowWriter?
        try session.run(
            sql,
            head: { columns in
                keys = RowKeys(columns)
                writer = try RowWriter(
                    columns, in: Self.frame(keys), as: format, to: context.output)
            },
            row: { cells in
                try writer?.write({ cells[$0] }) { keys.append(to: &$0) { cells[$0].json } }
            })
        try writer?.end()
    }

    private static func frame(_ keys: RowKeys) -> RowWriter.Frame {
        // A result may have more rows than fit in memory.
        RowWriter.Frame(
            key: "rows", head: ["schema": 1, "columns": .array(keys.names.map(JSONValue.string))],
            measuredRows: 1_000, findsNumbers: false)
    }

    /// Reads the statement from standard input.
    private static func statement(from input: InputReader) throws -> String {
        guard let bytes = try input.readAll(limit: InputLimits.statement) else {
            throw CommandFailure(
                "invalidInput",
                "standard input: The statement is longer than \(InputLimits.statement) bytes.",
                hint: "Check that the input is SQL: 'routedb sql -' reads one statement.")
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}

/// The limits of an SQL statement.
struct SQLLimitOptions: ParsableArguments {
    private static let defaultTime = Duration.seconds(30)
    private static let defaultMemory: Int64 = 256 << 20

    @Option(
        help: ArgumentHelp(
            "The time limit, such as '90s' or '1h30m' (default: 30s; 0: none).",
            valueName: "duration"),
        transform: Self.duration)
    var timeout: Duration?

    @Option(
        help: ArgumentHelp(
            "The memory limit, such as '1G' (default: 256MB; 0: none).", valueName: "size"),
        transform: ByteSize.init)
    var memory: ByteSize?

    /// Returns the limits of a statement.
    func limits(in context: CommandContext) -> SQLLimits {
        let defaults = context.isProcess ? (Self.defaultTime, Self.defaultMemory) : (.zero, 0)
        let time = timeout ?? defaults.0
        let bytes = memory?.bytes ?? defaults.1
        return SQLLimits(
            time: time == .zero ? nil : time, memoryBytes: bytes == 0 ? nil : bytes)
    }

    /// Parses `0`, `30s`, `500ms` or `1h30m`.
    private static func duration(_ text: String) throws -> Duration {
        if text == "0" { return .zero }
        guard let microseconds = DurationText.microseconds(text) else {
            throw ValidationError(
                "'\(text)' is not a valid duration; examples are '30s', '500ms' and '1h30m'.")
        }
        return .microseconds(microseconds)
    }
}
