import ArgumentParser
import RouteDB

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
        let list = try await list.open(global, in: context)
        try list.write(
            CaseFacts.listing.rows(list.snapshot.cases),
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
        let cases = try TestedCase.read(from: file, in: context)
        let registry = try await global.openForWriting(in: context)
        let result = try await registry.add(
            cases, replacing: replace, source: "test import", write, in: context)
        await registry.close()
        try CaseChange.write(result, write, global, in: context)
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
        let registry = try await global.openForWriting(in: context)
        let texts = cases
        let remove: @Sendable (RegistryEditor) throws -> [CaseChange] = { editor in
            let known = try editor.cases()
            return try texts.map { text in
                CaseChange(removed: try editor.removeCase(try Self.id(of: text, among: known)))
            }
        }
        if !write.dryRun && !confirmation.yes {
            let plan = try await registry.edit(dryRun: true, remove)
            try confirmation.require(
                plan.value.map { "remove \(CaseFacts.text($0.stored))" },
                because: Confirmation.edit(of: registry.table.revision), in: context)
        }
        let result = try await registry.edit(write, source: "test remove", in: context, remove)
        await registry.close()
        try CaseChange.write(result, write, global, in: context)
    }

    private static func id(of text: String, among known: [StoredCase]) throws -> CaseID {
        if text.utf8.first == UInt8(ascii: "#"), let number = Int64(text.dropFirst()) {
            return CaseID(rawValue: number)
        }
        if let stored = known.first(where: { $0.content.name == text }) { return stored.id }
        if let id = Int64(text), known.contains(where: { $0.id.rawValue == id }) {
            return CaseID(rawValue: id)
        }
        throw CommandFailure(
            "caseNotFound", "No case is named '\(text)'.",
            hint: NameSuggestion.didYouMean(text, among: known.compactMap(\.content.name))
                ?? "`routedb test list` lists them.")
    }
}
