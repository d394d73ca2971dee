import RouteDB

/// Results in the format of the Test Anything Protocol, version 14 (testanything.org).
enum TapReport {
    /// Returns the lines: the version, the plan, a test point for each case, and after a failed one
    /// a YAML block whose values are JSON.
    static func lines(_ facts: [TestFacts]) -> [String] {
        ["TAP version 14", "1..\(facts.count)"]
            + facts.enumerated().flatMap { index, facts in
                let word = facts.result.isPassed ? "ok" : "not ok"
                return ["\(word) \(index + 1) - \(escaped(facts.tested.title))"]
                    + (facts.result.isPassed ? [] : block(facts))
            }
    }

    private static func block(_ facts: TestFacts) -> [String] {
        var lines = ["  ---", "  see: \(JSONValue.string(facts.explainCommand))", "  mismatches:"]
        for mismatch in facts.result.mismatches {
            for (index, member) in TestFacts.object(mismatch).members.enumerated() {
                let mark = index == 0 ? "    - " : "      "
                lines.append("\(mark)\(member.key): \(member.value)")
            }
        }
        return lines + ["  ..."]
    }

    /// Escapes a description so that no part of it is a directive.
    private static func escaped(_ text: String) -> String {
        var escaped = ""
        for scalar in text.unicodeScalars {
            if scalar == "\\" || scalar == "#" { escaped += "\\" }
            escaped.unicodeScalars.append(scalar)
        }
        return escaped
    }
}
