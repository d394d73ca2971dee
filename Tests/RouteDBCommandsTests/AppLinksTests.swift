import RouteDB
import Testing

@Suite("app-links")
struct AppLinksTests {
    private let tool: Tool

    init() throws { tool = try Tool() }

    private static let apple = """
        {"applinks": {"details": [{
          "appIDs": ["ABCDE12345.com.example.app"],
          "components": [
            {"/": "/buy/*"},
            {"/": "/buy/web", "exclude": true}]}]}}
        """

    @Test("check shows the place, the rule, its source and how to fix it")
    func check() async throws {
        let run = await tool.run(["app-links", "check", "-", "--table"], input: Self.apple)
        #expect(run.status == 1)
        #expect(
            run.output == """
                -:5:5: error include-before-exclude
                    applinks.details[0].components[1]: It excludes nothing: \
                applinks.details[0].components[0] opens the app for all its URLs before.
                    rule: The first component that matches decides.
                    source: https://developer.apple.com/forums/thread/678345
                    fix: Move the excluding component before the other one.

                """)
        #expect(run.diagnostics == "1 finding\n")
        let never = ["app-links", "check", "-", "--fail-on", "never"]
        #expect(await tool.run(never, input: Self.apple).status == 0)
    }

    @Test("check writes JSON and SARIF with the place")
    func formats() async throws {
        let json = try await tool.run(["app-links", "check", "-", "--json"], input: Self.apple)
            .object
        #expect(json["count"] == 1)
        guard case .array(let findings)? = json["findings"], case .object(let finding) = findings[0]
        else { throw TestFailure() }
        #expect(finding["code"] == "include-before-exclude" && finding["line"] == 5)
        let sarif = await tool.run(["app-links", "check", "-", "--sarif"], input: Self.apple)
        #expect(sarif.status == 1)
        #expect(sarif.output.contains(#""region":{"startLine":5,"startColumn":5}"#))
        #expect(sarif.output.contains(#""ruleId":"include-before-exclude""#))
        let both = ["app-links", "check", "-", "--sarif", "--json"]
        #expect(await tool.run(both, input: Self.apple).status == 64)
    }

    private struct TestFailure: Error {}

    @Test("a correct file is silent, an unreadable one fails")
    func status() async {
        let clean = #"{"applinks": {"details": []}}"#
        let run = await tool.run(["app-links", "check", "-"], input: clean)
        #expect(run.status == 0 && run.output.isEmpty && run.diagnostics == "no findings\n")
        let missing = await tool.run(["app-links", "check", "no-such-file"])
        #expect(missing.status == 2 && missing.diagnostics.contains("no-such-file"))
        let html = await tool.run(["app-links", "check", "-"], input: "<html>")
        #expect(html.status == 1 && html.output.hasPrefix("error\thtml\t-\t"))
    }

    @Test("explain shows each component, and which part refused")
    func explain() async throws {
        let url = "https://example.com/buy/web"
        let run = await tool.run(
            ["app-links", "explain", url, "--file", "-", "--quiet"], input: Self.apple)
        #expect(run.status == 0)
        #expect(
            run.output == """
                ABCDE12345.com.example.app: opens the link
                    applinks.details[0].components[0]: matches, and includes

                """)
        let other = await tool.run(
            ["app-links", "explain", "https://example.com/x", "--file", "-", "-q"],
            input: Self.apple)
        #expect(other.status == 1)
        #expect(
            other.output == """
                ABCDE12345.com.example.app: does not open the link, which no component matches
                    applinks.details[0].components[0]: no: the path should match '/buy/*', and is \
                '/x'
                    applinks.details[0].components[1]: no: the path should match '/buy/web', and is \
                '/x'

                """)
    }

    @Test("explain writes JSON, and names the uncertain rules")
    func explainJSON() async throws {
        let run = await tool.run(
            ["app-links", "explain", "https://example.com/buy", "--file", "-", "--json"],
            input: Self.apple)
        let object = try run.object
        guard case .array(let apps)? = object["apps"], case .object(let app) = apps[0] else {
            throw TestFailure()
        }
        #expect(object["platform"] == "ios" && object["apiLevel"] == .null)
        #expect(app["outcome"] == "opens" && app["uncertain"] == ["A5"] && app["untested"] == 1)
        let bad = await tool.run(
            ["app-links", "explain", "myapp://x", "--file", "-"], input: Self.apple)
        #expect(bad.status == 2 && bad.diagnostics.contains("not a link of the web"))
    }
}
