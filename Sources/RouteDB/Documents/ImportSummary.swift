package import RouteDBRouting
import RouteDBStorage

/// The result of an import, by kind of item.
package struct ImportSummary: Sendable, Equatable {
    /// The number of items by outcome.
    package struct Counts: Sendable, Equatable {
        package var added = 0
        package var skipped = 0
        package var unchanged = 0
        package var replaced = 0

        package var isEmpty: Bool { self == Counts() }

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

    package var routes = Counts()
    package var namespaces = Counts()
    package var converters = Counts()
    package var defaults = Counts()
    package var rules = Counts()
    package var suppressions = Counts()
    package var cases = Counts()
    package var apps = Counts()
    /// The number of routes that were skipped although neither the command nor the file asked for
    /// it.
    package var conflicts = 0
    /// True if a route of the input has a kind.
    package var hasKinds = false
    /// The place of the first skipped route.
    package var firstSkipped: InputPlace?

    /// Returns whether parts of the input were left out unasked.
    package func hasRejects(isSkipAsked: Bool) -> Bool {
        let others = [namespaces, converters, defaults, rules, suppressions, cases, apps]
        return conflicts > 0 || !isSkipAsked && others.contains { $0.skipped > 0 }
    }
}

extension ImportSummary {
    /// Returns the summary as JSON.
    package func json(
        of document: RegistryDocument, revision: Int64?, isDryRun: Bool
    ) -> JSONObject {
        var object: JSONObject = ["schema": 1, "format": .string(document.format?.rawValue ?? "")]
        for member in routes.json.members { object[member.key] = member.value }
        object["namespaces"] = .object(namespaces.json)
        object["converters"] = .object(converters.json)
        object["defaults"] = .object(defaults.json)
        object["rules"] = .object(rules.json)
        object["suppressions"] = .object(suppressions.json)
        object["cases"] = .object(cases.json)
        object["apps"] = .object(apps.json)
        object["ignored"] = .array(document.ignored.names.map(JSONValue.string))
        object["urlTargets"] = .int(Int64(document.urlTargetCount))
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
