import Foundation
import RouteDB
import RouteDBStorage
import RouteDBTestSupport
import Testing

@Suite("Invalid imports")
struct ImportErrorTests {
    struct Broken: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let bytes: [UInt8]
        let problems: [String]

        init(_ name: String, _ text: String, _ problems: String...) {
            self.init(name, bytes: Array(text.utf8), problems)
        }

        init(_ name: String, bytes: [UInt8], _ problems: [String]) {
            testDescription = name
            self.bytes = bytes
            self.problems = problems
        }
    }

    private static let header = "pattern,target,name,priority,enabled,defaults,onDuplicate\n"

    static let records = [
        Broken("a quote inside", header + "/a,t,a\"b,,,,\n", "2:7 invalidInput"),
        Broken("text behind a quote", header + "/a,\"t\"x,,,,,\n", "2:7 invalidInput"),
        Broken("a lone return", header + "/a,t\r,,,,,\n", "2:5 invalidInput"),
        Broken("an open quote", header + "/ok,t,,,,,\n/a,\"t\n,,,\n", "3:4 invalidInput"),
        Broken("too few fields", header + "/a,t\n", "2:1 invalidInput"),
        Broken("too many fields", header + "/a,t,,,,,,\n", "2:1 invalidInput"),
        Broken("no target", header + "/a,,,,,,\n", "2:4 invalidInput"),
        Broken("a broken pattern", header + "/{a,t,,,,,\n", "2:1 invalidPattern"),
        Broken("a broken name", header + "/a,t,x/y,,,,\n", "2:1 invalidValue"),
        Broken("no number", header + "/a,t,,1.5,,,\n", "2:7 invalidInput"),
        Broken("a large number", header + "/a,t,,2147483648,,,\n", "2:7 invalidInput"),
        Broken("neither true nor false", header + "/a,t,,,maybe,,\n", "2:8 invalidInput"),
        Broken("no JSON", header + "/a,t,,,,{,\n", "2:9 invalidInput"),
        Broken("no object", header + "/a,t,,,,[],\n", "2:9 invalidInput"),
        Broken("no rule", header + "/a,t,,,,,never\n", "2:10 invalidInput"),
        Broken(
            "a name twice", header + "/a,t,n,,,,\n/b,t,n,,,,\n", "3:1 routeConflict"),
        Broken(
            "places behind quoted line ends",
            header + "/a,t,,,,\"{\n\n}\",\n/b,t,\"n\nm\",x,,,\n", "6:4 invalidInput"),
        Broken(
            "several, with good lines between",
            header + "/{,t,,,,,\n/ok,t,,,,,\n/a,t\n/b,\"x\"y,,,,,\n/c,,,,,,\n",
            "2:1 invalidPattern", "4:1 invalidInput", "5:7 invalidInput", "6:4 invalidInput"),
        Broken("no header", "/a,t\n/b,t\n", "1:1 invalidInput"),
        Broken("a column twice", "pattern,target,pattern\n", "1:16 invalidInput"),
        Broken("only comments", "# pattern,target\n", "1:1 invalidInput"),
        Broken(
            "invalid UTF-8",
            bytes: Array((header + "/a,t\u{E9}").utf8.dropLast())
                + Array(",,,,,\n".utf8), ["2:5 invalidInput"]),
        Broken(
            "such bytes in quotes",
            bytes: Array((header + "/a,\"t\n\"\"").utf8) + [0xFF]
                + Array("\",,,,,\n".utf8), ["3:3 invalidInput"]),
        Broken("a NUL", header + "/a,t\0,,,,,\n", "2:5 invalidInput"),
    ]

    static let lines = [
        Broken(
            "no JSON", #"{"pattern":"/a","target":"t"}"# + "\n{\"pattern\" \"/b\"}\n",
            "2:12 invalidInput"),
        Broken("no object", #"{"pattern":"/a","target":"t"}"# + "\n[1]\n", "2:1 invalidInput"),
        Broken("no pattern", #"{"target":"t"}"#, "1:1 invalidInput"),
        Broken("no target", #"{"pattern":"/a","target":null}"#, "1:1 invalidInput"),
        Broken(
            "a number for a name", #"{"pattern":"/a", "target":"t", "name": 7}"#,
            "1:40 invalidInput"),
        Broken(
            "text for a number", #"{"pattern":"/a","target":"t","priority":"7"}"#,
            "1:41 invalidInput"),
        Broken(
            "a large number", #"{"pattern":"/a","target":"t","priority":2147483648}"#,
            "1:41 invalidInput"),
        Broken(
            "text for a truth value", #"{"pattern":"/a","target":"t","enabled":"no"}"#,
            "1:40 invalidInput"),
        Broken(
            "an array for default values", #"{"pattern":"/a","target":"t","defaults":[]}"#,
            "1:41 invalidInput"),
        Broken(
            "a broken pattern", #"{"target":"t","defaults":{"pattern":[1,"]"]},"pattern":"/{"}"#,
            "1:56 invalidPattern"),
        Broken(
            "an unknown namespace", #"{"pattern":"/a","target":"t","namespace":"shop"}"#,
            "1:42 namespaceNotFound"),
        Broken(
            "an unknown rule", #"{"pattern":"/a","target":"t","onDuplicate":"x"}"#,
            "1:44 invalidInput"),
        Broken(
            "invalid UTF-8",
            bytes: Array(#"{"pattern":"/a"#.utf8) + [0xFF] + Array("\"}".utf8),
            ["1:15 invalidInput"]),
        Broken("a NUL", "{\"pattern\":\"/a\0\"}", "1:15 invalidInput"),
    ]

    static let documents = [
        Broken("no end", "[\n{\"pattern\":\"/a\",\n", "3:1 invalidInput"),
        Broken(
            "places in an array",
            "[\n {\"pattern\":\"/a\",\"target\":\"t\"},\n {\"pattern\":\"/{\",\"target\":\"t\"},\n 7\n]",
            "3:13 invalidPattern", "4:2 invalidInput"),
        Broken("another schema", #"{"schema":2,"routes":[]}"#, "1:11 invalidInput"),
        Broken("no list of routes", #"{"schema":1,"routes":{}}"#, "1:22 invalidInput"),
        Broken("another document", "{\n\"a\": 1}", "1:1 invalidInput"),
        Broken(
            "an unknown policy", #"{"namespaces":[{"name":"a","policies":{"x":"y"}}],"routes":[]}"#,
            "1:44 invalidInput"),
        Broken(
            "an unknown profile", #"{"namespaces":[{"name":"a","profile":"x"}],"routes":[]}"#,
            "1:38 invalidInput"),
        Broken(
            "a circle of fallbacks",
            #"{"namespaces":[{"name":"a","fallback":"a"}],"routes":[]}"#,
            "1:16 fallbackCycle"),
        Broken(
            "a scheme that is a number", #"{"namespaces":[{"name":"a","schemes":["x",1]}]}"#,
            "1:43 invalidInput"),
        Broken(
            "default values of an unknown namespace",
            #"{"routes":[],"defaults":[{"namespace":"a","values":{"k":1}}]}"#,
            "1:26 namespaceNotFound"),
    ]

    static let encodings = [
        Broken("UTF-16, little end first", bytes: [0xFF, 0xFE, 0x2F, 0], ["1:1 invalidInput"]),
        Broken("UTF-16, big end first", bytes: [0xFE, 0xFF, 0, 0x2F], ["1:1 invalidInput"]),
        Broken("UTF-32", bytes: [0xFF, 0xFE, 0, 0], ["1:1 invalidInput"]),
        Broken("UTF-16 without a mark", bytes: [0x2F, 0, 0x61, 0], ["1:2 invalidInput"]),
    ]

    @Test(
        "an error names line and column, and nothing is imported",
        arguments: records + lines + documents + encodings)
    func isRefused(_ broken: Broken) async throws {
        let tool = try Tool()
        try await tool.edit { try $0.add(RouteDraft(pattern: "/old", target: "old")) }
        for pieceBytes in [1, 65_536] {
            let run = await tool.importing(broken.bytes, "--json", pieceBytes: pieceBytes)
            #expect(run.status == 2)
            #expect(run.output.isEmpty)
            #expect(run.problems == broken.problems)
            let snapshot = try await tool.snapshot()
            #expect(snapshot.revision == 2)
            #expect(snapshot.routes.count == 1)
        }
    }

    @Test("an empty file that should have a header is an error")
    func emptyTable() async throws {
        let tool = try Tool()
        let run = await tool.importing([], "--file-format", "csv", "--json")
        #expect(run.status == 2)
        #expect(run.problems == ["1:1 invalidInput"])
    }

    @Test("a line of more than 1 MiB is an error, whatever its quotes")
    func longLines() async throws {
        let tool = try Tool()
        let long = String(repeating: "x", count: 1_048_577)
        let inputs = [
            ("pattern,target\n/a,t\n/b,\(long)\n", "csv", "3:1 invalidInput"),
            ("pattern,target\n/a,t\n/b,\"\(long)\n", "csv", "3:4 invalidInput"),
            ("{\"pattern\":\"\(long)\"}\n", "ndjson", "1:1 invalidInput"),
        ]
        for (text, format, problem) in inputs {
            let run = await tool.importing(Array(text.utf8), "--file-format", format, "--json")
            #expect(run.problems == [problem])
        }
    }

    @Test("one cause is said once, with its first lines and the number of all")
    func causes() async throws {
        let tool = try Tool()
        let lines = (0..<4_000).map { $0 == 7 ? "/{,t," : "/a\($0),t,shop" }
        let text = "pattern,target,namespace\n" + lines.joined(separator: "\n")
        let run = await tool.importing(Array(text.utf8), "--json")
        #expect(run.problems == ["2:7 namespaceNotFound", "9:1 invalidPattern"])
        #expect(run.diagnostics.contains("\"count\":3999"))
        let told = await tool.importing(Array(text.utf8))
        #expect(
            told.diagnostics.contains(
                "  line 2, column 7 (and lines 3, 4, 5, 6 and 3,994 more): No namespace is named"))
        #expect(told.diagnostics.contains("  line 9, column 1: '/{' is not a valid pattern"))
    }

    @Test("reading stops after mistakes of twenty kinds")
    func manyMistakes() async throws {
        let tool = try Tool()
        let text = "pattern,target\n" + (0..<100).map { "/\($0)/{,t\n" }.joined()
        let run = await tool.importing(Array(text.utf8), "--json")
        #expect(run.problems == (2...21).map { "\($0):1 invalidPattern" })
        let told = await tool.importing(Array(text.utf8))
        #expect(told.diagnostics.contains("the first 20 are listed; nothing was changed."))
        #expect(told.diagnostics.contains("  line 21, column 1: '/19/{' is not a valid pattern"))
    }

    @Test("a mistake is reported with its place, the rule and a hint")
    func message() async throws {
        let tool = try Tool()
        let file = tool.directory.path("routes.csv")
        try "pattern,target\n/a,\"t\"x\n".write(toFile: file, atomically: true, encoding: .utf8)
        let run = await tool("import", file)
        #expect(run.status == 2)
        #expect(
            run.diagnostics.hasSuffix(
                """
                error: \(file), line 2, column 7: A closing quote must be followed by a delimiter \
                or the end of the line.
                Nothing was changed.
                hint: Double the quotes inside the field.

                """))
    }

    @Test("unreadable input creates no registry")
    func unreadable() async throws {
        let tool = try Tool()
        for path in [tool.directory.path("nothing"), tool.directory.path] {
            let run = await tool("import", path, "--json")
            #expect(run.status == 2)
            #expect(run.error?["code"] == "inputUnreadable")
        }
        #expect(!FileManager.default.fileExists(atPath: tool.path))
    }
}
