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
