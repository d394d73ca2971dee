import Foundation
import RouteDB
import RouteDBStorage
import RouteDBTerminal
import RouteDBTestSupport
import Testing

@Suite("Listing, warning about and forgetting imports")
struct HitsForgetTests {
    private let tool: Tool

    init() async throws {
        tool = try Tool()
        await tool("namespace", "add", "shop", "--host", "shop.example.com")
        await tool("add", "/user/{id:int}", "--target", "user", "--namespace", "shop")
    }

    private func log(_ numbers: Range<Int>, _ name: String = "access.log") throws -> String {
        let path = tool.directory.path(name)
        let lines = numbers.map {
            "10.0.0.1 - - [10/Oct/2025:13:55:36 +0000] \"GET /user/\($0) HTTP/1.1\" 200 5\n"
        }
        try lines.joined().write(toFile: path, atomically: true, encoding: .utf8)
        return path
    }

    private var history: String { HitHistory.path(besideRegistry: tool.path) }

    @Test("a log without hosts is not imported if routes can only be reached with one")
    func hosts() async throws {
        let file = try log(0..<3)
        let run = await tool("hits", "import", file, "--json")
        #expect(run.status == 64 && run.diagnostics.contains("\"code\":\"hostsMissing\""))
        #expect(
            run.diagnostics.contains(
                "Without a host, 0 of the first 3 requests match a route; with '--host shop.example.com', 3 do."
            ))
        #expect(run.diagnostics.contains("Add '--host shop.example.com', or '--yes'"))
        #expect(await tool("hits", "imports").lines.isEmpty)
        let asked = await tool("hits", "import", file, input: "n\n", onTerminal: true)
        #expect(asked.status == 1 && asked.diagnostics.contains("Import it without hosts? [y/N]"))
        #expect(await tool("hits", "imports").lines.isEmpty)
        let piped = await tool(
            "hits", "import", "-", input: try String(contentsOfFile: file, encoding: .utf8),
            onTerminal: true)
        #expect(piped.status == 64)
        let agreed = await tool("hits", "import", file, input: "y\n", onTerminal: true)
        #expect(agreed.status == 0)
        #expect(await tool("hits", "forget", "1", "--yes").status == 0)
        #expect(await tool("hits", "import", file, "--yes").diagnostics.contains("warning: '"))
        #expect(await tool("hits", "forget", "2", "--yes").status == 0)
        let right = await tool("hits", "import", file, "--host", "shop.example.com")
        #expect(right.status == 0 && right.diagnostics.contains("matched 3"))
        #expect(!right.diagnostics.contains("warning"))
    }

    @Test("a log that matches as it is, or has hosts, is imported without a warning")
    func noWarning() async throws {
        await tool("add", "/user/{id}", "--target", "all")
        #expect(await tool("hits", "import", try log(0..<3)).status == 0)
        let full = tool.directory.path("urls.txt")
        try "https://other.example/x\nhttps://other.example/y\n".write(
            toFile: full, atomically: true, encoding: .utf8)
        #expect(await tool("hits", "import", full, "--final").status == 0)
    }

    @Test("a wrong import can be undone, and the log imported differently")
    func mistake() async throws {
        let file = try log(0..<1_500)
        await tool("hits", "import", file, "--yes")
        let again = await tool("hits", "import", file, "--host", "shop.example.com")
        #expect(again.status == 0)
        #expect(
            again.diagnostics.contains(
                "note: 1,500 lines were already imported on 2026-01-02T03:04:05Z (format common, no"
                    + " options) and did not change. To import them with the new options, run"
                    + " 'routedb hits forget 1', then repeat this command"))
        let refused = await tool("hits", "forget", "1")
        #expect(refused.status == 64 && refused.diagnostics.contains("forget import 1: "))
        let dry = await tool("hits", "forget", "1", "--dry-run")
        #expect(dry.status == 0 && dry.lines == ["would forget import 1: \(file), 1,500 hits"])
        #expect(await tool("hits", "imports", "1", "--json").status == 0)
        #expect(await tool("hits", "forget", "1", "--yes").status == 0)
        #expect(await tool("hits", "verify").status == 0)
        #expect(await tool("stats", "top", "--json").output.contains("\"hits\":0"))
        let right = await tool("hits", "import", file, "--host", "shop.example.com")
        #expect(right.diagnostics.contains("imported 1500, duplicate 0"))
        let list = await tool("hits", "imports")
        #expect(
            list.lines == [
                "2\t\(file)\t2026-01-02T03:04:05Z\t1\tcommon\t--host shop.example.com\t1500\t1500\t0"
                    + "\t0\t0\t2025-10-10T13:55:36Z\t2025-10-10T13:55:36Z"
            ])
        for arguments in [["forget", "1", "--yes"], ["forget", "9", "--yes"], ["imports", "1"]] {
            let run = await tool.run(["hits"] + arguments + ["--db", tool.path, "--json"])
            #expect(run.status == 2 && run.error?["code"] == "importNotFound")
        }
        #expect(await tool("hits", "forget", "--yes").status == 64)
        #expect(await tool("hits", "forget", "access.log", "--yes").status == 64)
    }

    @Test("other imports lose nothing, including roll-ups of pruned hits")
    func pruned() async throws {
        await tool("hits", "import", try log(0..<9_000, "a.log"), "--host", "shop.example.com")
        await tool("hits", "import", try log(0..<100, "b.log"), "--host", "shop.example.com")
        await tool(
            "hits", "import", try log(20_000..<20_050, "c.log"), "--host", "shop.example.com")
        #expect(await tool("hits", "prune", "--max-rows", "4000", "--yes").status == 0)
        let run = await tool("hits", "forget", "1", "--yes", "--json")
        #expect(run.status == 0, "\(run.diagnostics)")
        #expect(try run.object["hits"] == 9_000 && run.object["pruned"] == 5_050)
        #expect(await tool("hits", "verify").status == 0)
        #expect(await tool("hits", "export").lines.count == 50)
    }
}
