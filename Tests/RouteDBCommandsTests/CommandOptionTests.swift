import ArgumentParser
import RouteDB
import RouteDBCommands
import RouteDBTestSupport
import Testing

/// The options of all commands.
@Suite struct CommandOptionTests {
    /// A command, and its options: the long names, each with its letter if it has one.
    private struct Command {
        let path: String
        let options: [String: String?]
        /// The long names of the options that take a value.
        let takesValue: Set<String>
        /// All names and letters of options, in the order of their declaration.
        let names: [String]
        /// Whether each argument without a name takes any number of values.
        let isRepeating: [Bool]
    }

    private static let commands = commands(below: RootCommand.self, path: [])

    /// The commands that do something.
    private static func commands(
        below command: any ParsableCommand.Type, path: [String]
    ) -> [Command] {
        let path = path + [command.configuration.commandName ?? ""]
        let subcommands = command.configuration.subcommands
        guard subcommands.isEmpty else {
            return subcommands.flatMap { commands(below: $0, path: path) }
        }
        return [described(command, path: path.dropFirst().joined(separator: " "))]
    }

    private static func described(_ command: any ParsableCommand.Type, path: String) -> Command {
        var options: [String: String?] = [:]
        var takesValue: Set<String> = []
        var all: [String] = []
        var isRepeating: [Bool] = []
        for argument in arguments(of: command) {
            guard case .array(let names)? = argument["names"] else {
                isRepeating.append(argument["isRepeating"] == true)
                continue
            }
            var (long, short) = (String?.none, String?.none)
            for case .object(let name) in names {
                guard case .string(let text)? = name["name"] else { continue }
                all.append(text)
                if name["kind"] == "long" { long = long ?? text } else { short = text }
            }
            guard let long else { continue }
            options[long] = short
            if argument["kind"] != "flag" { takesValue.insert(long) }
        }
        return Command(
            path: path, options: options, takesValue: takesValue, names: all,
            isRepeating: isRepeating)
    }

    private static func arguments(of command: any ParsableCommand.Type) -> [JSONObject] {
        guard case .object(let help)? = try? JSONValue(parsing: command._dumpHelp()),
            case .object(let described)? = help["command"],
            case .array(let arguments)? = described["arguments"]
        else { return [] }
        return arguments.compactMap { if case .object(let argument) = $0 { argument } else { nil } }
    }

    // ArgumentParser checks this only in debug builds.
    @Test func `no command has a name twice, or arguments behind one that takes all`() {
        for command in Self.commands {
            #expect(Set(command.names).count == command.names.count, "routedb \(command.path)")
            #expect(!command.isRepeating.dropLast().contains(true), "routedb \(command.path)")
        }
        #expect(Self.commands.contains { $0.isRepeating == [true] })
    }

    @Test func `a letter means the same everywhere`() {
        var meanings: [String: Set<String>] = [:]
        for command in Self.commands {
            for case (let long, let short?) in command.options {
                meanings[short, default: []].insert(long)
            }
        }
        let expected = [
            "f": "format", "F": "follow", "h": "help", "L": "limit", "m": "message",
            "n": "dry-run", "o": "output", "p": "patch", "q": "quiet", "v": "verbose", "y": "yes",
        ]
        #expect(meanings == expected.mapValues { [$0] })
        #expect(Self.commands.count > 60)
    }

    @Test func `an option that has a letter somewhere has it everywhere`() {
        let lettered = ["format", "limit", "message", "dry-run", "output", "quiet", "yes"]
        for command in Self.commands {
            for option in lettered {
                guard let short = command.options[option] else { continue }
                #expect(short != nil, "routedb \(command.path) --\(option)")
            }
        }
    }

    @Test func `every command can be quiet, and can tell more`() {
        for command in Self.commands {
            #expect(command.options["quiet"] == "q", "routedb \(command.path)")
            #expect(command.options["verbose"] == "v", "routedb \(command.path)")
        }
    }

    @Test func `an option means the same in every command`() {
        var letters: [String: Set<String>] = [:]
        var values: [String: Set<Bool>] = [:]
        for command in Self.commands {
            for (name, letter) in command.options {
                if let letter { letters[letter, default: []].insert(name) }
                values[name, default: []].insert(command.takesValue.contains(name))
            }
        }
        #expect(letters.filter { $0.value.count > 1 } == [:])
        #expect(values.filter { $0.value.count > 1 } == [:])
        // Each is declared for one file or list.
        for (name, commands) in ["from": ["import"], "to": ["export"], "header": ["import"]] {
            #expect(Self.commands.filter { $0.options[name] != nil }.map(\.path) == commands)
        }
    }

