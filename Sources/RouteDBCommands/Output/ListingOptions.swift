package import ArgumentParser
package import RouteDBTerminal

/// The options of commands that print a list.
package struct ListingOptions: ParsableArguments {
    @Option(
        name: [.customShort("f"), .customLong("format")],
        help: ArgumentHelp(
            """
            The output format: table, tsv, csv, json, ndjson or markdown (default: table on a \
            terminal, otherwise tsv, which is tab-separated and has no header).
            """, valueName: "format"),
        completion: .list(ListingFormat.Kind.allCases.map(\.rawValue)),
        transform: EnumArgument.read)
    package var kind: ListingFormat.Kind?

    @Flag(help: "The same as '--format csv'.")
    package var csv = false

    @Flag(help: "The same as '--format ndjson': one JSON object per line.")
    package var ndjson = false

    @Option(
        help: ArgumentHelp(
            "The columns to show in a table, CSV or TSV, separated by commas; may be repeated.",
            valueName: "names"))
    package var columns: [String] = []

    @Flag(help: "Show every column of a table in full, even if it does not fit the terminal.")
    package var wide = false

    package init() {}

    package func validate() throws {
        if csv && ndjson { throw ValidationError("Use only one of '--csv' and '--ndjson'.") }
    }

    /// Returns whether a format was chosen.
    func isChosen(_ global: GlobalOptions) -> Bool {
        kind != nil || csv || ndjson || global.json || global.table
    }

    /// Returns the format of the output, and lets a pager show it.
    package func format(_ global: GlobalOptions, in context: CommandContext) throws -> ListingFormat
    {
        let asked: [(Bool, ListingFormat.Kind)] = [
            (global.json, .json), (global.table, .table), (csv, .csv), (ndjson, .ndjson),
        ]
        let chosen = Set(asked.filter(\.0).map(\.1) + (kind.map { [$0] } ?? []))
        guard chosen.count < 2 else {
            throw CommandFailure.usage(
                "Use only one of '--format', '--json', '--table', '--csv' and '--ndjson'.")
        }
        let kind = chosen.first ?? (context.output.isTerminal ? .table : .plain)
        if !columns.isEmpty, kind == .json || kind == .ndjson {
            throw CommandFailure.usage(
                "'--columns' applies to tables, CSV and TSV only: JSON always has every member.")
        }
        if !global.noPager { context.pager?.begin() }
        return ListingFormat(
            kind, columns: columns.isEmpty ? nil : columns.flatMap(CommaList.texts), isWide: wide,
            width: context.tableWidth)
    }
}

/// The largest number of rows that a command lists.
struct RowLimitOption: ParsableArguments {
    @Option(
        name: [.customShort("L"), .customLong("limit")],
        help: ArgumentHelp("The maximum number of rows (0: all, the default).", valueName: "number")
    )
    var limit: Int?

    /// The rule of every limit.
    static let rule = "'--limit' cannot be negative."

    func validate() throws {
        if let limit, limit < 0 { throw ValidationError(Self.rule) }
    }
}
