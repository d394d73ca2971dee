import Foundation
import RouteDB
import RouteDBTestSupport
import Testing

@Suite("Formats of imports")
struct ImportFormatTests {
    private static let ndjson = """
        {"pattern":"/a","target":"t.a","name":"a"}
        {"pattern":"/b","target":"t.b","group":"g"}

        """
    private static let csv = "pattern,target,name,group\n/a,t.a,a,\n/b,t.b,,g\n"
    private static let json = """
        [
          {"pattern": "/a", "target": "t.a", "name": "a"},
          {"pattern": "/b", "target": "t.b", "group": "g"}
        ]
        """
    private static let routes = ["default -/a /a t.a", "default g/- /b t.b"]

    @Test(
        "the format is detected from the first bytes and reported",
        arguments: [
            ("ndjson", ndjson), ("csv", csv), ("json", json),
            ("tsv", csv.replacing(",", with: "\t")), ("csv", csv.replacing(",", with: ";")),
            ("json", "\n  \(json)"), ("json", #"{"schema":1,"routes":\#(json)}"#),
            ("json", #"{"routes":\#(json)}"#.replacing("\n", with: "")),
            ("ndjson", "\n\n \(ndjson)"), ("csv", "# a comment, with a comma\n\n\(csv)"),
        ])
    func detected(format: String, text: String) async throws {
        let tool = try Tool()
        let run = await tool.importing(Array(text.utf8), "--json")
        #expect(run.status == 0)
        #expect(run.diagnostics.contains("format: \(format)\n"))
        #expect(try run.object["format"] == .string(format))
        #expect(try await tool.routes() == Self.routes)
    }

    @Test(
        "the extension of a file determines its format",
        arguments: [("a.ndjson", ndjson), ("a.JSONL", ndjson), ("a.csv", csv), ("a.json", json)])
    func extensions(name: String, text: String) async throws {
        let tool = try Tool()
        let file = tool.directory.path(name)
        try text.write(toFile: file, atomically: true, encoding: .utf8)
        #expect(await tool("import", file).status == 0)
        #expect(try await tool.routes() == Self.routes)
    }

    @Test("--format overrides the detected format")
    func given() async throws {
        let tool = try Tool()
        let run = await tool.importing(Array(Self.csv.utf8), "--file-format", "ndjson", "--json")
        #expect(run.status == 2)
        #expect(run.diagnostics.contains("format: ndjson, as given\n"))
        #expect(run.problems.first == "1:1 invalidInput")
    }

    @Test(
        "marks, line ends, blank lines and a missing last line end change nothing",
        arguments: [
            "\u{FEFF}\(ndjson)", "\u{FEFF}\(csv)", "\u{FEFF}\(json)",
            ndjson.replacing("\n", with: "\r\n"), csv.replacing("\n", with: "\r\n"),
            json.replacing("\n", with: "\r\n"),
            String(ndjson.dropLast()), String(csv.dropLast()),
            csv.replacing("\n", with: "\n\n"), csv.replacing("\n", with: "\r\n\r\n"),
            ndjson.replacing("\n", with: "\n \n"), "# a, b\n# c\n\(csv)", "\r\n\(csv)",
        ])
    func framing(text: String) async throws {
        let tool = try Tool()
        for pieceBytes in [1, 2, 7, 65_536] {
            let file = tool.directory.path("\(pieceBytes).db")
            let run = await tool.importing(Array(text.utf8), to: file, pieceBytes: pieceBytes)
            #expect(run.status == 0)
            let content = RegistryContent(try await tool.snapshot(at: file))
            #expect(content.routes.map(\.target) == ["t.a", "t.b"])
        }
    }

    @Test("empty input, a lone header and an empty array import nothing and succeed")
    func empty() async throws {
        let tool = try Tool()
        for text in ["", "\n\n", "pattern,target\n", "pattern\ttarget", "[]", #"{"routes":[]}"#] {
            let run = await tool.importing(Array(text.utf8))
            #expect(run.status == 0)
            #expect(
                run.diagnostics.contains("imported 0, skipped 0, unchanged 0, replaced 0\n"))
        }
        #expect(try await tool.snapshot().revision == 1)
    }
}
