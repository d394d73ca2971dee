import RouteDB
import RouteDBInsight

/// The output for a finding.
struct LintFacts: Sendable {
    let finding: LintFinding
    let names: LintNames
    let suppression: LintSuppression?

    init(_ finding: LintFinding, _ names: LintNames, _ suppression: LintSuppression? = nil) {
        self.finding = finding
        self.names = names
        self.suppression = suppression
    }

    /// The finding as JSON.
    var object: JSONObject {
        let routes = finding.routes.map { id -> JSONValue in
            let route = names.route(id)
            return [
                "id": .int(id.rawValue), "name": route?.name.map(JSONValue.string) ?? .null,
                "pattern": route?.pattern == nil ? .null : .string(route?.patternText ?? ""),
            ]
        }
        var object: JSONObject = [
            "code": .string(finding.code.rawValue),
            "severity": .string(finding.severity.rawValue),
            "namespace": finding.namespace.map { .string(names.name(of: $0)) } ?? .null,
            "routes": .array(routes), "names": .array(finding.names.map(JSONValue.string)),
            "rule": finding.rule.map { .int($0.rawValue) } ?? .null,
            "message": .string(finding.message),
        ]
        object["witness"] = finding.witness.map { witness in
            [
                "url": .string(witness.url),
                "namespace": witness.namespace.map(JSONValue.string) ?? .null,
                "routes": .array(witness.routes.map { .int($0.rawValue) }),
            ]
        }
        if finding.witness == nil { object["witness"] = .null }
        object["fixes"] = .array(finding.fixes.map(JSONValue.string))
        object["fingerprint"] = .string(fingerprint)
        object["suppression"] =
            suppression.map { ["id": .int($0.id), "reason": .string($0.reason)] } ?? .null
        return object
    }

    /// The fingerprint as 16 hexadecimal digits.
    var fingerprint: String { finding.fingerprint.hexadecimal }

    static let listing = Listing<LintFacts>(
        "findings",
        columns: [
            .init("severity") {
                $0.suppression == nil ? $0.finding.severity.rawValue : "suppressed"
            },
            .init("code") { $0.finding.code.rawValue },
            .init("namespace") { facts in
                facts.finding.namespace.map { facts.names.name(of: $0) } ?? ""
            },
            .init("routes") { facts in
                facts.finding.routes.map { "#\($0.rawValue)" }.joined(separator: " ")
            },
            .init("names") { $0.finding.names.joined(separator: " ") },
            .init("rule") { facts in facts.finding.rule.map { "\($0.rawValue)" } ?? "" },
            .init("url") { $0.finding.witness?.url ?? "" },
            .init("message") { $0.finding.message },
            .init("fix") { $0.finding.fixes.first ?? "" },
        ], object: { $0.object })
}
