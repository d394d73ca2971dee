package import RouteDBRouting
import RouteDBStorage

/// The result of an import, by kind of item.
package struct ImportSummary: Sendable, Equatable {
    /// The number of items by outcome.
    package struct Counts: Sendable, Equatable {
        var added = 0
        var skipped = 0
        var unchanged = 0
        var replaced = 0

        var isEmpty: Bool { self == Counts() }

        /// Counts an item.
        mutating func count<Item>(_ outcome: EditOutcome<Item>) {
            switch outcome {
            case .added: added += 1
            case .replaced: replaced += 1
            case .unchanged: unchanged += 1
            case .skipped: skipped += 1
            }
        }
    }

    /// The format of the input.
    package var format = RouteFileFormat.ndjson
    package var routes = Counts()
    package var namespaces = Counts()
    package var converters = Counts()
    package var defaults = Counts()
    package var rules = Counts()
    package var suppressions = Counts()
    package var cases = Counts()
    /// The columns or keys that are not a field.
    package var ignored: [String] = []
    /// The number of routes that were skipped although neither the command nor the file asked for
    /// it.
    package var conflicts = 0
    /// Whether a route of the input has a kind.
    package var hasKinds = false
    /// The place of the first skipped route.
    package var firstSkipped: InputPlace?
    /// The ignored columns or keys whose values look like HTTP methods.
    private var methodColumns = MethodColumns()

    /// The largest number of columns or keys that a note lists.
    package static let ignoredLimit = 20

    mutating func ignore(_ names: [String]) {
        for name in names where ignored.count < Self.ignoredLimit && !ignored.contains(name) {
            ignored.append(name)
        }
    }

    /// Records a value of an ignored column or key.
    mutating func note(_ value: String, of column: String) { methodColumns.note(value, of: column) }

    /// Returns whether parts of the input were left out unasked.
    ///
    /// - Parameter isSkipAsked: Whether the user asked to skip existing items.
    /// - Returns: Whether parts were left out.
    package func hasRejects(isSkipAsked: Bool) -> Bool {
        let others = [namespaces, converters, defaults, rules, suppressions, cases]
        return conflicts > 0 || !isSkipAsked && others.contains { $0.skipped > 0 }
    }

    /// Returns the summary in one line, with a second one if there were items other than routes.
    package func lines(isDryRun: Bool) -> [String] {
        let prefix = isDryRun ? "dry run: " : ""
        var lines = [
            "\(prefix)imported \(routes.added), skipped \(routes.skipped),"
                + " unchanged \(routes.unchanged), replaced \(routes.replaced)"
        ]
        let others = [
            ("namespaces", namespaces), ("converters", converters), ("default values", defaults),
            ("access rules", rules), ("suppressions", suppressions), ("cases", cases),
        ]
        for (kind, counts) in others where !counts.isEmpty {
            lines.append(
                "\(prefix)\(kind): imported \(counts.added), skipped \(counts.skipped) (existing,"
                    + " but different), unchanged \(counts.unchanged), replaced"
                    + " \(counts.replaced)")
        }
        return lines
    }

    /// Lines about the skipped routes, which differ from the existing ones.
    package var skipLines: [String] {
        guard routes.skipped > 0 else { return [] }
        let place = firstSkipped.map { " (first: line \($0.line))" } ?? ""
        let verb = routes.skipped == 1 ? "differs" : "differ"
        let head = conflicts > 0 ? "warning" : "note"
        var lines = [
            "\(head): \(routes.skipped) \(verb) from a route with the same pattern\(place)"
        ]
        if let column = methodColumns.found, !hasKinds {
            lines.append(
                "hint: the column '\(column)' looks like HTTP methods: with"
                    + " --kind-column '\(column)' routes of different methods may share a pattern")
        } else if conflicts > 0 {
            lines.append(
                "hint: choose how to treat them: --on-duplicate skip, replace,"
                    + " keep-both or error")
        }
        return lines
    }

    /// Returns the summary as JSON.
    package func json(revision: Int64?, isDryRun: Bool) -> JSONObject {
        var object: JSONObject = ["schema": 1, "format": .string(format.rawValue)]
        for member in routes.json.members { object[member.key] = member.value }
        object["namespaces"] = .object(namespaces.json)
        object["converters"] = .object(converters.json)
        object["defaults"] = .object(defaults.json)
        object["rules"] = .object(rules.json)
        object["suppressions"] = .object(suppressions.json)
        object["cases"] = .object(cases.json)
        object["ignored"] = .array(ignored.map(JSONValue.string))
        object["firstSkippedLine"] = firstSkipped.map { .int(Int64($0.line)) } ?? .null
        object["revision"] = revision.map(JSONValue.int) ?? .null
        object["dryRun"] = .bool(isDryRun)
        return object
    }
}

extension ImportSummary.Counts {
    fileprivate var json: JSONObject {
        [
            "imported": .int(Int64(added)), "skipped": .int(Int64(skipped)),
            "unchanged": .int(Int64(unchanged)), "replaced": .int(Int64(replaced)),
        ]
    }
}

/// Finds ignored columns or keys that look like HTTP methods.
struct MethodColumns: Sendable, Equatable {
    /// The columns in order, each with whether all of its values so far are methods.
    private var columns: [(name: String, isMethod: Bool)] = []

    static func == (left: Self, right: Self) -> Bool {
        left.columns.elementsEqual(right.columns) { $0 == $1 }
    }

    /// Records a value; empty values are ignored.
    mutating func note(_ value: String, of column: String) {
        guard !value.isEmpty else { return }
        let isMethod = RouteKind.isMethod(value)
        if let index = columns.firstIndex(where: { $0.name == column }) {
            columns[index].isMethod = columns[index].isMethod && isMethod
        } else if columns.count < ImportSummary.ignoredLimit {
            columns.append((column, isMethod))
        }
    }

    /// The first column that has values, all of which are methods.
    var found: String? { columns.first { $0.isMethod }?.name }
}
