import RouteDB
import RouteDBInsight

/// Results as the XML that JUnit's Ant task writes and CI servers read.
enum JUnitReport {
    /// Returns the document, with one test case for each case.
    ///
    /// It has no times, so equal answers give equal documents.
    static func document(_ facts: [TestFacts], registry: String) -> String {
        let failures = facts.count { !$0.result.isPassed }
        let counts = "tests=\"\(facts.count)\" failures=\"\(failures)\" errors=\"0\""
        var text = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites \(counts)>\n"
        text += "  <testsuite name=\"\(escaped(registry))\" \(counts)>\n"
        for facts in facts {
            text += "    <testcase classname=\"routedb\" name=\"\(escaped(facts.tested.title))\""
            guard !facts.result.isPassed else {
                text += "/>\n"
                continue
            }
            let differences = facts.differences
            text += ">\n      <failure type=\"mismatch\" message=\""
            text += escaped(differences.first ?? "") + "\">"
            let lines = differences + ["see: \(facts.explainCommand)"]
            text += escaped(lines.joined(separator: "\n"))
            text += "</failure>\n    </testcase>\n"
        }
        return text + "  </testsuite>\n</testsuites>\n"
    }

    /// Escapes text for an element or attribute (XML 1.0, sections 2.2 and 2.4).
    private static func escaped(_ text: String) -> String {
        var escaped = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "&": escaped += "&amp;"
            case "<": escaped += "&lt;"
            case ">": escaped += "&gt;"
            case "\"": escaped += "&quot;"
            case "\n": escaped += "\n"
            case _ where scalar.value < 0x20 || scalar.value == 0xFFFE || scalar.value == 0xFFFF:
                escaped += "\u{FFFD}"
            default: escaped.unicodeScalars.append(scalar)
            }
        }
        return escaped
    }
}

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
