import ArgumentParser
import RouteDB

/// Asks the registry and its history with SQL.
struct SQLCommand: RegistryCommand {
    static let configuration = CommandConfiguration(
        commandName: "sql",
        abstract: "Ask the registry and its history of hits with SQL that only reads.",
        discussion: """
            EXAMPLES:
              routedb sql 'SELECT target, count(*) FROM hits GROUP BY 1 ORDER BY 2 DESC'
              routedb sql "SELECT url, at FROM hits WHERE outcome = 'unmatched' LIMIT 20"
              routedb sql --csv - < monday.sql > monday.csv
              routedb sql 'PRAGMA table_info(hits)'

            'hits' has a row for each hit; 'time' is in microseconds, 'at' the same as
            text. Beside it stand the tables of the registry, as it is now, and of the
            history: 'PRAGMA table_list' names them. Docs/sql.md describes all columns.
            """)

    @Argument(help: ArgumentHelp("One statement; '-' reads it from standard input."))
    var statement: String

    @OptionGroup var history: HistoryOptions
    @OptionGroup var listing: ListingOptions
    @OptionGroup var global: GlobalOptions

    func run(in context: CommandContext) async throws {
        let format = try listing.format(global, in: context)
        let sql =
            statement == "-"
            ? String(decoding: try context.input.readAll(), as: UTF8.self) : statement
        let session = try history.openSession(global, in: context)
        let writer = RowWriter(format, to: context.output)
        try session.run(sql, head: { try writer.begin($0) }, row: { try writer.write($0) })
        try writer.end()
    }
}
