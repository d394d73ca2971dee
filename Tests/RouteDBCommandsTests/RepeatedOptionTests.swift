import ArgumentParser
import RouteDB
import RouteDBTestSupport
import Testing

@testable import RouteDBCommands

/// Options that are given twice, in all commands.
@Suite struct RepeatedOptionTests {
    /// An option or a flag as the argument parser knows it.
    private struct Option {
        let names: [String]
        let isFlag: Bool
        let isRepeating: Bool
        let help: String
        let valueName: String
    }

    private struct Command {
        let path: [String]
        let options: [Option]
    }

    private static let commands = commands(below: RootCommand.self, path: [])

    /// The commands that do something.
    private static func commands(
        below command: any ParsableCommand.Type, path: [String]
    ) -> [Command] {
        let subcommands = command.configuration.subcommands
        guard !subcommands.isEmpty else { return [Command(path: path, options: options(command))] }
        return subcommands.flatMap {
            commands(below: $0, path: path + [$0.configuration.commandName ?? ""])
        }
    }

    private static func options(_ command: any ParsableCommand.Type) -> [Option] {
        guard case .object(let help)? = try? JSONValue(parsing: command._dumpHelp()),
            case .object(let described)? = help["command"],
            case .array(let arguments)? = described["arguments"]
        else { return [] }
        return arguments.compactMap { argument in
            guard case .object(let argument) = argument, case .array(let names)? = argument["names"]
            else { return nil }
            return Option(
                names: names.compactMap { name in
                    guard case .object(let name) = name, let text = text(name["name"]) else {
                        return nil
                    }
                    return (name["kind"] == "long" ? "--" : "-") + text
                },
                isFlag: argument["kind"] == "flag", isRepeating: argument["isRepeating"] == true,
                help: text(argument["abstract"]) ?? "", valueName: text(argument["valueName"]) ?? ""
            )
        }
    }

    private static func text(_ value: JSONValue?) -> String? {
        if case .string(let text)? = value { text } else { nil }
    }

    @Test func `an option that takes one value is refused the second time, in every command`() {
        for command in Self.commands {
            let single = command.options.filter { !$0.isFlag && !$0.isRepeating }
            #expect(single.contains { $0.names == ["--db"] }, "\(command.path)")
            // Each by its first name, then by its last, before and behind the command.
            let first = single.flatMap { [$0.names.first ?? "", "one"] }
            let last = single.map { ($0.names.last ?? "") + "=two" }
            let found = RepeatedOption.repetitions(in: command.path + first + last)
            #expect(found.map(\.values) == single.map { _ in ["one", "two"] }, "\(command.path)")
            #expect(found.count == Set(found).count, "\(command.path)")
            let global = RepeatedOption.repetitions(
                in: ["--hub", "one", "--db", "one"] + command.path + ["--db=two", "--hub", "two"])
            #expect(Set(global.map(\.name)) == ["--db", "--hub"], "\(command.path)")
        }
        #expect(Self.commands.count > 60)
    }

    @Test func `the names of an option begin with the same letter`() {
        for option in Self.commands.flatMap(\.options) where !option.isFlag {
            let letters = option.names.map { $0.drop { $0 == "-" }.prefix(1).lowercased() }
            #expect(Set(letters).count == 1, "\(option.names)")
        }
    }

    @Test func `flags, and options that take lists, may be repeated in every command`() {
        for command in Self.commands {
            let words = command.options.filter { $0.isFlag || $0.isRepeating }.flatMap { option in
                let name = option.names[0]
                return option.isFlag ? [name, name] : [name, "one", name, "two"]
            }
            #expect(RepeatedOption.repetitions(in: command.path + words).isEmpty, "\(command.path)")
        }
    }

    @Test func `an option whose value is a list may be repeated`() {
        for command in Self.commands {
            for option in command.options where !option.isFlag {
                let help = option.help.lowercased()
                let isList =
                    help.contains("commas") || help.contains("comma-separated")
                    || option.valueName.contains(",")
                #expect(!isList || option.isRepeating, "\(command.path) \(option.names)")
            }
        }
    }

