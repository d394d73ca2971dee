import Foundation
import RouteDB
import RouteDBTestSupport
import Testing

@Suite("A first command that fails")
struct FirstCommandTests {
    let tool: Tool

    init() throws { tool = try Tool() }

    private func write(_ text: String, to name: String) throws -> String {
        let path = tool.directory.path(name)
        try Data(text.utf8).write(to: URL(fileURLWithPath: path))
        return path
    }

    /// The names of the files that there are.
    private func files() throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: tool.directory.path).sorted()
    }

    @Test(
        "an edit that is refused leaves no registry",
        arguments: [
            ["add", "/a/{", "--target", "t"],
            ["add", "/a", "--target", "t", "--namespace", "none"],
            ["import", "missing.json"],
            ["default", "set", "id=1", "--route", "none"],
            ["allow", "--route", "none"],
        ])
    func edit(arguments: [String]) async throws {
        let run = await tool.run(arguments + ["--db", tool.path])
        #expect(run.status != 0)
        #expect(!run.diagnostics.contains("created registry"))
        #expect(try files() == [])
    }

    @Test("importing an invalid file leaves no registry, a valid one does")
    func broken() async throws {
        let broken = try write("{\"pattern\":\"/a\",\"target\":\"t\"}\n{\"patt", to: "a.ndjson")
        #expect(await tool("import", broken).status == 2)
        #expect(try files() == ["a.ndjson"])
        let rejected = try write("{\"pattern\":\"/a/{\",\"target\":\"t\"}\n", to: "a.ndjson")
        #expect(await tool("import", rejected).status != 0)
        #expect(try files() == ["a.ndjson"])
        let good = try write("{\"pattern\":\"/a\",\"target\":\"t\"}\n", to: "a.ndjson")
        let run = await tool("import", good)
        #expect(run.status == 0 && run.diagnostics.contains("created registry"))
        #expect(try files() == ["a.ndjson", "routes.db"])
    }

    @Test("an existing file is kept, even an empty one")
    func present() async throws {
        await tool("init")
        #expect(await tool("add", "/a/{", "--target", "t").status == 2)
        #expect(try files() == ["routes.db"])
    }

    @Test("an import of hits leaves no history, companion or rejects file")
    func hits() async throws {
        await tool("init")
        let rejects = tool.directory.path("rejects.tsv")
        let missing = tool.directory.path("missing.log")
        #expect(await tool("hits", "import", missing, "--rejects", rejects).status == 2)
        #expect(try files() == ["routes.db"])
        let unknown = try write("no log at all\n", to: "a.log")
        #expect(await tool("hits", "import", unknown).status == 2)
        #expect(try files() == ["a.log", "routes.db"])
        #expect(await tool("hits", "import", unknown, "--log-format", "nope").status != 0)
        #expect(try files() == ["a.log", "routes.db"])
    }
}
