import ArgumentParser
import RouteDB
import RouteDBInsight

/// The output for the coverage of cases.
struct CoverageFacts {
    /// The largest number of missed goals to print for people.
    private static let shownGoals = 20

    let coverage: RouteTestCoverage
    let snapshot: RegistrySnapshot

    /// The coverage as JSON.
    var object: JSONObject {
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

    /// The coverage as lines of text.
    var lines: [String] {
        let labels = labels
        let parts = RouteTestCoverage.Part.allCases.map { part in
            let (covered, total) = coverage.count(of: part)
            return "\(part.rawValue) \(covered) of \(total) (\(percentage(of: part))%)"
        }
        let shown = missing.prefix(Self.shownGoals).map { "    " + Self.text($0, labels) }
        let rest = missing.count - shown.count
        return ["coverage: \(parts.joined(separator: ", "))"] + shown.map(PlainText.shown)
            + (rest > 0 ? ["    and \(rest) more: '--json' lists all"] : [])
    }

    /// Returns the percentage of a part with one decimal, rounded down.
    func percentage(of part: RouteTestCoverage.Part) -> String {
        let tenths = Int((coverage.percentage(of: part) * 10).rounded(.down))
        return "\(tenths / 10).\(tenths % 10)"
    }

    private var missing: [RouteTestCoverage.Goal] { coverage.goals.filter { !$0.isCovered } }

    /// The names of the routes for display.
    private var labels: [RouteID: String] {
        let names = snapshot.namespaceNames
        return Dictionary(
            snapshot.routes.map { route in
                let facts = RouteFacts(
                    route, namespace: names[route.namespace] ?? "", defaults: [:])
                return (route.id, facts.text)
            }, uniquingKeysWith: { first, _ in first })
    }

    private static func text(
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

/// The coverage that cases must reach, of one part of a registry or of each.
struct CoverageBound: Hashable, Sendable {
    /// The part; `nil` for each part.
    let part: RouteTestCoverage.Part?
    /// The smallest coverage, in percent.
    let percentage: Double

    /// Parses `80` or `routes=80`.
    init(_ text: String) throws {
        let words = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        let parts = RouteTestCoverage.Part.allCases
        if words.count == 2 {
            guard let part = RouteTestCoverage.Part(rawValue: String(words[0])) else {
                let hint = NameSuggestion.hint(
                    for: String(words[0]), among: parts.map(\.rawValue))
                throw ValidationError("Unknown coverage part '\(words[0])'. \(hint)")
            }
            self.part = part
        } else {
            part = nil
        }
        guard let number = words.last.flatMap({ Double($0) }), (0...100).contains(number) else {
            throw ValidationError(
                "'\(text)' is not a valid bound: use a percentage, 80, or that of a part, routes=80."
            )
        }
        percentage = number
    }

    /// Returns the parts with too little coverage.
    func misses(in coverage: RouteTestCoverage) -> [RouteTestCoverage.Part] {
        (part.map { [$0] } ?? RouteTestCoverage.Part.allCases).filter {
            coverage.percentage(of: $0) < percentage
        }
    }
}
