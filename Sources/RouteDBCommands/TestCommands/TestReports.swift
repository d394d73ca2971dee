import RouteDB
import RouteDBInsight
import RouteDBTerminal

/// The output for a case that was run.
struct TestOutput: Sendable {
    let tested: TestedCase
    let result: RouteTestResult
    /// The options that select what was tested; `nil` for a document, which `explain` does not read.
    let place: [(option: String, text: String)]?

    /// The case as JSON.
    var object: JSONObject { result.object(of: tested.content, label: tested.label) }

    /// Expected and actual values, one per line.
    var differences: [String] {
        let width = result.mismatches.map(\.field.unicodeScalars.count).max() ?? 0
        return result.mismatches.flatMap { mismatch in
            let padding = String(
                repeating: " ", count: width - mismatch.field.unicodeScalars.count)
            let texts = [mismatch.expected, mismatch.actual].map { $0?.description ?? "nothing" }
            let line = "\(mismatch.field)\(padding)  expected \(texts[0]), got \(texts[1])"
            return [line] + (mismatch.note.map { ["  \($0)"] } ?? [])
        }.map(PlainText.shown)
    }

    /// The command that explains how the answer comes about, if there is one.
    var explainCommand: String? {
        guard let place else { return nil }
        let request = tested.content.request
        // A word that begins with a hyphen must not be parsed as an option.
        let isDashed = request.routeName == nil && request.url.utf8.first == UInt8(ascii: "-")
        var words = ["routedb", "explain"]
        if request.routeName == nil && !isDashed { words.append(request.url) }
        func add(_ option: String, _ text: String?) {
            guard let text else { return }
            let isOptionLike = text.utf8.first == UInt8(ascii: "-")
            words += isOptionLike ? ["\(option)=\(text)"] : [option, text]
        }
        func add(_ option: String, _ object: JSONObject) {
            for member in object.members { add(option, "\(member.key)=\(member.value)") }
        }
        add("--name", request.routeName)
        add("--namespace", request.namespace)
        add("--kind", request.kind)
        add("--as", request.principal?.id)
        for role in request.principal?.roles ?? [] { add("--role", role) }
        add("--claim", request.principal?.claims ?? [:])
        add("--context", request.context)
        add("--default", request.defaults)
        add("--at", request.time?.description)
        for (option, text) in place where option != "--at" || request.time == nil {
            add(option, text)
        }
        if isDashed { words += ["--", request.url] }
        return PlainText.shown(words.map { ShellQuoting.quoted($0) }.joined(separator: " "))
    }

    static let listing = Listing<TestOutput>(
        "cases",
        columns: [
            .init("result") { $0.result.isPassed ? "passed" : "failed" },
            .init("label") { $0.tested.label }, .init("case") { $0.tested.content.name ?? "" },
            .init("request") { $0.tested.subject },
            .init("differences") { $0.differences.joined(separator: "; ") },
        ], object: { $0.object })

    /// Returns how many cases passed.
    static func summary(_ facts: [TestOutput]) -> String {
        let passed = facts.count { $0.result.isPassed }
        return
            "\(NumberText.grouped(Int64(passed))) of \(NumberText.grouped(Int64(facts.count))) passed"
    }

    /// Returns a failed case as lines of text.
    func block(_ style: TextStyle) -> [String] {
        ["\(style.bad("failed")) \(tested.title)"] + differences.map { "    \($0)" }
            + (explainCommand.map { ["    see: \($0)"] } ?? [])
    }
}

/// Results as the XML that JUnit's Ant task writes and CI servers read.
enum JUnitReport {
    /// Writes the document to a file, or to standard output for `-`.
    static func write(
        _ facts: [TestOutput], of state: RegistryState, to path: String,
        in context: CommandContext
    ) throws {
        let registry = state.registry ?? state.name
        let text = document(facts, registry: registry)
        guard path != "-" else { return try context.output.write(text) }
        try OutputFile.write(to: path, within: FileLimit(of: registry)) { try $0.write(text) }
    }

    /// Returns the document, with one test case for each case.
    ///
    /// It has no times, so equal answers give equal documents.
    static func document(_ facts: [TestOutput], registry: String) -> String {
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
            let lines = differences + (facts.explainCommand.map { ["see: \($0)"] } ?? [])
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
    static func lines(_ facts: [TestOutput]) -> [String] {
        ["TAP version 14", "1..\(facts.count)"]
            + facts.enumerated().flatMap { index, facts in
                let word = facts.result.isPassed ? "ok" : "not ok"
                return ["\(word) \(index + 1) - \(escaped(facts.tested.title))"]
                    + (facts.result.isPassed ? [] : block(facts))
            }
    }

    private static func block(_ facts: TestOutput) -> [String] {
        let command = facts.explainCommand.map { ["  see: \(JSONValue.string($0))"] } ?? []
        var lines = ["  ---"] + command + ["  mismatches:"]
        for mismatch in facts.result.mismatches {
            for (index, member) in mismatch.object.members.enumerated() {
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
