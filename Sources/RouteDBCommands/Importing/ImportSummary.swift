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

    /// The columns or keys that a note lists at most.
    static let ignoredLimit = 20

    mutating func ignore(_ names: [String]) {
        for name in names where ignored.count < Self.ignoredLimit && !ignored.contains(name) {
            ignored.append(name)
        }
    }

    /// The summary in one line, and another one if more than routes were there.
    func lines(isDryRun: Bool) -> [String] {
        let prefix = isDryRun ? "dry run: " : ""
        var lines = [
            "\(prefix)imported \(routes.added), skipped \(routes.skipped) (already there),"
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
