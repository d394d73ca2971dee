import Foundation
import RouteDBRouting
import RouteDBTestSupport
import Testing

/// Our reading of URLs against the web platform's tests of the URL standard.
@Suite struct URLStandardTests {
    private static let file = SharedData.url(of: "url/urltestdata.json")

    @Test(
        "every difference from the URL standard is intended",
        .enabled(if: file != nil, "url/urltestdata.json is not in the shared data"))
    func differences() throws {
        let cases = try StandardURLCase.all(in: try #require(Self.file))
        var counts: [StandardURLRule: Int] = [:]
        for line in cases where line.found != line.expected {
            let rule = StandardURLRule.allCases.first { $0.explains(line) }
            let text =
                "\(line.input.debugDescription): the standard says "
                + "\(line.expected?.description ?? "invalid"), we say "
                + "\(line.found?.description ?? "invalid")"
            #expect(rule != nil, "\(text)")
            if let rule { counts[rule, default: 0] += 1 }
        }
        // A canary: the tests were read, and no rule is there for nothing.
        #expect(cases.count > 500)
        #expect(counts.values.reduce(0, +) < cases.count / 2)
        for rule in StandardURLRule.allCases { #expect(counts[rule] != nil, "\(rule.rawValue)") }
    }

    @Test(
        "normalizing the web platform's test URLs is idempotent",
        .enabled(if: file != nil, "url/urltestdata.json is not in the shared data"))
    func idempotence() throws {
        for line in try StandardURLCase.all(in: try #require(Self.file)) {
            guard let once = try? NormalizedURL(line.input) else { continue }
            #expect(try NormalizedURL(once.description) == once, "\(line.input.debugDescription)")
        }
    }

    @Test("each difference from the URL standard is documented")
    func documentation() throws {
        let page = URL(fileURLWithPath: #filePath)
            .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
            .appendingPathComponent("Docs/urls.md")
        let text = try String(contentsOf: page, encoding: .utf8)
        for rule in StandardURLRule.allCases {
            #expect(text.contains("| `\(rule.rawValue)` |"), "\(rule.rawValue)")
        }
    }
}