    /// Commands that have `--json` and no `--format`.
    private static let withoutFormat: Set = [
        // They change the registry or the history, and confirm it: no list, no report.
        "init", "add", "set", "remove", "rename", "enable", "disable", "revert",
        "rollback", "convert", "import", "apply", "merge",
        "namespace add", "namespace set", "namespace remove", "default set", "default unset",
        "converter set", "converter remove", "acl allow", "acl deny", "acl challenge",
        "acl remove", "lint suppress", "lint unsuppress", "test add", "test remove",
        "test import", "hits import", "hits prune", "hits forget", "backup", "token add",
        "token remove", "login",
        "hub init", "hub publish", "hub grant", "hub promote", "hub halt", "hub resume",
        "hub rollback", "hub export", "hub prune", "hub forget",
        // They write a text in a format of its own.
        "test export", "completions", "reference", "report", "app-links generate", "generate swift",
        "app add", "app set", "app remove", "link add", "follow",
        // One thing, whose members are lines.
        "hub status",
        // They say what they do, and go on.
        "serve", "node",
    ]

    @Test func `every command that lists or reports takes --format`() {
        let without = Self.commands.filter {
            $0.options.keys.contains("json") && !$0.options.keys.contains("format")
        }.map(\.path)
        #expect(Set(without) == Self.withoutFormat)
    }

    private func registry() async throws -> Tool {
        let tool = try Tool()
        await tool("add", "/a/{id:int}", "--target", "t", "--name", "a", "--group", "g")
        await tool("acl", "deny", "a", "--role", "guest")
        await tool("resolve", "/a/1", "--record")
        return tool
    }

    private static let answers = [
        "show a", "show @1", "resolve /a/1", "explain /a/1", "url a id=1", "namespace show default",
        "acl show 1", "acl check /a/1", "acl who a", "digest", "hits info",
    ]

    @Test("an answer about one thing comes in every format", arguments: answers)
    func answer(command: String) async throws {
        let tool = try await registry()
        let words = command.split(separator: " ").map(String.init)
        func run(_ options: String...) async -> ToolRun {
            await tool.run(words + options + ["--db", tool.path])
        }
        let json = await run("--json")
        #expect(json.status == 0)
        #expect(try json.object["schema"] == 1)
        for option in ["--format=json", "--format=ndjson"] {
            #expect(await run(option).output == json.output)
        }
        #expect(await run("-f", "table").output == (await run("--table")).output)
        let (csv, tsv) = (await run("-f", "csv"), await run("-f", "tsv"))
        #expect(csv.lines.count == tsv.lines.count + 1)
        #expect(tsv.lines.allSatisfy { $0.contains("\t") })
        let twice = await run("-f", "csv", "--json")
        #expect(twice.status == 64 && twice.diagnostics.contains("Use only one of"))
    }

    @Test func `the fields of an answer are named by the keys of its JSON`() async throws {
        let tool = try await registry()
        let lines = await tool("show", "a", "--format", "tsv").lines
        #expect(lines.contains("revision\t3") && lines.contains("route.name\ta"))
        #expect(lines.contains("route.parameters.0.name\tid"))
        #expect(lines.contains("route.kind\t") && lines.contains("route.defaults\t[]"))
    }

    @Test func `cases that were run come in every format`() async throws {
        let tool = try await registry()
        await tool("test", "add", "/a/1", "--outcome", "matched")
        await tool("test", "add", "/b", "--outcome", "matched")
        let csv = await tool("test", "--all", "--format", "csv", "--columns", "result,request")
        #expect(csv.status == 1)
        #expect(csv.output == "result,request\npassed,/a/1\nfailed,/b\n")
        #expect(await tool("test", "--all", "-f", "ndjson").lines.count == 2)
        #expect(await tool("test", "--all", "-f", "tsv").lines.count == 2)
    }

