import RouteDB
import RouteDBCommands
import RouteDBTestSupport
import Testing

@Suite("hits parameters")
struct HitsParametersTests {
    private let tool: Tool

    init() async throws {
        tool = try Tool()
        await tool("add", "/sale", "--target", "sale")
        let lines = (0..<40).map { number in
            """
            {"url":"/sale?utm_campaign=\(number % 2 == 0 ? "mail" : "post")",\
            "time":"2026-01-01T0\(number / 10):00:00Z"}
            """
        }
        await tool("hits", "import", "-", input: lines.joined(separator: "\n"))
    }

    @Test("names are listed, replaced and taken away")
    func names() async throws {
        let none = await tool("hits", "parameters")
        #expect(none.status == 0 && none.output.isEmpty)
        #expect(none.diagnostics.contains("routedb hits parameters utm_campaign"))
        let set = await tool("hits", "parameters", "utm_campaign", "ref")
        #expect(set.status == 0 && set.lines == ["utm_campaign", "ref"])
        #expect(
            try await tool("hits", "parameters", "--json").object["parameters"]
                == [["name": "utm_campaign"], ["name": "ref"]])
        #expect(await tool("hits", "parameters", "--none").output.isEmpty)
        #expect(await tool("hits", "parameters").output.isEmpty)
    }

    @Test("a report by a parameter is the same from sums and from hits, before and after a pruning")
    func report() async throws {
        let arguments = ["stats", "top", "--by", "query:utm_campaign", "--json", "--db", tool.path]
        let hits = await tool.run(arguments)
        await tool("hits", "parameters", "utm_campaign")
        let sums = await tool.run(arguments)
        #expect(sums.output == hits.output && sums.output.contains("mail"))
        await tool("hits", "prune", "--older-than", "2026-01-01T01:30:00Z", "--yes")
        let pruned = await tool.run(arguments)
        await tool("hits", "parameters", "--none")
        #expect(await tool.run(arguments).output == pruned.output)
        #expect(await tool("hits", "verify").status == 0)
    }

    @Test(
        "names that cannot be summed up are refused",
        arguments: [
            (["a", "a"], "named twice", Int32(2)),
            ([""], "has 0 bytes", 2),
            ([String(repeating: "a", count: 256)], "has 256 bytes", 2),
            ((0..<17).map { "p\($0)" }, "17 parameters cannot be summed up", 2),
            (["a", "--none"], "either names or '--none'", 64),
        ])
    func refused(names: [String], message: String, status: Int32) async throws {
        let run = await tool.run(["hits", "parameters"] + names + ["--db", tool.path])
        #expect(run.status == status && run.diagnostics.contains(message), "\(run.diagnostics)")
        #expect(await tool("hits", "parameters").output.isEmpty)
    }
}
