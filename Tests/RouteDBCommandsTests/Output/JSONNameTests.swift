import RouteDB
import RouteDBCommands
import RouteDBTestSupport
import Testing

/// The names of members in the JSON of all commands.
@Suite struct JSONNameTests {
    /// Members whose own members are named by data, or by words of the command line.
    private static let maps: Set = [
        "params", "query", "values", "defaults", "origins", "context", "policies", "causes",
        "classes", "outcomes", "requires", "claims", "parameters", "rows",
    ]

    private static let commands = [
        "add /b --target t", "set a target=u", "rename a b", "rename b a", "disable a",
        "enable a", "list", "list --by-rank", "show a", "show @2", "resolve /a/1", "explain /a/1",
        "explain /x", "url a id=1", "namespace add web --host example.com",
        "namespace set web case=insensitive", "namespace list", "namespace show web",
        "default set --route a k=1", "default list", "converter set c --values x,y",
        "converter list", "app add ios ABCDE12345.com.example.app --namespace web",
        "app list", "app show ABCDE12345.com.example.app --namespace web",
        "acl deny a --role guest", "acl list", "acl show 1",
        "acl check /a/1", "acl what-if", "check", "log", "diff 1 3", "blame a",
        "revert 2 --dry-run", "rollback 2 --dry-run", "tag v1 2", "tag", "digest", "lint",
        "lint suppressions",
        "test add /a/1 --outcome matched", "test list", "test --all --coverage",
        "resolve /a/1 /a/x --record", "stats top", "stats top principals", "stats unmatched",
        "stats timeline", "stats latency", "stats denied", "stats dead",
        "stats params a --compare previous --since 7d", "hits info", "hits verify",
        "hits rejects", "hits prune --older-than 90d --dry-run", "replay --base 2",
        "backup copy.db", "init", "remove a --yes", "namespace remove web --yes",
    ]

    @Test func `every member is named in camel case`() async throws {
        let tool = try Tool()
        await tool("add", "/a/{id:int}", "--target", "t", "--name", "a", "--group", "g")
        var answered = 0
        for command in Self.commands {
            var words = command.split(separator: " ").map(String.init)
            if words[0] == "backup" { words[1] = tool.directory.path(words[1]) }
            let run = await tool.run(words + ["--json", "--db", tool.path])
            for line in run.lines {
                guard let object = try? ToolRun.object(line) else { continue }
                answered += 1
                check(.object(object), "routedb \(command)")
            }
        }
        #expect(answered > Self.commands.count - 8)
    }

    @Test func `members of files are named in camel case too`() async throws {
        let tool = try Tool()
        await tool("add", "/a/{id:int}", "--target", "t", "--name", "a", "--group", "g")
        await tool("add", "/a/{id:int}", "--target", "u", "--on-duplicate", "keep-both")
        await tool("namespace", "add", "web", "--host", "example.com")
        await tool("acl", "deny", "a", "--role", "guest", "--if", "context.ip network 10.0.0.0/8")
        await tool("test", "add", "/a/1", "--outcome", "matched")
        await tool("resolve", "/a/1", "--record")
        for command in [
            "export --format json", "export --format ndjson", "hits export", "test export",
            "test --record",
        ] {
            let run = await tool.run(
                command.split(separator: " ").map(String.init) + ["--db", tool.path])
            #expect(run.status == 0 && !run.lines.isEmpty, "\(command): \(run.diagnostics)")
            let texts = command.hasSuffix(" json") ? [run.output] : run.lines
            for line in texts { check(.object(try ToolRun.object(line)), "routedb \(command)") }
        }
    }

    @Test func `a file calls a rule for duplicates by the name that an export gives it`()
        async throws
    {
        let tool = try Tool()
        let line = #"{"pattern":"/a","target":"t"}"#
        let twin = #"{"pattern":"/a","target":"u","onDuplicate":"keep-both"}"#
        let json = await tool("import", "-", "--file-format", "ndjson", input: "\(line)\n\(twin)\n")
        #expect(json.status == 0 && !json.diagnostics.contains("ignored"))
        let csv = await tool(
            "import", "-", "--file-format", "csv",
            input: "pattern,target,onDuplicate\n/b,t,\n/b,u,keep-both\n")
        #expect(csv.status == 0 && !csv.diagnostics.contains("ignored"))
        #expect(await tool("list").lines.count == 4)
        let wrong = await tool(
            "import", "-", "--file-format", "ndjson",
            input: #"{"pattern":"/a","target":"t","onDuplicate":"x"}"#)
        #expect(wrong.diagnostics.contains("'x' is not a valid value of 'onDuplicate'"))
        #expect(await tool("export", "--format", "csv").lines[0].hasSuffix(",onDuplicate"))
    }

    @Test(arguments: ["durationUs", "duration_us"])
    func `an exported duration is read by its name in JSON and in CSV`(key: String) async throws {
        let tool = try Tool()
        await tool("add", "/a", "--target", "t")
        let line = #"{"time":"2026-01-02T03:04:05Z","url":"/a","\#(key)":7}"#
        await tool("hits", "import", "-", input: line + "\n")
        #expect(await tool("hits", "export").output.contains(#""durationUs":7"#))
    }

    private func check(_ value: JSONValue, _ place: String) {
        switch value {
        case .object(let object):
            for member in object.members {
                #expect(isCamelCase(member.key), "\(place): \(member.key)")
                guard !Self.maps.contains(member.key) else { continue }
                check(member.value, place)
            }
        case .array(let values): for value in values { check(value, place) }
        default: break
        }
    }

    private func isCamelCase(_ name: String) -> Bool {
        name.utf8.first.map { 0x61...0x7A ~= $0 } == true
            && name.utf8.allSatisfy { byte in
                0x61...0x7A ~= byte || 0x41...0x5A ~= byte || 0x30...0x39 ~= byte
            }
    }
}
