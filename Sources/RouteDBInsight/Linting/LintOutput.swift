package import RouteDB
import RouteDBDatabase
package import RouteDBRouting
import RouteDBStorage

/// The output for a finding.
package struct LintOutput: Sendable {
    package let finding: LintFinding
    package let names: SnapshotNames
    /// Why the finding is suppressed, if it is.
    package let suppression: LintSuppression?

    package init(
        _ finding: LintFinding, _ names: SnapshotNames, _ suppression: LintSuppression? = nil
    ) {
        self.finding = finding
        self.names = names
        self.suppression = suppression
    }

    /// The finding as JSON.
    package var object: JSONObject {
        let routes = finding.routes.map { id -> JSONValue in
            let route = names.routes[id]
            return [
                "id": .int(id.rawValue), "name": route?.name.map(JSONValue.string) ?? .null,
                "pattern": route?.hasPattern == true ? .string(route?.patternText ?? "") : .null,
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
    package var fingerprint: String { finding.fingerprint.hexadecimal }
}

extension LintReport {
    /// The members of the report's JSON beside the findings.
    package var head: JSONObject {
        let counts = counts.map { count -> JSONValue in
            [
                "code": .string(count.code.rawValue), "found": .int(Int64(count.found)),
                "suppressed": .int(Int64(count.suppressed)),
            ]
        }
        return ["counts": .array(counts), "bounded": .bool(isBounded)]
    }

    /// Returns the findings, and also the suppressed ones if all are wanted.
    package func facts(_ names: SnapshotNames, all: Bool) -> [LintOutput] {
        findings.map { LintOutput($0, names) }
            + (all ? suppressed.map { LintOutput($0.finding, names, $0.suppression) } : [])
    }
}
