import RouteDB
import RouteDBCommands
import Testing

@Suite struct SuggestionTests {
    private let tool: Tool

    init() async throws {
        tool = try Tool()
        await tool("add", "/a", "--target", "t", "--name", "a", "--group", "staff")
        await tool("namespace", "add", "web", "--host", "example.com")
    }

    @Test(arguments: [
        ("add /b --targe x", "'routedb add' has no option '--targe'", "'--target'"),
        ("add /b --targe=x", "'--targe'", "'--target'"),
        ("list --nam=web", "'--nam'", "'--name'"),
        ("log --max-count 3", "'--max-count'", "'--limit'"),
        ("remove a --force", "'--force'", "'--yes'"),
        ("hits import a.log --format nginx", "'--format'", "'--log-format'"),
        ("hits import a.log -f nginx", "'-f'", "'--log-format'"),
        ("resolve /a --ndjson", "'--ndjson'", "'--format'"),
        ("lint --fail-onn error", "'--fail-onn'", "'--fail-on'"),
        ("stats top --star 7d", "'--star'", "--help"),
        ("rollback 1 -x", "'-x'", "--help"),
    ])
    func `a misspelt option comes before what is missing`(
        line: String, message: String, hint: String
    ) async {
        let run = await tool.run(line.split(separator: " ").map(String.init))
        #expect(run.status == 64)
        let lines = run.diagnostics.split(separator: "\n")
        #expect(lines.first?.contains(message) == true, "\(run.diagnostics)")
        #expect(lines.last?.contains(hint) == true, "\(run.diagnostics)")
    }

    @Test(arguments: [
        "list --no-colour", "hits import a --no-resolve --fnal", "lint --colour", "lint unsuppres",
        "lint suppres",
    ])
    func `the opposite is never suggested`(line: String) async {
        let run = await tool.run(line.split(separator: " ").map(String.init))
        #expect(run.status == 64)
        let opposites = [
            "colour": "'--no-color'", "unsuppres": "lint suppress'", "suppres": "unsuppress",
        ]
        let last = String(line.split(separator: " ").last ?? "")
        let word = String(last.drop { $0 == "-" })
        if let opposite = opposites[word] { #expect(!run.diagnostics.contains(opposite)) }
    }

    @Test func `help for a command that there is not is an error`() async {
        for line in [["help", "nope"], ["help", "lits"], ["help", "stats", "tpo"]] {
            let run = await tool.run(line)
            #expect(run.status == 64 && run.output.isEmpty)
        }
        #expect(await tool.run(["help", "lits"]).diagnostics.contains("'routedb list'"))
        #expect(
            await tool.run(["help", "stats", "tpo"]).diagnostics.contains("'routedb stats top'"))
        #expect(await tool.run(["help", "list", "x"]).diagnostics.contains("no subcommands"))
        #expect(await tool.run(["help", "list"]).output.contains("--columns"))
        #expect(await tool.run(["help"]).status == 0)
    }

    @Test func `a name of another kind of thing is said to be one`() async {
        for command in ["show", "remove", "disable"] {
            let run = await tool(command, "staff", "--yes")
            if command == "show" || command == "disable" {
                #expect(await tool(command, "staff").diagnostics.contains("name of a group"))
            } else {
                #expect(run.diagnostics.contains("name of a group"))
            }
            #expect(await tool(command, "web").diagnostics.contains("name of a namespace"))
        }
        let namespace = await tool("list", "--namespace", "staff")
        #expect(namespace.status == 2 && namespace.diagnostics.contains("name of a group"))
    }

    @Test func `an empty list says why`() async throws {
        let listing = await tool("list", "--kind", "x")
        #expect(listing.diagnostics.contains("no route matches these options"))
        let empty = try Tool()
        await empty("init")
        #expect(
            await empty("list").diagnostics
                == "note: the registry has no routes; add one with 'routedb add'\n")
        await empty("tag", "v1", "1")
        #expect(
            await empty("list", "--as-of", "v1").diagnostics
                == "note: the registry has no routes at revision 1\n")
    }

    @Test(arguments: [
        ("acl list", "no access rules; add one with 'routedb acl allow'"),
        ("converter list", "no converters; add one with 'routedb converter set'"),
        ("default list", "no default values; add one with 'routedb default set'"),
        ("default list --route a", "no default values"),
        ("lint suppressions", "no suppressions; add one with 'routedb lint suppress'"),
        ("test list", "no route tests; add one with 'routedb test add'"),
        ("app list", "no apps; add one with 'routedb app add'"),
        ("tag", "no tags; add one with 'routedb tag NAME'"),
        ("hits imports", "the history has no imported logs"),
        ("hits rejects", "the history has no rejected lines"),
        ("stats timeline", "no hits lie in this window"),
    ])
    func `every list that is empty says why`(command: String, note: String) async throws {
        await tool("resolve", "/a", "--record")
        let words = command.split(separator: " ").map(String.init)
        let window = command == "stats timeline" ? ["--since", "+1d"] : []
        let run = await tool.run(words + window + ["--db", tool.path])
        #expect(run.status == 0 && run.diagnostics.contains(note), "\(run.diagnostics)")
        let json = await tool.run(words + window + ["--json", "--db", tool.path])
        #expect(json.diagnostics.contains(note) && (try? json.object) != nil)
    }

    @Test func `a list that the options make empty says how many there are`() async {
        await tool("acl", "allow", "a", "--role", "r")
        await tool("acl", "allow", "a", "--role", "s")
        await tool("default", "set", "--route", "a", "k=1")
        await tool("converter", "set", "c", "--allow", "x")
        for (command, none, all) in [
            ("acl list", "no access rule", "2 access rules"),
            ("default list", "no default value", "1 default value"),
            ("converter list", "no converter", "1 converter"),
        ] {
            let words = command.split(separator: " ").map(String.init)
            let run = await tool.run(words + ["--namespace", "web", "--db", tool.path])
            #expect(run.status == 0 && run.output.isEmpty)
            #expect(
                run.diagnostics
                    == "note: \(none) matches these options; the registry has \(all)\n")
        }
    }

    @Test(arguments: [
        "add /b --target t --namespace staff", "set a namespace=staff",
        "namespace set staff case=insensitive", "namespace remove staff --yes",
        "namespace add x --fallback staff", "converter set c --allow x --namespace staff",
        "default set k=1 --namespace staff", "export --namespace staff",
        "resolve /a --namespace staff", "remove staff --yes", "acl allow staff:x --role r",
    ])
    func `a group that is given as a namespace is said to be one`(line: String) async {
        let words = line.split(separator: " ").map(String.init)
        let run = await tool.run(words + ["--db", tool.path])
        #expect(
            run.status == 2 && run.diagnostics.contains("name of a group"), "\(run.diagnostics)")
        #expect(run.diagnostics.contains("routedb list --group staff"))
    }

    @Test func `a report without hits says why`() async throws {
        #expect(await tool("resolve", "/a", "--record").status == 0)
        let future = await tool("stats", "top", "--since", "+1d")
        #expect(future.diagnostics.contains("no hits lie in this window"))
        #expect(future.diagnostics.contains("2026-01-02"))
        let filtered = await tool("stats", "top", "--namespace", "web")
        #expect(filtered.diagnostics.contains("no hits match these options"))
    }
}
