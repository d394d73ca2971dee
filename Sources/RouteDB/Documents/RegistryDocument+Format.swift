import RouteDBRouting

extension RegistryDocument {
    /// The format of a file of routes.
    public enum Format: String, CaseIterable, Sendable {
        /// One JSON object per line.
        case ndjson
        /// Comma-separated values with a header.
        case csv
        /// Tab-separated values with a header; fields are quoted as in CSV.
        case tsv
        /// A document: an array of routes, or an object with namespaces, default values and more.
        case json

        /// Creates the format that the name of a file implies, by its extension.
        ///
        /// - Parameter path: The name or path of the file.
        public init?(path: String) {
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
}

extension RegistryDocument.Format {
    /// Detects the format from the contents of an input if its name does not tell.
    ///
    /// `[` begins a document. `{` does too, unless the first line is a complete object without
    /// `routes` and `namespaces`, or is invalid before its end: then the input is NDJSON. Anything
    /// else is delimited, by tabs if its first line contains one. An empty input is NDJSON without
    /// lines.
    package static func detect(
        _ reader: inout ByteReader, lineLimit: Int
    ) throws(InputProblem) -> RegistryDocument.Format {
        let line = try firstLine(of: &reader, limit: lineLimit)
        let spaces: [UInt8] = [0x09, 0x0A, 0x0D, 0x20]
        guard let first = line.first(where: { !spaces.contains($0) }) else { return .ndjson }
        switch first {
        case UInt8(ascii: "["): return .json
        case UInt8(ascii: "{"): return detectObject(Array(line))
        default: return line.contains(UInt8(ascii: "\t")) ? .tsv : .csv
        }
    }

    /// Returns the delimiter of delimited text: CSV may use semicolons, as some spreadsheets write
    /// it.
    func delimiter(
        _ reader: inout ByteReader, lineLimit: Int
    ) throws(InputProblem) -> UInt8 {
        if self == .tsv { return UInt8(ascii: "\t") }
        let comma = UInt8(ascii: ",")
        let semicolon = UInt8(ascii: ";")
        let line = try Self.firstLine(of: &reader, limit: lineLimit)
        return line.contains(semicolon) && !line.contains(comma) ? semicolon : comma
    }

    /// Returns the first line that is neither blank nor a comment, without consuming it; at most
    /// `limit` bytes of it.
    private static func firstLine(
        of reader: inout ByteReader, limit: Int
    ) throws(InputProblem) -> ArraySlice<UInt8> {
        let lineFeed = UInt8(ascii: "\n")
        var offset = 0
        var wanted = 1
        while true {
            let isMore = try reader.lookAhead(wanted)
            let ahead = reader.ahead.dropFirst(offset)
            guard let end = ahead.firstIndex(of: lineFeed) else {
                guard isMore, ahead.count <= limit else { return ahead.prefix(limit) }
                wanted = reader.ahead.count + 1
                continue
            }
            let line = ahead[..<end]
            let isIdle =
                line.isEmpty || line.elementsEqual("\r".utf8)
                || line.starts(with: "# ".utf8)
            guard isIdle else { return line }
            offset += line.count + 1
            // Do not buffer the whole input if it consists of comments.
            guard offset <= limit else { return ahead.prefix(0) }
        }
    }

    private static func detectObject(_ line: [UInt8]) -> RegistryDocument.Format {
        do {
            guard case .object(let object) = try JSONValue(parsing: line) else { return .ndjson }
            return object["routes"] == nil && object["namespaces"] == nil ? .ndjson : .json
        } catch {
            return error.offset >= line.count ? .json : .ndjson
        }
    }
}
