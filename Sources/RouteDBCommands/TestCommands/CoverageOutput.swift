import ArgumentParser
import RouteDB
import RouteDBInsight

// How the tool shows the coverage of cases.
extension CoverageOutput {
    /// The largest number of missed goals to print for people.
    private static let shownGoals = 20

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
