package import ArgumentParser
import RouteDB

/// The format of a list, with the choice of columns and the width.
package struct ListingFormat: Sendable {
    /// The formats of lists.
    package enum Kind: String, CaseIterable, Sendable {
        /// Aligned columns with a header.
        case table
        /// Tab-separated values without a header.
        case plain = "tsv"
        /// Comma-separated values with a header (RFC 4180, with LF).
        case csv
        /// One JSON object with the whole list.
        case json
        /// One JSON object per line.
        case ndjson
        /// A table in Markdown.
        case markdown
    }

    /// The format.
    package let kind: Kind
    /// The requested columns; `nil` for all.
    package let columns: [String]?
    /// True if tables have all columns at full width.
    package let isWide: Bool
    /// The width that tables must fit into; `nil` for no limit.
    package let width: Int?

    package init(
        _ kind: Kind, columns: [String]? = nil, isWide: Bool = false, width: Int? = nil
    ) {
        self.kind = kind
        self.columns = columns
        self.isWide = isWide
        self.width = width
    }

    /// One JSON object with the whole list.
    package static let json = ListingFormat(.json)
    /// One JSON object per line.
    package static let ndjson = ListingFormat(.ndjson)
    /// Comma-separated values with a header.
    package static let csv = ListingFormat(.csv)
    /// Aligned columns with a header, of any width.
    package static let table = ListingFormat(.table)
    /// Tab-separated values without a header.
    package static let plain = ListingFormat(.plain)

    /// Returns whether a format is of a kind, regardless of columns and width.
    package static func == (format: ListingFormat, kind: Kind) -> Bool { format.kind == kind }

    /// Returns whether a format is of another kind.
    package static func != (format: ListingFormat, kind: Kind) -> Bool { format.kind != kind }

    /// True if the output is text for people, without a choice of columns.
    var isText: Bool { kind == .table && columns == nil }

    /// Returns the indices of the requested columns, in order.
    ///
    /// A column is requested by its title, in upper or lower case, with `-` or `_` for a space.
    func indices(of titles: [String]) throws(CommandFailure) -> [Int] {
        guard let columns else { return Array(titles.indices) }
        let names = titles.map(Self.name)
        var indices: [Int] = []
        for column in columns {
            guard let index = names.firstIndex(of: Self.name(column)), !names[index].isEmpty else {
                let known = names.filter { !$0.isEmpty }
                throw .usage(
                    "Unknown column '\(column)'.",
                    hint: NameSuggestion.hint(for: Self.name(column), among: known))
            }
            indices.append(index)
        }
        return indices
    }

    private static func name(_ title: String) -> String {
        String(
            decoding: title.lowercased().utf8.map { byte in
                " _".utf8.contains(byte) ? UInt8(ascii: "-") : byte
            }, as: UTF8.self)
    }
}

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
