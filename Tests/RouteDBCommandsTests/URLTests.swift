import RouteDB
import RouteDBTestSupport
import Testing

@Suite("url")
struct URLCommandTests {
    private let tool: Tool

    init() async throws {
        tool = try Tool()
        await tool(
            "add", "myapp://user/{id:int}", "--target", "user.profile", "--name", "user",
            "--default", "tab=posts")
        await tool("add", "/files/**", "--target", "files", "--name", "files")
        await tool("add", "/v/{version}", "--target", "version", "--name", "version")
        await tool("add", "/v/latest", "--target", "latest")
    }

    @Test("url builds a URL that resolves to its route")
    func roundTrip() async throws {
        let run = await tool("url", "user", "id=42", "ref=a b", "tab=posts")
        #expect(run.status == 0)
        #expect(run.lines == ["myapp://user/42?ref=a%20b"])
        let url = try #require(run.lines.first)
        let answer = try await tool("resolve", url, "--json").object
        #expect(answer["values"] == ["tab": "posts", "ref": "a b", "id": 42])
    }

    @Test("a value keeps the digits that were written")
    func digits() async {
        #expect(await tool("url", "version", "version=1.10").lines == ["/v/1.10"])
        let list = await tool("url", "version", "version=2", "tag=[\"a\",\"b\"]", "flag=null")
        #expect(list.lines == ["/v/2?tag=a&tag=b&flag"])
    }

    @Test("url --json is the documented object, byte for byte")
    func json() async {
        let run = await tool(
            "url", "files", "--wildcard", "2026", "--wildcard", "a.txt", "--json", "--host",
            "x.com")
        #expect(
            run.output == """
                {"schema":1,"url":"//x.com/files/2026/a.txt","revision":5,"namespace":"default",\
                "route":{"id":2,"name":"files","kind":null,"pattern":"/files/**",\
                "target":"files"}}

                """)
    }

    @Test("a URL that resolves elsewhere is refused with status 1 and the other route")
    func refusal() async {
        let run = await tool("url", "version", "version=latest", "--json")
        #expect(run.status == 1)
        #expect(run.error?["code"] == "takenByOther")
        #expect(run.error?["route"] == 4)
        #expect(run.error?["url"] == "/v/latest")
        #expect(run.output.isEmpty)
    }

    @Test("a missing value or one of another type gives status 2")
    func unusable() async {
        let missing = await tool("url", "user", "idd=1", "--json")
        #expect(missing.status == 2)
        #expect(missing.error?["code"] == "missingValue")
        #expect(missing.error?["name"] == "id")
        #expect(await tool("url", "user", "id=x").status == 2)
        #expect(await tool("url", "user", "id=1", "x=2", "--no-extra").status == 2)
        #expect(await tool("url", "usr", "id=1").diagnostics.contains("Did you mean 'user'?"))
    }

    @Test("--as-of builds what a past revision resolves")
    func asOf() async {
        #expect(await tool("url", "version", "version=latest", "--as-of", "4").status == 0)
    }
}
