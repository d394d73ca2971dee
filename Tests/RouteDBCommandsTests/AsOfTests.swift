import RouteDB
import RouteDBTestSupport
import Testing

@Suite("--as-of and --if-revision")
struct AsOfTests {
    private let tool: Tool

    /// Commands that read, with how they begin to answer at revision 2, as no later one does.
    private static let readers: [([String], String)] = [
        (["list"], "\"revision\":2,\"routes\":[]"), (["list", "--by-rank"], "\"revision\":2"),
        (["show", "#1"], "routeNotFound"), (["blame", "#1"], "routeNotFound"),
        (["resolve", "/a"], "\"outcome\":\"unmatched\""),
        (["namespace", "list"], "\"name\":\"web\""), (["default", "list"], "\"defaults\":[]"),
        (["converter", "list"], "\"converters\":[]"), (["log"], "\"revisions\":[{\"revision\":2,"),
        (["digest"], "\"revision\":2,"), (["acl", "list"], "\"rules\":[]"),
        (["acl", "show", "1"], "ruleNotFound"),
        (["acl", "check", "/a"], "\"outcome\":\"unmatched\""),
    ]

    init() async throws {
        tool = try Tool()
        await tool("namespace", "add", "web")
        await tool("add", "/a", "--target", "a", "--default", "k=1")
        await tool("converter", "set", "c", "--any")
        await tool("acl", "deny", "#1", "--role", "guest")
        await tool("namespace", "remove", "web", "--yes")
        await tool("tag", "then", "@2")
    }

    @Test("every reading command supports a past revision, by number or tag, with '@' too")
    func readers() async {
        for (command, answer) in Self.readers {
            for revision in ["2", "@2", "then", "@then"] {
                let run = await tool.run(
                    command + ["--as-of", revision, "--json", "--db", tool.path])
                #expect(
                    (run.output + run.diagnostics).contains(answer), "\(command), \(revision)")
            }
            let now = await tool.run(command + ["--json", "--db", tool.path])
            #expect(!(now.output + now.diagnostics).contains(answer), "\(command)")
            let missing = await tool.run(
                command + ["--as-of", "relase", "--json", "--db", tool.path])
            #expect(missing.status == 2 && missing.error?["code"] == "tagNotFound", "\(command)")
        }
        let export = await tool("export", "--as-of", "then")
        #expect(export.status == 0 && export.output.isEmpty)
    }

    @Test("a time selects the revision of that time; before the first one there is none")
    func times() async {
        #expect(await tool("list", "--as-of", "2026-01-02T03:04:05Z").lines.count == 1)
        let before = await tool("list", "--as-of", "2026-01-02T03:04:04Z", "--json")
        #expect(before.status == 2 && before.error?["code"] == "revisionNotFound")
        #expect(await tool("list", "--as-of", "0").output.isEmpty)
        #expect(await tool("list", "--as-of", "2026-99-99").status == 64)
    }

    /// Commands that write, each with something to do.
    private static let writers: [[String]] = [
        ["add", "/x", "--target", "x"], ["set", "#1", "target=x"],
        ["set", "#1", "target=x"], ["disable", "--target", "a", "--yes"],
        ["remove", "#1", "--yes"], ["rename", "#1", "x"], ["enable", "#1"], ["disable", "#1"],
        ["namespace", "add", "x"], ["namespace", "set", "default", "plus=space"],
        ["namespace", "remove", "default", "--yes"], ["default", "set", "k=2", "--route", "#1"],
        ["default", "unset", "k", "--route", "#1"], ["converter", "set", "d", "--any"],
        ["converter", "remove", "c"], ["convert", "default"], ["import", "-"],
        ["acl", "allow", "#1", "--role", "x"], ["acl", "remove", "1", "--yes"],
        ["acl", "challenge", "#1", "--target", "login"],
        ["rollback", "@2", "--yes"], ["revert", "@2"], ["tag", "x"], ["tag", "--remove", "then"],
    ]

    @Test("every writing command refuses if another revision intervened, and names it")
    func staleWriters() async {
        for command in Self.writers {
            let run = await tool.run(
                command + ["--if-revision", "5", "--json", "--db", tool.path],
                input: "{\"pattern\":\"/i\",\"target\":\"i\"}\n")
            #expect(run.status == 1, "\(command)")
            let error = try? ToolRun.object(run.lastDiagnostic)["error"]?.description
            #expect(error?.contains("ada made revision 6 at 2026-01-02") == true, "\(command)")
        }
        #expect(await tool("log").lines.count == 6)
    }
}
