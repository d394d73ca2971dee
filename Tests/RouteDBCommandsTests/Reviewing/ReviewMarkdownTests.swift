import Foundation
import RouteDB
import RouteDBTestSupport
import Testing

@Suite("Markdown of a review")
struct ReviewMarkdownTests {
    private let fixture: ReviewFixture

    init() async throws { fixture = try await ReviewFixture() }

    @Test("the page has the verdict, the checks, and each check's page")
    func page() async throws {
        await fixture.change(["set", "user", "pattern=/user/{id:int}"])
        let run = try await fixture.review("-f", "markdown", log: "/user/7\n/user/ada\n")
        #expect(run.status == 1)
        let lines = run.lines
        #expect(lines.first == "## RouteDB: review failed: tests, replay")
        #expect(lines.contains("| changes | 0 added, 1 changed, 0 removed | passed |"))
        #expect(lines.contains("| tests | 0 of 1 passed | **failed** |"))
        let headings = lines.filter { $0.hasPrefix("### ") }.map { $0.split(separator: ":")[0] }
        #expect(headings == ["### Changes", "### Lint", "### Route tests", "### Replay"])
        #expect(
            lines.contains(
                "| changed | `route #1 user` | `pattern: \"/user/{id}\" -> \"/user/{id:int}\"` |"))
        #expect(lines.contains("| 1 | now-unmatched | `user` | `(unmatched)` | `/user/ada` |"))
        let ends = lines.count { $0 == "</details>" }
        #expect(ends > 0 && ends == lines.count { $0 == "<details>" })
    }

    @Test("the top ten are shown, with exact totals")
    func top() async throws {
        let routes = (1...1_012).map { "{\"pattern\":\"/r\($0)\",\"target\":\"t\"}" }
        try fixture.write(routes.joined(separator: "\n") + "\n", to: "routes.ndjson")
        await fixture.change(["import", fixture.path("routes.ndjson")])
        let run = try await fixture.review("-f", "markdown")
        #expect(run.output.contains("### Changes: 1012 added, 0 changed, 0 removed\n"))
        #expect(
            run.output.contains("<summary>1,012 routes: 1012 added, 0 changed, 0 removed</summary>")
        )
        #expect(run.lines.count { $0.hasPrefix("| added ") } == 10)
        #expect(run.lines.contains("And 1,002 more."))
    }

    @Test(
        "hostile names, patterns, targets and URLs stay text",
        arguments: [
            "a|b", "`", "``x`", "<script>alert(1)</script>", "</summary></details>", "@ada",
            "#1", "[x](https://evil.example)", "![x](https://evil.example/x.png)", "a\nb",
            "| --- |\n| x |", "<!--", "\u{202E}abc", "&lt;b&gt;", "~~~", "$x$", "www.evil.example",
        ])
    func hostile(_ text: String) async throws {
        // Names and targets have no control characters, and a log has a URL on each line.
        let line = text.replacing("\n", with: "")
        let route: JSONObject = [
            "pattern": "/h/{x:path}", "target": .string(line), "name": "h",
        ]
        let test: JSONObject = [
            "case": .string("t " + line), "url": .string("/h/y\(text)"),
            "expect": ["target": .string(text + "x")],
        ]
        var head = try fixture.text("head.json")
        head = head.replacing("\"routes\":[", with: "\"routes\":[\(JSONValue.object(route)),")
        head = head.replacing("\"cases\":[", with: "\"cases\":[\(JSONValue.object(test)),")
        try fixture.write(head, to: "head.json")
        let log = "{\"url\":\(JSONValue.string("/h/y" + line))}\n"
        let run = try await fixture.review("-f", "markdown", log: log)
        #expect(run.status == 1, "\(run.diagnostics)")
        #expect(run.lines.contains("| tests | 1 of 2 passed | **failed** |"))
        Self.check(run.lines)
        for command in [["plan", fixture.path("head.json")], ["lint", fixture.path("head.json")]] {
            let run = await fixture.tool.run(
                command + ["-f", "markdown", "--db", fixture.tool.path])
            Self.check(run.lines)
        }
    }

    /// Checks that a page has only the markup of its own.
    private static func check(_ lines: [String]) {
        var cells = 0
        for line in lines {
            // Outside inline code, nothing of a text may be markup.
            let plain = line.replacing(/<code>[^<>`|]*<\/code>/, with: "")
                .replacing(/`[^`]*`/, with: "").replacing("<br>", with: "")
                .replacing(/\\./, with: "")
            let isOwn =
                ["<details>", "</details>"].contains(line)
                || line.wholeMatch(of: /<summary>[A-Za-z0-9 :,.-]*<\/summary>/) != nil
            #expect(isOwn || !plain.contains(/[<`\[@]/), "\(line)")
            #expect(!plain.contains(/#[A-Za-z0-9]|:\/\/|www\.e/), "\(line)")
            guard line.hasPrefix("|") else {
                cells = 0
                continue
            }
            let count = plain.count { $0 == "|" }
            #expect(cells == 0 || count == cells, "\(line)")
            cells = count
        }
    }

    @Test("lists are tables in Markdown too")
    func lists() async throws {
        let run = await fixture.tool("list", "-f", "markdown", "--columns", "name,pattern,target")
        #expect(
            run.lines.prefix(3) == [
                "| name | pattern | target |", "|---|---|---|",
                "| `user` | `/user/{id}` | `user` |",
            ])
        let lint = await fixture.tool("lint", "-f", "markdown")
        #expect(lint.lines.first?.hasPrefix("### Lint: no findings") == true)
        let test = await fixture.tool("test", "--all", "-f", "markdown")
        #expect(test.lines == ["### Route tests: 1 of 1 passed"])
        let diff = await fixture.tool("diff", "@2", "-f", "markdown")
        #expect(diff.lines.prefix(3).last == "From `@2` to `@live`.")
    }
}
