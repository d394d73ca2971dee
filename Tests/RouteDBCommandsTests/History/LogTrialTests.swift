import Foundation
import RouteDB
import RouteDBTestSupport
import Testing

@Suite("hits import --try")
struct LogTrialTests {
    private let tool: Tool

    init() throws { tool = try Tool() }

    private func write(_ text: String, to name: String) throws -> String {
        let path = tool.directory.path(name)
        try Data(text.utf8).write(to: URL(fileURLWithPath: path))
        return path
    }

    @Test(
        "the first lines are shown as they would be read, with what they lack; nothing is written")
    func shows() async throws {
        let log = try write(
            #"{"req":{"uri":"/a?b=1"},"at":"2026-03-01T10:00:00Z"}"# + "\nbroken\n", to: "app.log")
        let run = await tool(
            "hits", "import", log, "--url-field", "req.uri", "--field", "time=at", "--try")
        #expect(run.status == 3)
        #expect(
            run.lines == [
                "\(log): json:url=req.uri,time=at", "", "line 1",
                "  time       2026-03-01T10:00:00Z", "  url        /a?b=1", "", "line 2",
                "  rejected   the line is not a JSON object: unexpected character; expected a value,"
                    + " at byte 0", "",
                "missing in all of them: host, method, status, duration, principal, address,"
                    + " referrer, agent, language",
            ])
        #expect(!FileManager.default.fileExists(atPath: HitHistory.path(besideRegistry: tool.path)))
    }

    @Test("as JSON, with the reason for the format")
    func json() async throws {
        let log = try write("url\n/a\n", to: "links.csv")
        let object = try await tool("hits", "import", log, "--try", "--json").object
        #expect(object["format"] == "csv")
        #expect(object["reason"] == "the first line is a header")
    }

    @Test("a text that is neither a format nor a format string is refused, with what there is")
    func mistakes() async throws {
        let log = try write("/a\n", to: "a.log")
        let string = await tool("hits", "import", log, "--log-format", "%h %u")
        #expect(string.status == 64)
        #expect(string.diagnostics.contains("is not a format string with a URL"))
        let both = await tool(
            "hits", "import", log, "--log-format", "urls", "--url-field", "u")
        #expect(both.status == 64)
        let field = await tool("hits", "import", log, "--field", "time=at")
        #expect(field.diagnostics.contains("'--field' needs '--url-field'"))
    }
}
