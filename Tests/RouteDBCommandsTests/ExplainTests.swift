import RouteDB
import RouteDBTestSupport
import Testing

@Suite("explain")
struct ExplainTests {
    private let tool: Tool

    init() async throws {
        tool = try Tool()
        await tool(
            "add", "myapp://user/{id:int}", "--target", "user.profile", "--name", "user",
            "--default", "tab=posts")
        await tool("add", "myapp://user/{name}", "--target", "user.byName")
        await tool("add", "/old", "--target", "old", "--name", "old")
        await tool("disable", "old")
    }

    @Test("a match is explained by order and origins")
    func matched() async {
        let run = await tool("explain", "MyApp://user/42?ref=mail")
        #expect(run.status == 0)
        #expect(
            run.lines == [
                "MyApp://user/42?ref=mail",
                "  matched   user.profile  by #1 user  myapp://user/{id:int}",
                "  params    id=42", "  query     ref=[\"mail\"]", "  defaults  tab=\"posts\"", "",
                "read as", "  scheme    MyApp -> myapp", "", "namespaces",
                "  default  handles URLs not bound elsewhere", "    2 of 2 patterns match", "",
                "routes", "  #1 user  myapp://user/{id:int}  chosen",
                "  #2  myapp://user/{name}  also matches", "", "order",
                "  at segment 1, a typed parameter comes before a parameter  (choice=specificity)",
                "", "values", "  tab=\"posts\"  from a default of the route",
                "  ref=\"mail\"  from the query", "  id=42  from the pattern",
            ])
    }

    @Test("a route of a namespace that is not searched is shown with the reason")
    func elsewhere() async throws {
        await tool("namespace", "add", "app", "--scheme", "myapp", "--yes")
        let run = await tool("explain", "myapp://user/42")
        #expect(run.status == 1)
        #expect(run.lines.contains("would match in other namespaces"))
        let reason = "the URL is bound to 'app' (myapp), and 'app' does not fall back to 'default'"
        #expect(
            run.lines.contains(
                "  default  #1 user  myapp://user/{id:int}  not asked: \(reason)"))
        let object = try await tool("explain", "myapp://user/42", "--json").object
        guard case .array(let matches)? = object["elsewhere"], matches.count == 1,
            case .object(let match)? = matches.first
        else {
            Issue.record("\(object)")
            return
        }
        #expect(match["namespace"] == "default" && match["reason"] == .string(reason))
        await tool("namespace", "set", "app", "--fallback", "default")
        #expect(try await tool("explain", "myapp://user/42", "--json").object["elsewhere"] == [])
    }

    @Test("of very many routes, those near to the URL are compared, unless all are asked for")
    func vicinity() async throws {
        let tool = try Tool()
        let links = (0...10_000).map { "/go/w\($0)q\tlink" }
        await tool(
            "import", "-", "--header", "pattern,target", input: links.joined(separator: "\n"))
        let run = await tool("explain", "/go/w4321")
        #expect(run.lines.contains("  /go/w4321q  #4322  segment 2 is 'w4321', not 'w4321q'"))
        let left = try #require(
            run.lines.first { $0.hasSuffix(" more routes have words that the URL lacks") })
        let object = try await tool("explain", "/go/w4321", "--json").object
        guard case .array(let visits)? = object["namespaces"],
            case .object(let visit)? = visits.first,
            case .int(let compared)? = visit["candidates"],
            case .int(let rest)? = visit["uncompared"]
        else {
            Issue.record("\(object)")
            return
        }
        #expect(compared + rest == 10_001 && compared < 2_000)
        #expect(left.contains(NumberText.grouped(rest)))
        let whole = await tool("explain", "/go/w4321", "--limit", "0")
        #expect(
            whole.lines.contains("    0 of 10,001 patterns match; 10001 do not: 10001 at segment 2")
        )
    }

    @Test("a URL without a match is explained by what would match")
    func unmatched() async {
        let run = await tool("explain", "myapp://usr/42", "--limit", "1")
        #expect(run.status == 1)
        #expect(
            run.lines == [
                "myapp://usr/42", "  unmatched in the namespace default", "", "would match",
                "  myapp://user/42  #1 user  the host is 'usr', not 'user'", "", "namespaces",
                "  default  handles URLs not bound elsewhere",
                "    0 of 2 patterns match; 2 do not: 2 at the host", "", "routes",
                "  #1 user  myapp://user/{id:int}  the host is 'usr', not 'user'",
            ])
    }

    @Test("a disabled route is named")
    func disabled() async {
        let run = await tool("explain", "/old")
        #expect(run.status == 1)
        #expect(run.lines.contains("  if enabled  #3 old  the route is disabled"))
    }

    @Test("an unmatched request is told with which kinds it would match")
    func otherKinds() async throws {
        await tool("add", "/cart", "--target", "cart.add", "--kind", "POST")
        await tool("add", "/cart", "--target", "cart.clear", "--kind", "DELETE")
        let run = await tool("explain", "/cart", "--kind", "GET")
        #expect(run.status == 1)
        #expect(run.lines.contains("matches with other kinds: POST, DELETE"))
        let object = try await tool("explain", "/cart", "--kind", "GET", "--json").object
        #expect(object["otherKinds"] == ["POST", "DELETE"])
        let matched = try await tool("explain", "/cart", "--kind", "POST", "--json").object
        #expect(matched["otherKinds"] == [])
    }

    @Test("explain --json has everything in resolve --json, and the reasons")
    func json() async throws {
        let explained = try await tool("explain", "myapp://user/42?a=1", "--json").object
        let resolved = try await tool("resolve", "myapp://user/42?a=1", "--json").object
        for member in resolved.members { #expect(explained[member.key] == member.value) }
        let added = explained.members.map(\.key).dropFirst(resolved.members.count)
        #expect(
            Array(added) == [
                "steps", "namespaces", "candidates", "order", "sources", "considered",
                "elsewhere", "otherKinds", "nearMisses",
            ])
        #expect(
            explained["order"] == [
                "code": "specificity", "choice": "specificity", "part": "segment 1",
                "first": "a typed parameter", "second": "a parameter",
                "message": "at segment 1, a typed parameter comes before a parameter",
            ])
        #expect(
            explained["namespaces"] == [
                [
                    "namespace": "default", "reason": "unbound", "candidates": 2,
                    "uncompared": 0, "fit": 2, "rejected": [],
                ]
            ])
    }

    @Test("access rules are explained, each with its verdict")
    func access() async throws {
        await tool("acl", "deny", "user", "--role", "guest")
        let run = await tool("explain", "myapp://user/42", "--as", "bob", "--role", "guest")
        #expect(run.status == 1)
        #expect(run.lines.contains { $0.hasPrefix("access  deny") })
        let object = try await tool("explain", "myapp://user/42", "--json").object
        guard case .array(let considered)? = object["considered"] else {
            Issue.record("no rules")
            return
        }
        #expect(considered.count == 1)
    }

    @Test("names, past revisions and invalid URLs are explained too")
    func others() async {
        await tool("add", "--name", "pay", "--target", "pay")
        #expect(await tool("explain", "--name", "pay").status == 0)
        #expect(await tool("explain", "/old", "--as-of", "4").status == 0)
        #expect(await tool("explain", "http://a b/").status == 1)
        #expect(await tool("explain").status == 64)
    }
}
