import ArgumentParser
import RouteDB

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
