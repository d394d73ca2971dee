import RouteDBRouting

/// Where the fields of a line stand in JSON objects whose keys say something else, or nothing.
///
/// Written as `json:url=request.uri,time=meta.at`: the name of a field (``LogColumn``), and the keys that lead
/// to it; or as GoAccess does, as an object with directives for values: `{"request":{"uri":"%U"},"at":"%x"}`.
package struct LogFieldPaths: Hashable, Sendable {
    private static let mark = "json:"

    /// A field, and the keys that lead to it.
    struct Path: Hashable, Sendable {
        let column: LogColumn
        /// The keys, outermost first.
        let steps: [JSONKey]
        /// The keys as one, with dots between them.
        let joined: JSONKey

        init(_ column: LogColumn, _ keys: [String]) {
            self.column = column
            steps = keys.map { JSONKey($0) }
            joined = JSONKey(keys.joined(separator: "."))
        }
    }

    /// The text that describes the fields.
    package let name: String
    let paths: [Path]

    /// Reads a description; `nil` if it is none, or no field holds a URL.
    package init?(_ text: String) {
        guard text.hasPrefix(Self.mark) else {
            guard text.hasPrefix("{"), LogFormatString.isGoAccess(text),
                let value = try? JSONValue(parsing: Array(text.utf8)),
                let paths = Self.paths(to: value, behind: []),
                paths.contains(where: \.column.isURL)
            else { return nil }
            name = text
            self.paths = paths
            return
        }
        var paths: [Path] = []
        for part in text.dropFirst(Self.mark.count).split(
            separator: ",", omittingEmptySubsequences: false)
        {
            let sides = part.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            guard sides.count == 2, !sides[1].isEmpty, let column = LogColumn(name: sides[0].utf8)
            else { return nil }
            let keys = sides[1].split(separator: ".", omittingEmptySubsequences: false)
            paths.append(Path(column, keys.map(String.init)))
        }
        guard paths.contains(where: \.column.isURL) else { return nil }
        name = text
        self.paths = paths
    }

    /// The paths to the directives in an object of GoAccess's; `nil` if one of them has a mistake, or two fields
    /// stand in one text.
    private static func paths(to value: JSONValue, behind keys: [String]) -> [Path]? {
        switch value {
        case .object(let object):
            var paths: [Path] = []
            for member in object.members {
                guard let found = Self.paths(to: member.value, behind: keys + [member.key]) else {
                    return nil
                }
                paths += found
            }
            return paths
        // Of the values of a header, the first one is read.
        case .array(let elements):
            return elements.first.map { Self.paths(to: $0, behind: keys) } ?? []
        case .string(let text):
            guard text.contains("%") else { return [] }
            guard let string = try? LogFormatString(text, isGoAccess: true) else { return nil }
            let columns = string.parts.compactMap(\.column)
            // A day and a time in one text are one time.
            let column = columns == [.date, .time] ? .time : columns.first
            guard columns.count < 2 || column == .time else { return nil }
            return column.map { [Path($0, keys)] } ?? []
        default: return []
        }
    }

    /// The description of the field of the URL, and of others as `time=meta.at`.
    package static func text(url: String, _ others: [String]) -> String {
        mark + (["url=\(url)"] + others).joined(separator: ",")
    }
}

extension LogFieldPaths.Path {
    /// The place of the value at the end of the path; a key may contain dots, as in `{"http.url":…}`.
    func value(in outline: JSONOutline, of line: RawSpan) -> Int? {
        if let place = outline.value(of: joined, in: 0, of: line) { return place }
        guard steps.count > 1 else { return nil }
        var place = 0
        for step in steps {
            guard outline.nodes[place].kind == .object,
                let next = outline.value(of: step, in: place, of: line)
            else { return nil }
            place = next
        }
        return place
    }
}
