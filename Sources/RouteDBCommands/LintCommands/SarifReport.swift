import RouteDB
import RouteDBInsight

/// A lint report as SARIF: all codes are rules, and the findings are results at logical locations.
struct SarifReport {
    private let report: LintReport
    private let names: SnapshotNames
    private let path: String
    private let lines: RegistryDocument.Places
    /// The revision; `nil` for a document.
    private let revision: Int64?

    /// Creates a SARIF report.
    init(
        _ report: LintReport, _ names: SnapshotNames, of state: RegistryState
    ) {
        self.report = report
        self.names = names
        path = state.registry ?? state.name
        lines = RegistryDocument.Places(state.document, in: state.snapshot)
        revision = state.registry == nil ? nil : report.revision
    }

    /// The SARIF log.
    var object: JSONObject {
        let rules = LintCode.allCases.map { code in
            SarifLog.Rule(
                id: code.rawValue, summary: code.summary,
                help: "\(code.summary) See '\(code.rawValue)' in Docs/lint.md of RouteDB.",
                level: code.severity.rawValue)
        }
        let results =
            report.findings.map { result(LintOutput($0, names)) }
            + report.suppressed.map { result(LintOutput($0.finding, names, $0.suppression)) }
        return SarifLog(
            rules: rules, results: results,
            properties: revision.map { ["revision": .int($0)] } ?? [:]
        ).object
    }

    private func result(_ facts: LintOutput) -> JSONValue {
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
        var physical: JSONObject = ["artifactLocation": ["uri": SarifLog.uri(ofPath: path)]]
        let rule = finding.rule.flatMap { lines.place(of: $0) }
        let route = finding.routes.lazy.compactMap { lines.place(of: $0) }.first
        if let place = rule ?? route {
            physical["region"] = [
                "startLine": .int(Int64(place.line)), "startColumn": .int(Int64(place.column)),
            ]
        }
        return [
            "physicalLocation": .object(physical), "logicalLocations": .array(logical),
        ]
    }
}
