import Foundation
import RouteDB
import RouteDBTestSupport
import Testing

@Suite("Redirects on the command line")
struct RedirectCommandTests {
    private let tool: Tool

    init() throws { tool = try Tool() }

    @Test("add, show, resolve and list have them")
    func shown() async throws {
        let added = await tool("add", "/user/{id}", "--redirect", "/people/{id}", "--status", "308")
        #expect(added.status == 0, "\(added.diagnostics)")
        #expect(added.output.contains("-> redirect  (308 to /people/{id})"))
        #expect(await tool("add", "/old/**", "--gone", "--target", "archive").status == 0)
        #expect(await tool("show", "#1").lines.contains("redirect   308 to /people/{id}"))
        #expect(await tool("show", "#2").lines.contains("redirect   410 gone"))
        let run = await tool("resolve", "/user/42?a=1", "--json")
        #expect(run.output.contains(#""redirect":{"to":"/people/42?a=1","status":308}"#))
        #expect(
            await tool("resolve", "/user/42", "/old/x", "/none").lines == [
                "/user/42\tmatched\tredirect\t{\"id\":\"42\"}\t/people/42\t308",
                "/old/x\tmatched\tarchive\t{}\t\t410", "/none\tunmatched\t\t\t\t",
            ])
        let csv = await tool("resolve", "/user/42", "--format", "csv")
        #expect(csv.lines.first == "url,outcome,target,detail,redirect,status")
        #expect(csv.lines.last?.hasSuffix(",/people/42,308") == true)
        let text = await tool("resolve", "/user/42", "--table")
        #expect(text.output.contains("  redirect  308 to /people/42"))
    }

    @Test("set changes and removes them, and diff shows it")
    func changed() async throws {
        await tool("add", "/a", "--target", "a", "--name", "a")
        #expect(await tool("set", "a", "redirect=/b").status == 0)
        #expect(await tool("set", "a", "status=302").status == 0)
        #expect(
            try await tool.snapshot().routes[0].redirect == RouteRedirect(to: "/b", status: 302))
        #expect(await tool("set", "a", "status=410").status == 0)
        #expect(await tool("set", "a", "redirect=").status == 0)
        #expect(try await tool.snapshot().routes[0].redirect == nil)
        #expect(await tool("diff", "@2", "@3").lines.contains { $0.contains("redirect") })
        #expect(await tool("set", "a", "redirect=/b", "redirect=").status == 64)
    }

    @Test("what cannot be stored is refused with a way out")
    func refused() async throws {
        let run = await tool("add", "/a/{x}", "--redirect", "/b/{y}")
        #expect(run.status == 2 && run.diagnostics.contains("It captures: x."))
        #expect(await tool("add", "/a", "--redirect", "b").diagnostics.contains("https://"))
        #expect(await tool("add", "/a", "--redirect", "/b", "--status", "200").status == 2)
        #expect(await tool("add", "/a", "--gone", "--status", "301").status == 64)
        #expect(await tool("add", "/a").diagnostics.contains("--target"))
    }

    @Test("one to itself is refused, in an import as well, and left out of another program's file")
    func itself() async throws {
        let run = await tool("add", "/user/{id}", "--redirect", "/user/{id}")
        #expect(run.status == 2)
        #expect(run.diagnostics.contains("The redirect of '/user/{id}' leads to itself."))
        let table = await tool.importing(Array("pattern,redirect\n/b,/a\n/c,/c\n".utf8), "--json")
        #expect(table.status == 2 && table.diagnostics.contains("leads to itself"))
        let file = await tool.importing(
            Array("/a /b\n/c /c 301\n".utf8), "--from", "netlify")
        #expect(file.status == 3 && file.diagnostics.contains("leads to itself"))
        #expect(try await tool.snapshot().routes.map(\.patternText) == ["/a"])
    }

    @Test(
        "every format brings them to another registry", arguments: ["ndjson", "json", "csv", "tsv"])
    func roundTrip(format: String) async throws {
        await tool("add", "/a/{x}", "--redirect", "https://e.com/{x}?a=1")
        await tool("add", "/b", "--gone")
        await tool("add", "/c", "--redirect", "/d", "--status", "307")
        await tool("add", "/e", "--target", "e")
        let exported = await tool("export", "--format", format)
        let other = try Tool()
        let run = await other.importing(Array(exported.output.utf8), "--file-format", format)
        #expect(run.status == 0, "\(run.diagnostics)")
        #expect(
            try await other.snapshot().routes.map(\.redirect)
                == (try await tool.snapshot().routes.map(\.redirect)))
    }

    @Test("in delimited text, the URL and the status are columns")
    func columns() async throws {
        await tool("add", "/a", "--redirect", "/b", "--status", "302")
        await tool("add", "/c", "--gone")
        await tool("add", "/d", "--target", "d")
        let lines = await tool("export", "--format", "csv").lines.map { line in
            line.split(separator: ",", omittingEmptySubsequences: false).suffix(2)
                .joined(separator: ",")
        }
        #expect(lines == ["redirect,status", "/b,302", ",410", ","])
    }

    @Test(
        "columns and keys of other names are the URL and the status",
        arguments: [
            "from,url,code\n/a,https://e.com/a,302\n/b,,410\n/c,/d,\n",
            """
            {"from":"/a","url":"https://e.com/a","code":302}
            {"from":"/b","code":410}
            {"from":"/c","url":"/d"}

            """,
        ])
    func named(text: String) async throws {
        let run = await tool.importing(
            Array(text.utf8), "--pattern-column", "from", "--redirect-column", "url",
            "--status-column", "code")
        #expect(run.status == 0, "\(run.diagnostics)")
        #expect(
            try await tool.snapshot().routes.map(\.redirect) == [
                RouteRedirect(to: "https://e.com/a", status: 302), .gone, RouteRedirect(to: "/d"),
            ])
    }

    @Test(
        "a mistake in a redirect has the place of its column, and a status alone is no redirect's")
    func places() async throws {
        let text = """
            pattern,target,redirect,status
            /a,a,b,
            /a,a,/b,200
            /a,a,,302
            /a,a,/b,x

            """
        let run = await tool.importing(Array(text.utf8), "--json")
        #expect(
            run.problems == [
                "2:6 invalidInput", "3:9 invalidInput", "4:6 invalidInput", "5:9 invalidInput",
            ], "\(run.diagnostics)")
        let other = await tool.importing(Array("pattern,target,status\n/a,a,active\n".utf8))
        #expect(other.status == 0)
        #expect(other.diagnostics.contains("note: ignored columns or keys: status\n"))
    }

    @Test("an import whose routes lead nowhere says so, and how they would redirect")
    func deadEnds() async throws {
        let targets = await tool.importing(
            Array("from,url\n/a,https://e.com/a\n/b,/c\n".utf8), "--pattern-column", "from",
            "--target-column", "url", "--dry-run")
        #expect(targets.status == 0)
        #expect(targets.diagnostics.contains("warning: 2 routes lead nowhere: "))
        #expect(
            targets.diagnostics.contains("hint: to redirect there, use --redirect-column 'url'\n"))
        let ignored = await tool.importing(
            Array("pattern,to\n/a,https://e.com/a\n/b,/c\n".utf8), "--target", "go", "--dry-run")
        #expect(
            ignored.diagnostics.contains(
                "hint: the column 'to' looks like URLs: with --redirect-column 'to' the routes redirect"
                    + " there\n"))
        let names = await tool.importing(Array("pattern,target\n/a,user.show\n".utf8), "--json")
        #expect(try names.object["urlTargets"] == 0 && !names.diagnostics.contains("nowhere"))
    }

    @Test("exports for other programs say what they left out")
    func exported() async throws {
        await tool("add", "/a/{x}", "--redirect", "/b/{x}")
        await tool("add", "/gone", "--gone")
        for (program, status) in [("nginx", 0), ("netlify", 3), ("cloudflare", 3), ("vercel", 3)] {
            let run = await tool("export", "--to", program)
            #expect(run.status == Int32(status), "\(program): \(run.diagnostics)")
            #expect(
                run.diagnostics.contains(status == 0 ? "wrote 2 redirects" : "left out: #2 /gone"))
        }
        #expect(await tool("export", "--to", "apache").status == 64)
        #expect(await tool("export", "--to", "nginx", "--format", "csv").status == 64)
        #expect(await tool("export", "--to", "nginx", "--namespace", "x").status == 2)
    }
}

