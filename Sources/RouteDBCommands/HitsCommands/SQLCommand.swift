import ArgumentParser
import RouteDB
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
        let writer = RowWriter(format, to: context.output)
        try session.run(sql, head: { try writer.begin($0) }, row: { try writer.write($0) })
        try writer.end()
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
