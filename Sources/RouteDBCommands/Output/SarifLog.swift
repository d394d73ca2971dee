import RouteDB

/// Findings in SARIF, the Static Analysis Results Interchange Format of OASIS, version 2.1.0: one
/// run of this tool.
struct SarifLog {
    /// A kind of finding.
    struct Rule {
        let id: String
        let summary: String
        let help: String
        /// A page about the rule.
        var page: String?
        /// `error`, `warning` or `note`.
        let level: String
    }

    let rules: [Rule]
    let results: [JSONValue]
    var properties: JSONObject = [:]

    /// The log.
    var object: JSONObject {
        let rules = rules.map { rule -> JSONValue in
            var object: JSONObject = [
                "id": .string(rule.id), "shortDescription": ["text": .string(rule.summary)],
                "help": ["text": .string(rule.help)],
            ]
            object["helpUri"] = rule.page.map(JSONValue.string)
            object["defaultConfiguration"] = ["level": .string(rule.level)]
            return .object(object)
        }
        let driver: JSONObject = [
            "name": "routedb", "version": .string(toolVersion), "rules": .array(rules),
        ]
        var run: JSONObject = ["tool": ["driver": .object(driver)], "columnKind": "utf16CodeUnits"]
        if !properties.members.isEmpty { run["properties"] = .object(properties) }
        run["results"] = .array(results)
        return [
            "$schema": "https://json.schemastore.org/sarif-2.1.0.json", "version": "2.1.0",
            "runs": [.object(run)],
        ]
    }

    /// The path of a file as a relative or absolute URI.
    static func uri(ofPath path: String) -> JSONValue {
        let pieces = path.split(separator: "/", omittingEmptySubsequences: false)
        return .string(pieces.map { String($0).percentEncoded }.joined(separator: "/"))
    }
}
