import Foundation
import RouteDB
import RouteDBTestSupport
import Testing

@Suite("Delimited text")
struct DelimitedTextTests {
    @Test("quoted fields may contain delimiters, quotes and line endings")
    func quoting() async throws {
        let tool = try Tool()
        let text =
            "target,defaults,pattern\r\n" + #""a, ""b""","{""k"":"# + "\r\n"
            + #"""v""}","/a,""b""""# + "\r\n" + "c,\"{\n\n}\",\"/c\"\n\"\",{},/e\n"
        for pieceBytes in [1, 2, 3, 5, 16, 65_536] {
            let file = tool.directory.path("\(pieceBytes).db")
            let run = await tool.importing(
                Array(text.utf8), "--target", "none", to: file, pieceBytes: pieceBytes)
            #expect(run.status == 0)
            let routes = RegistryContent(try await tool.snapshot(at: file)).routes
            #expect(routes.map(\.target) == [#"a, "b""#, "c", "none"])
            #expect(routes.map(\.text) == [#"/a,"b""#, "/c", "/e"])
            #expect(routes[0].defaults == ["k": "v"])
        }
    }

    @Test("every field is read: priority, enabled, defaults and the rule for duplicates")
    func fields() async throws {
        let tool = try Tool()
        let text = """
            pattern\ttarget\tpriority\tenabled\tdefaults\tonDuplicate
            /a\tx\t-7\tno\t"{""n"":1.0}"\t
            /a\ty\t\t\t\tkeep-both
            /b\tz\t2147483647\tTRUE\t{}\t
            """
        let run = await tool.importing(Array(text.utf8))
        #expect(run.status == 0, "\(run.diagnostics)")
        let routes = RegistryContent(try await tool.snapshot()).routes
        #expect(routes.map(\.target) == ["x", "y", "z"])
        #expect(routes.map(\.priority) == [-7, 0, .max])
        #expect(routes.map(\.isEnabled) == [false, true, true])
        #expect(routes[0].defaults == ["n": .double(1)])
    }

    @Test("a comment before the first record is skipped, and a later one is a record")
    func comments() async throws {
        let tool = try Tool()
        let arguments = ["--header", "name,pattern", "--target-column", "name"]
        let file = tool.directory.path("names.tsv")
        try "# name -> pattern\nHome\t/\n".write(toFile: file, atomically: true, encoding: .utf8)
        #expect(await tool.run(["import", file, "--db", tool.path] + arguments).status == 0)
        #expect(try await tool.routes() == ["default -/Home / Home"])
        try "Home\t/\n# x\t/x\n".write(toFile: file, atomically: true, encoding: .utf8)
        let run = await tool.run(["import", file, "--db", tool.path, "--json"] + arguments)
        #expect(run.status == 2)
        #expect(run.problems == ["2:1 invalidValue"])
    }

    @Test("a field keeps its spaces")
    func spaces() async throws {
        let tool = try Tool()
        let run = await tool.importing(Array("pattern,target\n/a, t\n".utf8), "--json")
        #expect(run.problems == ["2:1 invalidValue"])
    }
}
