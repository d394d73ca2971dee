/// The formats that routes are read and written in.
enum RouteFileFormat: String, CaseIterable, Sendable {
    /// One JSON object a line.
    case ndjson
    /// Comma-separated values, with a header.
    case csv
    /// Tab-separated values, with a header; fields are quoted as in CSV.
    case tsv
    /// One document: an array of routes, or an object that holds namespaces and defaults too.
    case json

    /// The format that a file's name tells, if it does.
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
