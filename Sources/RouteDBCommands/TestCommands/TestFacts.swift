import RouteDB
import RouteDBInsight

/// The output for a case that was run.
struct TestFacts: Sendable {
    let tested: TestedCase
    let result: RouteTestResult
    /// The options that select what was tested.
    let place: [(option: String, text: String)]

    /// The case as JSON.
    var object: JSONObject {
        let request = tested.content.request
        return [
            "label": .string(tested.label),
            "case": tested.content.name.map(JSONValue.string) ?? .null,
            "url": request.routeName == nil ? .string(request.url) : .null,
            "name": request.routeName.map(JSONValue.string) ?? .null,
            "passed": .bool(result.isPassed),
            "mismatches": .array(result.mismatches.map { .object(Self.object($0)) }),
        ]
    }

    /// Returns a mismatch as JSON; absent values are `null`.
    static func object(_ mismatch: RouteTestMismatch) -> JSONObject {
        [
            "field": .string(mismatch.field), "expected": mismatch.expected ?? .null,
            "actual": mismatch.actual ?? .null,
            "note": mismatch.note.map(JSONValue.string) ?? .null,
        ]
    }

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

    /// The command that explains how the answer comes about.
    var explainCommand: String {
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
        add("--at", request.time.map { Timestamp(microseconds: $0).description })
        for (option, text) in place where option != "--at" || request.time == nil {
            add(option, text)
        }
        if isDashed { words += ["--", request.url] }
        return PlainText.shown(words.map { ShellWord.quoted($0) }.joined(separator: " "))
    }

    static let listing = Listing<TestFacts>(
        "cases",
        columns: [
            .init("result") { $0.result.isPassed ? "passed" : "failed" },
            .init("label") { $0.tested.label }, .init("case") { $0.tested.content.name ?? "" },
            .init("request") { $0.tested.subject },
            .init("differences") { $0.differences.joined(separator: "; ") },
        ], object: { $0.object })

    /// Returns a failed case as lines of text.
    func block(_ style: TextStyle) -> [String] {
        ["\(style.bad("failed")) \(tested.title)"] + differences.map { "    \($0)" }
            + ["    see: \(explainCommand)"]
    }
}
