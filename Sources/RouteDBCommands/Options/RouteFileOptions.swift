import ArgumentParser

/// The formats of route files.
enum RouteFileFormat: String, CaseIterable, Sendable {
    /// One JSON object per line.
    case ndjson
    /// Comma-separated values with a header.
    case csv
    /// Tab-separated values with a header; fields are quoted as in CSV.
    case tsv
    /// A document: an array of routes, or an object with namespaces, default values and more.
    case json

    /// Returns the format implied by a file name, if any.
    init?(path: String) {
        guard let dot = path.utf8.lastIndex(of: UInt8(ascii: ".")) else { return nil }
        switch path[path.index(after: dot)...].lowercased() {
        case "ndjson", "jsonl": self = .ndjson
        case "csv": self = .csv
        case "tsv", "tab": self = .tsv
        case "json": self = .json
        default: return nil
        }
    }
}

/// The file of routes to read.
struct RouteFileOptions: ParsableArguments {
    static let formatHelp = ArgumentHelp(
        "The file's format: ndjson, csv, tsv or json (default: by its extension or content).",
        valueName: "format")

    @Argument(
        help: ArgumentHelp("The file; '-' is standard input.", valueName: "file"),
        completion: .file())
    var file: String
}

/// The format of a route file, for commands that print no list themselves.
struct RouteFileFormatOption: ParsableArguments {
    @Option(
        name: [.customShort("f"), .customLong("format"), .customLong("file-format")],
        help: RouteFileOptions.formatHelp)
    var format: RouteFileFormat?
}
