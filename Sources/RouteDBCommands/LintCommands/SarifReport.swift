import RouteDB
import RouteDBInsight

/// A lint report as SARIF, the Static Analysis Results Interchange Format of OASIS, version 2.1.0:
/// one run, with all codes as rules and the findings as results at logical locations.
struct SarifReport {
    private let report: LintReport
    private let names: SnapshotNames
    private let path: String

    /// Creates a SARIF report.
    ///
    /// - Parameters:
    ///   - report: The lint report.
    ///   - names: The names of its routes and namespaces.
    ///   - path: The path of the registry.
    init(_ report: LintReport, _ names: SnapshotNames, path: String) {
        self.report = report
        self.names = names
        self.path = path
    }

    /// The SARIF log.
    var object: JSONObject {
        let rules = LintCode.allCases.map { code -> JSONValue in
            [
                "id": .string(code.rawValue),
                "shortDescription": ["text": .string(code.summary)],
                "help": [
                    "text": .string(
                        "\(code.summary) See '\(code.rawValue)' in Docs/lint.md of RouteDB.")
                ],
                "defaultConfiguration": ["level": .string(code.severity.rawValue)],
            ]
        }
        let results =
            report.findings.map { result(LintFacts($0, names)) }
            + report.suppressed.map { result(LintFacts($0.finding, names, $0.suppression)) }
        let driver: JSONObject = [
            "name": "routedb", "version": .string(toolVersion),
            "rules": .array(rules),
        ]
        let run: JSONValue = [
            "tool": ["driver": .object(driver)], "columnKind": "utf16CodeUnits",
            "properties": ["revision": .int(report.revision)], "results": .array(results),
        ]
        return [
            "$schema": "https://json.schemastore.org/sarif-2.1.0.json", "version": "2.1.0",
            "runs": [run],
        ]
    }

    private func result(_ facts: LintFacts) -> JSONValue {
        let finding = facts.finding
        let index = LintCode.allCases.firstIndex(of: finding.code) ?? 0
        var text = finding.message
        if let url = finding.witness?.url { text += " Such a URL is '\(url)'." }
        if let fix = finding.fixes.first { text += " To fix it: \(fix)" }
        var object: JSONObject = [
            "ruleId": .string(finding.code.rawValue), "ruleIndex": .int(Int64(index)),
            "level": .string(finding.severity.rawValue), "message": ["text": .string(text)],
            "locations": .array([location(of: finding)]),
            "partialFingerprints": ["routedbFinding/v1": .string(facts.fingerprint)],
        ]
        if let suppression = facts.suppression {
            object["suppressions"] = [
                [
                    "kind": "external", "status": "accepted",
                    "justification": .string(suppression.reason),
                ]
            ]
        }
        return .object(object)
    }

    /// Returns the registry's file and the items in it that a finding refers to.
    private func location(of finding: LintFinding) -> JSONValue {
        let namespace = finding.namespace.map(names.name) ?? ""
        var places: [(name: String, kind: String)] = finding.routes.map {
            (names.label($0), "route")
        }
        if let rule = finding.rule { places.append(("\(rule.rawValue)", "access rule")) }
        if places.isEmpty { places = finding.names.map { ($0, "name") } }
        if places.isEmpty { places = [(namespace, "namespace")] }
        let logical = places.map { place -> JSONValue in
            [
                "name": .string(place.name), "kind": .string(place.kind),
                "fullyQualifiedName": .string("\(namespace)/\(place.name)"),
            ]
        }
        let pieces = path.split(separator: "/", omittingEmptySubsequences: false)
        let uri = pieces.map { String($0).percentEncoded }.joined(separator: "/")
        return [
            "physicalLocation": ["artifactLocation": ["uri": .string(uri)]],
            "logicalLocations": .array(logical),
        ]
    }
}
