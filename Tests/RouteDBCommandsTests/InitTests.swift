import RouteDB
import RouteDBTestSupport
import Testing

@Suite("init")
struct InitTests {
    @Test("init creates a registry at revision 1 and reports it")
    func creates() async throws {
        let tool = try Tool()
        let run = await tool("init")
        #expect(run.status == 0)
        #expect(run.output == "created registry '\(tool.path)', revision 1\n")
        #expect(run.diagnostics.isEmpty)
    }

    @Test("a second init leaves the registry alone")
    func isIdempotent() async throws {
        let tool = try Tool()
        await tool("init")
        let run = await tool("init", "--json")
        #expect(run.status == 0)
        #expect(
            run.output == """
                {"schema":1,"db":"\(tool.path)","outcome":"exists","revision":1}

                """)
    }

    @Test("--db may precede or follow the command, and ROUTEDB_DB replaces it")
    func database() async throws {
        let tool = try Tool()
        let file = tool.directory.path("b.db")
        #expect(await tool.run(["--db", file, "init", "--json"]).status == 0)
        tool.environment["ROUTEDB_DB"] = file
        let run = await tool.run(["--json", "init"])
        #expect(try run.object["outcome"] == "exists")
        #expect(try run.object["db"] == .string(file))
    }
}