@Suite("Files of other programs")
struct ForeignFileTests {
    private let tool: Tool

    init() throws { tool = try Tool() }

    private func importing(_ input: String, _ arguments: String...) async -> ToolRun {
        await tool.run(["import", "-", "--db", tool.path] + arguments, input: input)
    }

    @Test("an API is imported with its namespaces, and exported again")
    func openAPI() async throws {
        let api = """
            {"openapi":"3.0.0","info":{"title":"Pets"},"servers":[{"url":"https://api.example.com"}],
             "paths":{"/pets/{id}":{"get":{"operationId":"pet","responses":{}}}}}
            """
        let run = await importing(api, "--from", "openapi")
        #expect(run.status == 0, "\(run.diagnostics)")
        #expect(run.diagnostics.contains("note: paths./pets/{id}.get"))
        let snapshot = try await tool.snapshot()
        #expect(snapshot.namespaces.last?.hosts == ["api.example.com"])
        #expect(snapshot.routes.map(\.patternText) == ["/pets/{id}"])
        let exported = await tool("export", "--to", "openapi", "--namespace", "pets")
        #expect(exported.status == 0 && exported.output.contains("\"/pets/{id}\""))
        #expect(exported.output.contains("https://api.example.com"))
    }

    @Test("an API in YAML is imported as the same in JSON, from a file and from standard input")
    func openAPIInYAML() async throws {
        let yaml = """
            openapi: 3.0.0
            info: {title: Pets}
            servers: [url: https://api.example.com]
            paths:
              /pets/{id}:
                get: {operationId: pet}
            """
        let json = """
            {"openapi":"3.0.0","info":{"title":"Pets"},"servers":[{"url":"https://api.example.com"}],
             "paths":{"/pets/{id}":{"get":{"operationId":"pet"}}}}
            """
        #expect(await importing(yaml, "--from", "openapi").status == 0)
        let again = await importing(json, "--from", "openapi", "--json")
        #expect(try again.object["unchanged"] == 1)
        // A name says that a text that could be JSON is YAML.
        let path = tool.directory.path("api.yml")
        try Data("{openapi: 3.0.0, paths: {/a: {get: {}}}}".utf8).write(to: URL(filePath: path))
        let run = await tool("import", path, "--from", "openapi")
        #expect(run.status == 0, "\(run.diagnostics)")
        #expect(try await tool.snapshot().routes.map(\.patternText) == ["/pets/{id}", "/a"])
    }

    @Test("short links are imported, and again nothing changes")
    func shortLinks() async throws {
        let csv = "keyword,url\nabc,https://e.com/\nm,mailto:x\n"
        #expect(await importing(csv, "--from", "yourls").status == 3)
        #expect(try await tool.snapshot().routes.map(\.redirect?.location) == ["https://e.com/"])
        let again = await importing(csv, "--from", "yourls", "--json")
        #expect(try again.object["unchanged"] == 1)
    }

    @Test("a mistake is told with its place, and nothing is imported")
    func refused() async throws {
        let run = await importing("keyword,url\na,\n", "--from", "yourls")
        #expect(run.status == 2 && run.diagnostics.contains("line 2, column 1"))
        #expect(run.diagnostics.contains("SELECT"))
        let text = await importing("x", "--from", "openapi")
        #expect(text.status == 2 && text.diagnostics.contains("not an object"))
        let yaml = await importing("openapi: 3.1.0\npaths:\n  x: {}\n", "--from", "openapi")
        #expect(yaml.status == 2 && yaml.diagnostics.contains("line 3, column 6"))
        #expect(await importing("{}", "--from", "swagger").status == 64)
    }
}