    @Test(
        "the error names the option and both values",
        arguments: [
            ("list --name a --name b", "'--name' is given twice: 'a' and 'b'"),
            ("log -L 1 --limit=2", "'--limit' is given twice: '1' and '2'"),
            (
                "lint --fail-on error --fail-on note",
                "'--fail-on' is given twice: 'error' and 'note'"
            ),
            ("replay --base 1 --base 2 a.log", "'--base' is given twice: '1' and '2'"),
            ("set a priority=1 priority=2", "'priority' is given twice"),
            ("add /b --priority -1 --priority 2", "'--priority' is given twice: '-1' and '2'"),
            ("add /b -qm one -m two", "'--message' is given twice: 'one' and 'two'"),
            ("add /b --default k=1 --default k=2", "'--default' has 'k' twice: 'k=1' and 'k=2'"),
            ("add /b --require k:int --require k:bool", "'--require' has 'k' twice"),
            ("list --label k=a --label k=b", "'--label' has 'k' twice: 'k=a' and 'k=b'"),
            ("url a id=1 id=2", "'id' is given twice: 'id=1' and 'id=2'"),
            ("default set k=1 -- k=2", "'k' is given twice: 'k=1' and 'k=2'"),
            ("namespace set default case= case=sensitive", "'case' is given twice"),
            ("--db a.db list", "'--db' is given twice: 'a.db' and "),
        ])
    func message(line: String, message: String) async throws {
        let tool = try Tool()
        await tool("add", "/a/{id}", "--target", "t", "--name", "a")
        let arguments = line.split(separator: " ").map(String.init) + ["--db", tool.path]
        let run = await tool.run(arguments)
        #expect(run.status == 64 && run.output.isEmpty)
        #expect(run.diagnostics.hasPrefix("error: \(message)"), "\(run.diagnostics)")
        #expect(run.diagnostics.contains("\nhint: "))
        let json = await tool.run(["--json"] + arguments)
        #expect(json.status == 64 && json.error?["code"] == "usage")
    }

    @Test func `an address, which may have a password, is not repeated in the error`() async throws
    {
        let tool = try Tool()
        let run = await tool("list", "--hub", "postgres://me:secret@a/b", "--hub", "b")
        #expect(run.status == 64 && run.diagnostics.contains("'--hub' is given twice."))
        #expect(!run.diagnostics.contains("secret"))
    }

    @Test(
        "what looks like an option given twice is not one",
        arguments: [
            "list --name a -- --name b", "url a id=1 x=1", "list --json --json",
            "hits import a.log b.log", "---completion list -- --db 0 0 a=1 a=2",
            "list --limit 1 --label k", "help list --name a --name b", "",
        ])
    func harmless(line: String) {
        let arguments = line.split(separator: " ").map(String.init)
        #expect(RepeatedOption.failure(of: arguments) == nil)
    }

    @Test func `a wrong word is named once, with the words to choose from`() async throws {
        let run = await (try Tool()).run(["list", "--format", "yaml"])
        #expect(run.status == 64 && run.diagnostics.contains("'yaml' is invalid"))
        #expect(run.diagnostics.contains("table, tsv, csv, json, ndjson"))
        #expect(!run.diagnostics.contains("Invalid value"))
    }

    @Test func `lists add`() async throws {
        let tool = try Tool()
        await tool("add", "/a", "--target", "t", "--name", "a")
        await tool("add", "/b", "--target", "t", "--name", "b")
        let columns = await tool("list", "--columns", "id", "--columns", "name,target", "-f", "tsv")
        #expect(columns.lines == ["1\ta\tt", "2\tb\tt"])
        await tool("tag", "v1")
        await tool("remove", "a", "--yes")
        func replay(_ classes: String...) async -> Int32 {
            let gates = classes.flatMap { ["--fail-on", $0] }
            let command = ["replay", "--base", "v1", "-", "--log-format", "urls"]
            return await tool.run(command + ["--db", tool.path] + gates, input: "/a\n/b\n").status
        }
        #expect(await replay("other-decision") == 0)
        #expect(await replay("now-unmatched", "other-decision") == 1)
        #expect(await replay("other-decision", "other-target,now-unmatched") == 1)
    }

    @Test func `a flag and its opposite contradict each other`() async throws {
        let tool = try Tool()
        var pairs = 0
        for command in Self.commands {
            let flags = Set(command.options.filter(\.isFlag).flatMap(\.names))
            for no in flags where no.hasPrefix("--no-") {
                let yes = "--" + no.dropFirst(5)
                guard flags.contains(yes) else { continue }
                pairs += 1
                let line = command.path + [tool.directory.path("missing.log"), "--db", tool.path]
                for both in [[yes, no], [no, yes]] {
                    let run = await tool.run(line + both)
                    #expect(run.status == 64, "\(command.path) \(both)")
                }
                let twice = await tool.run(line + [no, no])
                #expect(twice.status == 2, "\(command.path) \(no)")
            }
        }
        #expect(pairs > 0)
    }

    @Test(
        "a pattern need not begin with a slash, if it has a mark of patterns",
        arguments: ["/c", "app://c", "//h/c", "c/{id}", "c/*", "/c/d"])
    func newPattern(pattern: String) async throws {
        let tool = try Tool()
        await tool("add", "/a", "--target", "t", "--name", "a")
        let run = await tool("set", "a", "pattern=\(pattern)")
        #expect(run.status == 0, "\(run.diagnostics)")
    }
}
