import RouteDB
import RouteDBInsight

// A review as JSON.
extension Review {
    /// The review as one object, whose parts are as the commands of each check write them.
    var object: JSONObject {
        [
            "schema": 1, "base": states.old.json, "head": states.new.json,
            "passed": .bool(isPassed),
            "failures": .array(
                failures.map { failure in
                    ["check": .string(failure.check.rawValue), "message": .string(failure.text)]
                }),
            "changes": DiffOutput(diff: plan.diff).objects,
            "widenings": .array(plan.wideningObjects),
            "reachability": .object(plan.reachability.object),
            "lint": [
                "found": .int(Int64(findings.report.total)), "fixed": .int(Int64(findings.fixed)),
                "new": .array(findings.new.map { .object($0.object) }),
            ],
            "tests": [
                "passed": .int(Int64(tests.count { $0.result.isPassed })),
                "failed": .int(Int64(tests.count { !$0.result.isPassed })),
                "cases": .array(tests.map { .object($0.object) }),
            ],
            "replay": replay.map { .object($0.object) } ?? .null,
            "accepted": .array(accepted.used.map(\.json)),
            "expired": .array(accepted.expired.map(\.json)),
            "unused": .array(accepted.unused.map(\.json)),
        ]
    }
}
