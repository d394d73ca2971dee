import ArgumentParser
import RouteDB

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

    @Flag(help: "Overwrite an existing file.")
    var force = false

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
        if let path = tableFile ?? output, path != "-", !force, RegularFile.hasBytes(at: path) {
            throw CommandFailure(
                "fileExists", "The file '\(path)' already exists.",
                hint: "Give another path, or overwrite it with '--force'.")
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
        let file = try OutputFile(path: output, within: limit)
        let writer = OutputWriter(file.sink)
        try export.write(format, to: writer)
        try writer.flush()
        try file.finish()
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

extension HitExport {
    fileprivate func write(_ format: HitFileFormat, to output: OutputWriter) throws {
        switch format {
        case .ndjson: try writeNDJSON(to: output)
        case .csv: try writeCSV(to: output)
        }
    }
}
