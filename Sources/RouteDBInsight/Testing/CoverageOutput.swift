import RouteDB
package import RouteDBRouting
import RouteDBStorage

/// The output for the coverage of cases.
package struct CoverageOutput: Sendable {
    package let coverage: RouteTestCoverage
    package let snapshot: RegistrySnapshot

    package init(coverage: RouteTestCoverage, snapshot: RegistrySnapshot) {
        self.coverage = coverage
        self.snapshot = snapshot
    }

    /// The coverage as JSON.
    package var object: JSONObject {
        var object: JSONObject = [:]
        for part in RouteTestCoverage.Part.allCases {
            let (covered, total) = coverage.count(of: part)
            object[part.rawValue] = [
                "covered": .int(Int64(covered)), "total": .int(Int64(total)),
                "percentage": .double(coverage.percentage(of: part)),
            ]
        }
        let labels = labels
        object["missing"] = .array(
            missing.map { goal in
                [
                    "kind": .string(goal.kind.rawValue),
                    "route": goal.route.map { .int($0.rawValue) } ?? .null,
                    "parameter": goal.parameter.map { .string($0.name) } ?? .null,
                    "type": goal.parameter.map { .string($0.type.description) } ?? .null,
                    "rule": goal.rule.map { .int($0.rawValue) } ?? .null,
                    "label": .string(Self.text(goal, labels)),
                ]
            })
        return object
    }

    /// Returns the percentage of a part with one decimal, rounded down.
    package func percentage(of part: RouteTestCoverage.Part) -> String {
        let tenths = Int((coverage.percentage(of: part) * 10).rounded(.down))
        return "\(tenths / 10).\(tenths % 10)"
    }

    /// The goals that no case reached.
    package var missing: [RouteTestCoverage.Goal] { coverage.goals.filter { !$0.isCovered } }

    /// The names of the routes for display.
    package var labels: [RouteID: String] {
        let names = snapshot.namespaceNames
        return Dictionary(
            snapshot.routes.map { route in
                let facts = RouteOutput(
                    route, namespace: names[route.namespace] ?? "", defaults: [:])
                return (route.id, facts.text)
            }, uniquingKeysWith: { first, _ in first })
    }

    /// A goal in words.
    package static func text(
        _ goal: RouteTestCoverage.Goal, _ labels: [RouteID: String]
    ) -> String {
        let route = goal.route.flatMap { labels[$0] } ?? ""
        let parameter = goal.parameter.map { "\($0.name):\($0.type)" } ?? ""
        return switch goal.kind {
        case .route: "never matched: \(route)"
        case .accepted: "never accepted: {\(parameter)} of \(route)"
        case .rejected: "never refused: {\(parameter)} of \(route)"
        case .rule: "never applied: access rule \(goal.rule?.rawValue ?? 0)"
        }
    }
}