    @Test func `with --format json an error is JSON as well`() async throws {
        let tool = try await registry()
        #expect(await tool("show", "x", "--format", "json").error?["code"] == "routeNotFound")
        #expect(await tool("show", "--format=json").error?["code"] == "usage")
        // It is the format of a file.
        let read = await tool("export", "--namespace", "x", "--format", "json")
        #expect(read.status == 2 && read.diagnostics.hasPrefix("error: "))
    }

    @Test func `--quiet leaves data, warnings and errors`() async throws {
        let tool = try await registry()
        let (usual, quiet) = (await tool("check"), await tool("check", "-q"))
        #expect(usual.diagnostics.contains("no damage found") && quiet.diagnostics.isEmpty)
        #expect(usual.output == quiet.output && quiet.status == 0)
        #expect(await tool("list", "--name", "x", "--quiet").diagnostics.isEmpty)
        #expect(await tool("show", "x", "-q").diagnostics.contains("error: "))
        #expect(await tool("remove", "a", "-q").diagnostics.contains("--yes"))
        let unit = await tool(
            "hits", "import", "-", "--quiet", "--log-format", "urls", "--yes", input: "/a/1\n")
        #expect(unit.status == 0 && unit.diagnostics.isEmpty)
        let both = await tool("list", "-q", "-v")
        #expect(both.status == 64)
    }

    @Test func `--quiet hides no question, nor what it is about`() async throws {
        let tool = try await registry()
        let run = await tool("remove", "a", "-q", input: "n\n", onTerminal: true)
        #expect(run.diagnostics.contains("[y/N]") && run.diagnostics.contains("/a/{id:int}"))
    }

    @Test func `--verbose tells the files, the revision and the time taken`() async throws {
        let tool = try await registry()
        let run = await tool("list", "-v")
        #expect(
            run.diagnostics
                == "registry '\(tool.path)' (--db), revision 3\ntook 0µs\n")
        let info = await tool("hits", "info", "--verbose")
        #expect(info.diagnostics.contains("history '\(tool.directory.path("routes.hits.db"))'"))
        tool.environment["ROUTEDB_DB"] = tool.path
        #expect(
            await tool.run(["digest", "-v"]).diagnostics.contains("($ROUTEDB_DB), revision 3"))
    }

    @Test func `-n where only a number of lines can be meant is explained`() async throws {
        let tool = try await registry()
        let run = await tool("stats", "top", "-n", "5")
        #expect(run.status == 64 && run.diagnostics.contains("Did you mean '--limit'?"))
        #expect(await tool("log", "-L", "1").lines.count == 1)
    }

    @Test func `a route goes by its bare id wherever a route is taken`() async throws {
        let tool = try await registry()
        for id in ["1", "#1"] {
            for command in [
                ["show"], ["blame"], ["url"], ["hits", "export", "--route"],
                ["stats", "top", "--route"], ["stats", "params"], ["default", "list", "--route"],
                ["disable"], ["enable"], ["set", "priority=1"],
                ["acl", "allow", "--anyone"],
            ] {
                let values = command == ["url"] ? ["id=1"] : []
                let run = await tool.run(command + [id] + values + ["--db", tool.path])
                #expect(run.status == 0, "\(command) \(id): \(run.diagnostics)")
            }
        }
        #expect(await tool("hits", "export", "--route", "1").lines.count == 1)
        #expect(await tool("hits", "export", "--route", "99").output.isEmpty)
        #expect(await tool("stats", "top", "--route", "99").diagnostics.contains("no route #99"))
        await tool("test", "add", "/a/1", "--route", "1")
        #expect(await tool("test", "--all").status == 0)
        await tool("add", "/b", "--target", "t", "--name", "1")
        #expect(await tool("show", "1").output.contains("/b"))
        #expect(await tool("hits", "export", "--route", "1").output.isEmpty)
        #expect(await tool("test", "--all").status == 1)
    }

    @Test func `a rule, an import and a case go by their numbers, also with #`() async throws {
        let tool = try await registry()
        await tool("test", "add", "/a/1", "--outcome", "matched")
        #expect(await tool("acl", "show", "#1").status == 0)
        #expect(await tool("acl", "show", "#x").status == 64)
        #expect(await tool("test", "remove", "1", "--yes").status == 0)
        #expect(await tool("acl", "remove", "#1", "--yes").status == 0)
        await tool("hits", "import", "-", "--log-format", "urls", "--yes", input: "/a/1\n")
        #expect(await tool("hits", "forget", "#1", "--yes").status == 0)
    }
}
