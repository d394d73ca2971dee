import ArgumentParser
import RouteDB
import RouteDBTerminal

/// Runs route tests, and stores them in the registry.
struct TestCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "test",
        abstract: "Run route tests: requests with their expected results.",
        discussion: """
            EXAMPLES:
              routedb test cases.ndjson
              routedb test --all --coverage --fail-under 80
              routedb test --all --against candidate.db --junit report.xml
              routedb test --record --since 7d --per-route 3 > cases.ndjson
              routedb test add 'myapp://user/42' --case 'a user'

            Each line of a file is a case: a JSON object with a request and what to expect.

              {"case":"a user","url":"myapp://user/42","principal":"ada",
               "expect":{"outcome":"matched","route":"user","values":{"id":42}}}

            'routedb test run --help' describes the options of a run.
            """,
        subcommands: [
            TestRunCommand.self, TestAddCommand.self, TestRemoveCommand.self, TestListCommand.self,
            TestImportCommand.self, TestExportCommand.self,
        ], defaultSubcommand: TestRunCommand.self)
}

/// Lists stored cases.
struct TestListCommand: RegistryCommand {
    static let configuration = CommandConfiguration(
        commandName: "list",
        abstract: "List the stored route tests, oldest first.",
        discussion: """
            EXAMPLES:
              routedb test list
              routedb test list --as-of release-1 --json

            TSV fields: id, name, URL or name of a route, principal, and expectation.
            """)

    @OptionGroup var list: RevisionListOptions
    @OptionGroup var global: GlobalOptions

    func run(in context: CommandContext) async throws {
        let list = try await list.openItems(global, in: context)
        try list.write(
            CaseOutput.listing.rows(list.snapshot.cases),
            whenEmpty: EmptyListNote(
                noun: ("route test", "route tests"), command: "routedb test add"))
    }
}

/// Writes stored cases.
struct TestExportCommand: RegistryCommand {
    static let configuration = CommandConfiguration(
        commandName: "export",
        abstract: "Write the stored route tests in the format that 'test import' reads.",
        discussion: """
            EXAMPLES:
              routedb test export > cases.ndjson
              routedb test export --as-of release-1
            """)

    @OptionGroup var asOf: AsOfOption
    @OptionGroup var global: GlobalOptions

    func run(in context: CommandContext) async throws {
        let registry = try await global.openForReading(in: context)
        let snapshot = try await asOf.snapshot(of: registry)
        await registry.close()
        for stored in snapshot.cases {
            try context.output.writeLine(stored.content.json.description)
        }
    }
}

/// Stores the cases of a file.
struct TestImportCommand: RegistryCommand {
    static let configuration = CommandConfiguration(
        commandName: "import",
        abstract: "Store the route tests in a file, all of them or none.",
        discussion: """
            EXAMPLES:
              routedb test import cases.ndjson
              routedb test import - --replace < cases.ndjson

            Identical cases are left unchanged.
            """)

    @Argument(
        help: ArgumentHelp("A file with one case per line, or '-'.", valueName: "file"),
        completion: .file())
    var file: String

    @Flag(help: "Replace different cases of the same names.")
    var replace = false

    @OptionGroup var write: WriteOptions
    @OptionGroup var global: GlobalOptions

    func run(in context: CommandContext) async throws {
        let (cases, replace) = (try TestedCase.read(from: file, in: context), replace)
        try await context.edit(write, global, source: "test import") { editor in
            CommandEdit("cases", try cases.map { try $0.store(with: editor, replacing: replace) })
        }
    }
}

/// Removes stored cases.
struct TestRemoveCommand: RegistryCommand {
    static let configuration = CommandConfiguration(
        commandName: "remove",
        abstract: "Remove stored route tests.",
        discussion: """
            EXAMPLES:
              routedb test remove 'a user'
              routedb test remove '#3' '#4' --yes

            Removes all of them in one revision, or none. Asks for confirmation on a
            terminal; elsewhere '--yes' is required.
            """)

    @Argument(help: ArgumentHelp("The cases, by name or id.", valueName: "case"))
    var cases: [String]

    @OptionGroup var confirmation: Confirmation
    @OptionGroup var write: WriteOptions
    @OptionGroup var global: GlobalOptions

    func run(in context: CommandContext) async throws {
        let cases = cases
        try await context.edit(
            write, global, source: "test remove", confirming: confirmation
        ) { editor in
            let changes = try cases.map { ItemChange("removed", try editor.removeCase($0)) }
            return CommandEdit("cases", changes).asking(to: "remove")
        }
    }
}
