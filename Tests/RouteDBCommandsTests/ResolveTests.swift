import RouteDB
import RouteDBCommands
import RouteDBTerminal
import RouteDBTestSupport
import Testing

@Suite("resolve")
struct ResolveTests {
    private let tool: Tool

    init() async throws {
        tool = try Tool()
        await tool(
            "add", "myapp://user/{id:int}", "--target", "user.profile", "--name", "user",
            "--default", "tab=posts")
        await tool("add", "/files/**", "--target", "files")
    }

    @Test("resolve --json is the documented object, byte for byte")
    func json() async {
        let run = await tool("resolve", "myapp://user/42?ref=mail", "--json")
        #expect(run.status == 0)
        #expect(run.diagnostics.isEmpty)
        #expect(
            run.output == """
                {"schema":1,"url":"myapp://user/42?ref=mail","namespace":"default","revision":3,\
                "outcome":"matched","route":{"id":1,"name":"user",\
                "kind":null,"pattern":"myapp://user/{id:int}","target":"user.profile"},"params":{"id":42},\
                "query":{"ref":["mail"]},"wildcard":[],"defaults":{"tab":"posts"},\
                "origins":{"tab":"route"},"context":{},"values":{"tab":"posts","ref":"mail","id":42},"failures":[],\
                "access":{"verdict":"allow","reason":"open","rules":[],"shadow":[],"code":null,\
                "message":null,"target":null},"plan":null}

                """)
    }

    @Test("an unmatched URL has no route, and exit status 1")
    func unmatched() async {
        let run = await tool("resolve", "myapp://user/x?a&a=1", "--json")
        #expect(run.status == 1)
        #expect(
            run.output == """
                {"schema":1,"url":"myapp://user/x?a&a=1","namespace":"default","revision":3,\
                "outcome":"unmatched","route":null,"params":{},"query":{"a":[null,"1"]},\
                "wildcard":[],"defaults":{},"origins":{},"context":{},\
                "values":{"a":[null,"1"]},"failures":[],"access":null,"plan":null}

                """)
    }

    @Test("an invalid URL is reported with reason and place, with status 1")
    func invalid() async {
        let run = await tool("resolve", "/p/%FF", "--json")
        #expect(run.status == 1)
        #expect(
            run.output == """
                {"schema":1,"url":"/p/%FF","namespace":null,"revision":3,"outcome":"invalid",\
                "route":null,"params":{},"query":null,"wildcard":[],"defaults":{},"origins":{},\
                "context":{},"values":{},"failures":[],"access":null,"plan":null,"error":{"code":"invalidUTF8",\
                "message":"invalid UTF-8, at byte 3","offset":3}}

                """)
    }

    @Test("the fallback target of an unmatched URL is shown")
    func fallbackTarget() async throws {
        await tool("namespace", "set", "default", "--fallback-target", "home")
        let run = await tool("resolve", "/nowhere", "--json")
        #expect(try run.object["target"] == "home")
        #expect(run.status == 1)
    }

    @Test("lines of standard input are answered in order")
    func standardInput() async throws {
        let input = "myapp://user/1\r\n\n/files/a/b\nmyapp://user/x"
        let run = await tool("resolve", "-", "--json", input: input)
        #expect(run.status == 1)
        let urls = try run.lines.map { try ToolRun.object($0)["url"] }
        #expect(urls == ["myapp://user/1", "/files/a/b", "myapp://user/x"])
        #expect(try ToolRun.object(run.lines[1])["wildcard"] == ["a", "b"])
    }

    @Test("a line has URL, outcome, target, values or reason, and redirect, separated by tabs")
    func plain() async {
        let run = await tool("resolve", "myapp://user/7", "/nope", "/p/%00", "/files/a%09b")
        #expect(
            run.lines == [
                "myapp://user/7\tmatched\tuser.profile\t{\"tab\":\"posts\",\"id\":7}\t\t",
                "/nope\tunmatched\t\t\t\t",
                "/p/%00\tinvalid\t\ta control character, at byte 3\t\t",
                "/files/a%09b\tinvalid\t\ta control character, at byte 7\t\t",
            ])
    }

    @Test("on a terminal there is a block of text, in color unless disabled")
    func block() async {
        let url = "myapp://user/7?ref=a"
        let text = """
            myapp://user/7?ref=a
              matched   user.profile  by #1 user  myapp://user/{id:int}
              params    id=7
              query     ref=["a"]
              defaults  tab="posts"

            """
        #expect(await tool("resolve", url, "--table").output == text)
        #expect(await tool("resolve", url, "--no-color", onTerminal: true).output == text)
        let colored = await tool("resolve", url, onTerminal: true)
        #expect(colored.output.contains("\u{1B}[32mmatched\u{1B}[0m"))
        tool.environment["NO_COLOR"] = "1"
        #expect(await tool("resolve", url, onTerminal: true).output == text)
    }

    @Test("a URL cannot move the terminal's cursor")
    func controlCharacters() async {
        let run = await tool("resolve", "/a\u{1B}[2J\u{9B}b", onTerminal: true)
        #expect(run.output.hasPrefix("/a\\x1b[2J\\u009bb\n"))
    }

    @Test("defaults of the request override those of the registry")
    func defaults() async throws {
        let run = await tool("resolve", "myapp://user/7", "--default", "tab=1", "--json")
        #expect(try run.object["defaults"] == ["tab": 1])
    }

    @Test("a namespace can be given and must exist")
    func namespace() async throws {
        await tool("namespace", "add", "web")
        let run = await tool("resolve", "myapp://user/7", "--namespace", "web", "--json")
        #expect(try run.object["namespace"] == "web")
        #expect(run.status == 1)
        let missing = await tool("resolve", "/a", "--namespace", "wbe", "--json")
        #expect(missing.status == 2)
        #expect(missing.error?["hint"] == "Did you mean 'web'?")
    }

    @Test("an interruption ends a stream with status 130, after the answers so far")
    func interruption() async {
        let interruption = Interruption()
        interruption.interrupt()
        let run = await tool(
            "resolve", "/files/a", "-", "--json", input: "/files/b\n", interruption: interruption)
        #expect(run.status == 130)
        #expect(run.lines.count == 1)
        #expect(run.error?["code"] == "interrupted")
    }

    @Test(
        "no query is null, and an empty one is empty",
        arguments: [
            ("/p/x", .null), ("/p/x?", [:]), ("/p/x#a?b", .null), ("/p/x?#a", [:]),
            ("/p/x?a", ["a": [.null]]),
        ] as [(String, JSONValue)])
    func absentQuery(url: String, query: JSONValue) async throws {
        #expect(try await tool("resolve", url, "--json").object["query"] == query)
    }
}
