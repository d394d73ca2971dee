import RouteDB
import Testing

@Suite("convert")
struct ConvertTests {
    private let tool: Tool

    init() async throws {
        tool = try Tool()
        await tool("namespace", "add", "legacy", "--profile", "jlroutes", "--scheme", "app")
        await tool("add", "/user/:id", "--target", "user", "--namespace", "legacy", "--name", "u")
        await tool("add", "/files/*", "--target", "files", "--namespace", "legacy")
    }

    private var namespace: JSONObject {
        get async throws {
            try ToolRun.object(await tool("namespace", "list", "--ndjson").lines.last ?? "")
        }
    }

    @Test("patterns become native in one revision; names and answers do not change")
    func converts() async throws {
        let before = await tool("resolve", "app://user/a+b", "app://files/x/y").output
        let run = await tool("convert", "legacy", "--message", "Leave the old router")
        #expect(run.status == 0)
        #expect(
            run.lines.prefix(3) == [
                "converted namespace 'legacy' from jlroutes, 2 routes  (revision 5)",
                "  #1  /user/:id -> /user/{id}", "  #2  /files/* -> /files/**",
            ])
        #expect(run.lines.contains { $0.hasPrefix("  keeps host=dotless  for '") })
        #expect(run.lines.last?.contains(" URLs resolve as before, of which ") == true)
        #expect(await tool("resolve", "app://user/a+b", "app://files/x/y").output == before)
        #expect(await tool("show", "legacy:u", "--json").output.contains(#""syntax":"native""#))
        #expect(try await namespace["profile"] == "native")
        let log = await tool("log", "--table").output
        #expect(log.contains("Leave the old router") && log.contains("convert"))
        #expect(await tool("check").status == 0)
    }

    @Test("--dry-run prints the same and changes nothing")
    func dryRun() async throws {
        let dry = await tool("convert", "legacy", "--dry-run")
        #expect(dry.lines.first?.hasPrefix("dry run: converted namespace 'legacy'") == true)
        #expect(try await namespace["profile"] == "jlroutes")
        let run = await tool("convert", "legacy")
        #expect(run.lines.dropFirst() == dry.lines.dropFirst())
    }

    @Test("--json has the result for each route and the reason for each kept policy")
    func json() async throws {
        let run = await tool("convert", "legacy", "--json", "--urls", "150", "--seed", "7")
        let object = try run.object
        #expect(object["schema"] == 1 && object["revision"] == 5 && object["dryRun"] == false)
        #expect(object["failure"] == .null)
        guard case .array(let routes)? = object["routes"], case .object(let route) = routes[0],
            case .array(let policies)? = object["policies"],
            case .object(let head)? = object["namespace"],
            case .object(let overrides)? = head["overrides"],
            case .object(let proof)? = object["proof"]
        else {
            Issue.record("\(run.output)")
            return
        }
        #expect(
            route["id"] == 1 && route["before"] == "/user/:id" && route["after"] == "/user/{id}")
        #expect(route["obstacle"] == .null && route["url"] != .null)
        #expect(head["outcome"] == "converted" && head["from"] == "jlroutes")
        #expect(overrides["plus"] == "values")
        let plus = policies.compactMap { policy -> JSONObject? in
            guard case .object(let object) = policy else { return nil }
            return object["policy"] == "plus" ? object : nil
        }
        #expect(plus.count == 1 && plus[0]["value"] == "values")
        #expect(plus.first?["url"] != .null && plus.first?["before"] != plus.first?["after"])
        #expect(proof["seed"] == 7 && proof["unhit"] == [])
    }

    @Test("a route that cannot be native is left as it is, with its own exit status")
    func stays() async throws {
        await tool("add", "/:x/:x", "--target", "twice", "--namespace", "legacy")
        let run = await tool("convert", "legacy")
        #expect(run.status == 3)
        #expect(
            run.lines.contains(
                "  #3  /:x/:x kept as is: Another parameter already has this name."))
        #expect(run.diagnostics.contains("--allow-new-hits"))
        #expect(await tool("show", "#3", "--json").output.contains(#""syntax":"jlroutes""#))
        #expect(await tool("show", "#1", "--json").output.contains(#""syntax":"native""#))
    }

    @Test("if no route can be converted, nothing is written, and the exit status is 1")
    func refuses() async throws {
        await tool("remove", "#1", "#2", "--yes")
        await tool("add", "/:x/:x", "--target", "twice", "--namespace", "legacy")
        let run = await tool("convert", "legacy")
        #expect(run.status == 1)
        #expect(run.lines.first == "not converted namespace 'legacy'")
        #expect(try await namespace["profile"] == "jlroutes")
        let object = try await tool("convert", "legacy", "--json").object
        guard case .object(let head)? = object["namespace"] else {
            Issue.record("no namespace")
            return
        }
        #expect(head["outcome"] == "refused" && object["revision"] == .null)
    }

    @Test("converting twice is unchanged")
    func isIdempotent() async {
        await tool("convert", "legacy")
        let run = await tool("convert", "legacy")
        #expect(run.status == 0)
        #expect(run.lines.first == "unchanged namespace 'legacy'")
    }

    @Test("URLs may match a new route if that is allowed")
    func newHits() async throws {
        await tool("namespace", "add", "screens", "--profile", "aroute")
        await tool("add", "home", "--target", "home", "--namespace", "screens")
        await tool("add", "app://item/{id}", "--target", "item", "--namespace", "screens")
        #expect(await tool("convert", "screens", "--dry-run").status == 3)
        let run = await tool("convert", "screens", "--allow-new-hits")
        #expect(run.status == 0)
        #expect(run.lines.contains("  #4  app://item/{id} -> app://item/{id}"))
    }

    @Test("a missing namespace, a stale revision and numbers out of range are errors")
    func errors() async {
        let run = await tool("convert", "legacyy")
        #expect(run.status == 2)
        #expect(run.diagnostics.contains("Did you mean 'legacy'?"))
        #expect(await tool("convert", "legacy", "--if-revision", "3").status == 1)
        #expect(await tool("convert", "legacy", "--urls", "0").status == 64)
        #expect(await tool("convert", "legacy", "--seed", "-1").status == 64)
        #expect(await tool("convert").status == 64)
    }
}
