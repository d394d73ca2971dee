import ArgumentParser
import RouteDB
import RouteDBTerminal
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

    @OptionGroup var clients: BotsOption

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
        if let areBots = clients.areBots {
            selection.require(areBots ? "bot = 1" : "bot IS NOT 1", [])
        }
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
        let reference = RouteReference(route)
        switch reference.key {
        case .id(let id):
            // The history may contain hits of routes that the registry does not know.
            return selection.require("route_id = ?", [.integer(id.rawValue)])
        case .name:
            let ids = try session.ids(named: reference)
            guard ids.count < 2 else {
                throw RouteDBError(
                    .nameAmbiguous,
                    "'\(reference)' is ambiguous; \(ids.count) routes are called so.",
                    hint: "Use 'group/name', 'namespace:name' or the id; see 'routedb list'.")
            }
            if let id = ids.first ?? reference.idInPlaceOfName?.rawValue {
                return selection.require("route_id = ?", [.integer(id)])
            }
        case .pattern(let pattern):
            let text = SQLCell.text(Array(pattern.utf8))
            guard try session.has("route WHERE pattern = ?", text) else { break }
            if let namespace = reference.namespace {
                selection.require("namespace = ?", [.text(Array(namespace.utf8))])
            }
            return selection.require("pattern = ?", [text])
        }
        throw RouteDBError(
            noRoute: reference, in: nil,
            hint: "Give a name, a pattern, or an id, such as '12' or '#12'; see 'routedb list'.")
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

    /// Returns the ids of the routes that have a name, or had it last.
    fileprivate func ids(named reference: RouteReference) throws -> [Int64] {
        guard hasRegistry, case .name(let name, let group) = reference.key else { return [] }
        let texts = [name, group, reference.namespace].map { text in
            text.map { SQLCell.text(Array($0.utf8)) } ?? .null
        }
        var ids: [Int64] = []
        try run(Self.idsOfName, texts) { row in
            if case .integer(let id)? = row.first { ids.append(id) }
        }
        return ids
    }

    private static let idsOfName = """
        SELECT r.id FROM main.route AS r
        WHERE r.name = ?1 AND (?2 IS NULL OR r.route_group = ?2)
          AND (?3 IS NULL OR r.namespace IN (SELECT id FROM main.namespace WHERE name = ?3))
          AND NOT EXISTS (
              SELECT 1 FROM main.route AS later WHERE later.id = r.id AND later.made_by > r.made_by)
        """
}
