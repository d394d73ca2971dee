import ArgumentParser
import RouteDB
import RouteDBTraffic

/// Writes hits in formats for other programs.
struct HitsExportCommand: RegistryCommand {
    static let configuration = CommandConfiguration(
        commandName: "export",
        abstract: "Export hits as NDJSON, CSV or SQLite, with names instead of ids.",
        discussion: """
            EXAMPLES:
              routedb hits export --since 7d > week.ndjson
              routedb hits export --outcome unmatched -o lost.csv
              routedb hits export --sqlite hits.db --since 2026-01-01 --until 2026-02-01
              routedb hits export --route user --format csv | head

            'hits import' can read the NDJSON and CSV files. Bytes of a URL that are not
            UTF-8, or are control characters, are percent-encoded, and 'url_bytes' (in
            NDJSON 'urlBytes') then contains the exact URL in hexadecimal.

            The SQLite file also has the live routes (the table 'live_route') and the
            views 'hits_by_hour', 'hits_by_day' and 'hits_by_host'.
            """)

    @Option(
        name: .shortAndLong,
        help: ArgumentHelp(
            "ndjson or csv (default: by the output file's extension, else ndjson).",
            valueName: "format"))
    var format: HitFileFormat?

    @Option(
        name: .customLong("sqlite"),
        help: ArgumentHelp("Create a SQLite file of hits, routes and views.", valueName: "file"),
        completion: .file())
    var tableFile: String?

    @Option(
        name: [.customShort("o"), .customLong("output")],
        help: ArgumentHelp("Write to this file; '-' is standard output.", valueName: "file"),
        completion: .file())
    var output: String?

    @OptionGroup var overwriting: OverwriteOptions
    @OptionGroup var selection: HitSelectionOptions
    @OptionGroup var history: HistoryOptions
    @OptionGroup var global: GlobalOptions

    func validate() throws {
        if tableFile != nil, output != nil || format != nil {
            throw ValidationError("'--sqlite' cannot be combined with '--output' or '--format'.")
        }
    }

    func run(in context: CommandContext) async throws {
        if let tableFile, let purpose = DatabaseFile.purpose(ofFileAt: tableFile) {
            throw CommandFailure(
                "fileExists", "'\(tableFile)' is a \(purpose), which is not overwritten.",
                hint: "Give another path.")
        }
        if let path = tableFile ?? output, path != "-" {
            try overwriting.require(for: path, in: context)
        }
        let session = try history.openSession(global, in: context)
        let export = HitExport(
            selection: try selection.selection(of: session, in: context), session: session)
        let limit = FileLimit(
            of: history.path(global, in: context), global.path(in: context))
        if let tableFile { return try export.writeTables(path: tableFile, within: limit) }
        let format = format ?? output.flatMap(HitFileFormat.init(path:)) ?? .ndjson
        guard let output, output != "-" else {
            return try export.write(format, to: context.output)
        }
        try OutputFile.write(to: output, within: limit) { try export.write(format, to: $0) }
    }
}

/// The text formats of exported hits.
enum HitFileFormat: String, ExpressibleByArgument {
    case ndjson, csv

    /// Returns the format implied by a file name, if any.
    init?(path: String) {
        switch path.split(separator: ".").last?.lowercased() {
        case "ndjson", "jsonl", "json": self = .ndjson
        case "csv": self = .csv
        default: return nil
        }
    }
}

/// The hits that a command applies to.
struct HitSelectionOptions: ParsableArguments {
    @OptionGroup var window: WindowOptions

    @Option(
        help: ArgumentHelp("Only hits of this namespace.", valueName: "name"),
        completion: NameCompletion.namespaces)
    var namespace: String?

    @Option(
        help: ArgumentHelp(
            "Only hits of this route: its name, its pattern, or its id, '12' or '#12'.",
            valueName: "route"))
    var route: String?

    @Option(
        help: ArgumentHelp(
            "Only hits with this outcome: matched, unmatched, denied, challenged or invalid.",
            valueName: "outcome"),
        transform: EnumArgument.read)
    var outcome: [Resolution.Outcome] = []

    /// Returns the condition on `hits` of a session.
    func selection(
        of session: SQLSession, in context: CommandContext
    ) throws -> HitSQLSelection {
        var selection = HitSQLSelection()
        let period = try window.period(in: context)
        if let since = period.since {
            selection.require("time >= ?", [.integer(since.microseconds)])
        }
        if let until = period.until {
            selection.require("time < ?", [.integer(until.microseconds)])
        }
        if let namespace {
            let name = SQLCell.text(Array(namespace.utf8))
            guard try session.has("namespace WHERE name = ?", name) else {
                throw RouteDBError(noNamespace: namespace, among: [])
            }
            selection.require("namespace = ?", [name])
        }
        if let route { try require(route, &selection, session) }
        if !outcome.isEmpty {
            let marks = outcome.map { _ in "?" }.joined(separator: ", ")
            selection.require(
                "outcome IN (\(marks))", outcome.map { .text(Array($0.rawValue.utf8)) })
        }
        return selection
    }

    private func require(
        _ route: String, _ selection: inout HitSQLSelection, _ session: SQLSession
    ) throws {
        if route.hasPrefix("#"), let id = Int64(route.dropFirst()) {
            // The history may contain hits of routes that the registry does not know.
            return selection.require("route_id = ?", [.integer(id)])
        }
        let text = SQLCell.text(Array(route.utf8))
        if try session.has("route WHERE ifnull(name, pattern) = ?", text) {
            selection.require("route = ?", [text])
        } else if try session.has("route WHERE pattern = ?", text) {
            selection.require("pattern = ?", [text])
        } else if let id = RouteReference(route).idInPlaceOfName {
            selection.require("route_id = ?", [.integer(id.rawValue)])
        } else {
            throw RouteDBError(
                noRoute: RouteReference(route), in: nil,
                hint: "Give a name, a pattern, or an id, such as '12' or '#12'; see 'routedb list'."
            )
        }
    }
}

extension SQLSession {
    /// Returns whether a table of the registry has a row, including past versions.
    fileprivate func has(_ rows: String, _ parameter: SQLCell) throws -> Bool {
        guard hasRegistry else { return false }
        var isThere = false
        try run("SELECT 1 FROM main.\(rows) LIMIT 1", [parameter]) { _ in isThere = true }
        return isThere
    }
}
