import RouteDB
import RouteDBCommands
import RouteDBTestSupport
import Testing

/// How the command line points at things.
@Suite struct PointingTests {
    private let tool: Tool

    init() async throws {
        tool = try Tool()
        await tool("add", "/a", "--target", "t", "--name", "a", "--group", "staff")
        await tool("add", "/b", "--target", "t", "--name", "3")
        await tool("add", "/c", "--target", "t", "--message", "Add c")
    }

    @Test(arguments: ["1", "#1", "a", "/a"])
    func `a route goes by its id, with and without a number sign`(route: String) async {
        #expect(await tool("show", route).lines.first == "id         #1")
        #expect(await tool("set", route, "target=t").status == 0)
    }

    @Test func `a name that is a number comes before an id`() async {
        #expect(await tool("show", "3").lines.first == "id         #2")
        #expect(await tool("show", "#3").lines.first == "id         #3")
        #expect(await tool("disable", "3").output.contains("#2"))
    }

    @Test(arguments: ["@live", "4", "@4", "now", "today"])
    func `the newest revision has names`(revision: String) async {
        #expect(await tool("list", "--as-of", revision).lines.count == 3)
        #expect(await tool("diff", "1", revision).lines.count > 0)
        #expect(await tool("digest", "--as-of", revision).status == 0)
    }

    @Test func `init takes the file as an argument`() async throws {
        let path = tool.directory.path("app.db")
        #expect(await tool.run(["init", path]).output.contains("app.db"))
        #expect(await tool.run(["list", "--db", path]).status == 0)
        #expect(await tool.run(["init", path, "--db", path]).status == 64)
    }

    @Test func `a namespace is shown alone`() async throws {
        await tool("namespace", "add", "web", "--host", "example.com")
        let run = await tool("namespace", "show", "web")
        #expect(run.lines.first == "web  (profile native, 0 routes)")
        #expect(!run.output.contains("default"))
        let object = try await tool("namespace", "show", "web", "--json").object
        #expect(object["namespace"].map { "\($0)" }?.contains("example.com") == true)
        #expect(await tool("namespace", "show", "wbe").diagnostics.contains("'web'"))
    }

    @Test func `a rollback says what it undoes`() async throws {
        let run = await tool("rollback", "2")
        #expect(run.status == 64)
        #expect(run.diagnostics.contains("Undoes 2 revisions:"))
        #expect(run.diagnostics.contains("@4  2026-01-02T03:04:05Z  ada  add: Add c"))
        #expect(run.diagnostics.contains("2 removed"))
        let dry = await tool("rollback", "2", "--dry-run", "--json")
        #expect(try "\(dry.object["undone"] ?? .null)".contains("Add c"))
    }

    @Test func `lines may begin with a byte order mark`() async {
        let run = await tool("resolve", "-", input: "\u{FEFF}/a\n/b\n")
        #expect(run.status == 0 && run.lines.first?.hasPrefix("/a\t") == true)
        #expect(await tool("sql", "-", input: "\u{FEFF}SELECT 1").output == "1\n")
        for bytes in [[0xFF, 0xFE, 0x2F, 0], [0xFE, 0xFF, 0, 0x2F]] as [[UInt8]] {
            let run = await tool.run(["resolve", "-", "--db", tool.path], bytes: bytes)
            #expect(run.status == 2 && run.diagnostics.contains("UTF-16, not UTF-8"))
        }
    }
}
