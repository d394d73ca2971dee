import RouteDBRouting

/// Where the fields of a line stand in JSON objects whose keys say something else, or nothing.
///
/// Written as `json:url=request.uri,time=meta.at`: the name of a field (``LogColumn``), and the keys that lead
/// to it.
package struct LogFieldPaths: Hashable, Sendable {
    private static let mark = "json:"

    /// A field, and the keys that lead to it.
    struct Path: Hashable, Sendable {
        let column: LogColumn
        let keys: [String]
    }

    /// The text that describes the fields.
    package let name: String
    let paths: [Path]

    /// Reads a description; `nil` if it is none, or no field holds a URL.
    package init?(_ text: String) {
        guard text.hasPrefix(Self.mark) else { return nil }
        var paths: [Path] = []
        for part in text.dropFirst(Self.mark.count).split(
            separator: ",", omittingEmptySubsequences: false)
        {
            let sides = part.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            guard sides.count == 2, !sides[1].isEmpty, let column = LogColumn(name: sides[0].utf8)
            else { return nil }
            let keys = sides[1].split(separator: ".", omittingEmptySubsequences: false)
            paths.append(Path(column: column, keys: keys.map(String.init)))
        }
        guard paths.contains(where: \.column.isURL) else { return nil }
        name = text
        self.paths = paths
    }

    /// The description of the field of the URL, and of others as `time=meta.at`.
    package static func text(url: String, _ others: [String]) -> String {
        mark + (["url=\(url)"] + others).joined(separator: ",")
    }
}

extension LogFieldPaths.Path {
    /// The value at the end of the path; a key may contain dots, as in `{"http.url":…}`.
    func value(in object: JSONObject) -> JSONValue? {
        if let value = object[keys.joined(separator: ".")] { return value }
        var value = JSONValue.object(object)
        for key in keys {
            guard case .object(let object) = value, let next = object[key] else { return nil }
            value = next
        }
        return value
    }
}
