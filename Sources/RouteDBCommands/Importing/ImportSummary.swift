import RouteDB

/// What an import did, thing by thing.
struct ImportSummary: Sendable, Equatable {
    /// How often each outcome came.
    struct Counts: Sendable, Equatable {
        var added = 0
        var skipped = 0
        var unchanged = 0
        var replaced = 0

        var isEmpty: Bool { self == Counts() }
    }

    /// The format that the input was in.
    var format = RouteFileFormat.ndjson
    var routes = Counts()
    var namespaces = Counts()
    var converters = Counts()
    var defaults = Counts()
    var rules = Counts()
    var suppressions = Counts()
    var cases = Counts()
    /// Columns or keys that stand for nothing.
    var ignored: [String] = []
    /// How many routes were skipped although neither the command nor the file asked for that.
    var conflicts = 0
    /// Whether a route of the input has a kind.
    var hasKinds = false
    /// Where the first skipped route stands.
    var firstSkipped: InputPlace?
    /// The ignored columns or keys whose values so far are HTTP methods.
    private var methodColumns = MethodColumns()

    /// The columns or keys that a note lists at most.
    static let ignoredLimit = 20

    mutating func ignore(_ names: [String]) {
        for name in names where ignored.count < Self.ignoredLimit && !ignored.contains(name) {
            ignored.append(name)
        }
    }

    /// Notes a value of an ignored column or key.
    mutating func note(_ value: String, of column: String) { methodColumns.note(value, of: column) }

    /// Whether something of the input was left out that nobody asked to leave out.
    ///
    /// - Parameter isSkipAsked: Whether the command was told to skip what is there.
    /// - Returns: Whether it was.
    func hasRejects(isSkipAsked: Bool) -> Bool {
        let others = [namespaces, converters, defaults, rules, suppressions, cases]
        return conflicts > 0 || !isSkipAsked && others.contains { $0.skipped > 0 }
    }

    /// The summary in one line, and another one if more than routes were there.
    func lines(isDryRun: Bool) -> [String] {
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
                "\(prefix)\(kind): imported \(counts.added), skipped \(counts.skipped) (there, but"
                    + " not the same), unchanged \(counts.unchanged), replaced"
                    + " \(counts.replaced)")
        }
        return lines
    }

    /// What to tell of the routes that were skipped, which differ from those that are there.
    var skipLines: [String] {
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
                "hint: choose what happens to them: --on-duplicate skip, replace,"
                    + " keep-both or error")
        }
        return lines
    }

    /// The summary for programs.
    func json(revision: Int64?, isDryRun: Bool) -> JSONObject {
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

/// Which ignored columns or keys of an input look like HTTP methods.
struct MethodColumns: Sendable, Equatable {
    /// Whether all values of a column are methods so far, in the order of the columns.
    private var columns: [(name: String, isMethod: Bool)] = []

    static func == (left: Self, right: Self) -> Bool {
        left.columns.elementsEqual(right.columns) { $0 == $1 }
    }

    /// Notes a value; an empty one says nothing.
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
