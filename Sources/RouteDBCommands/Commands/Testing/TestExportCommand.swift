import ArgumentParser
import RouteDB

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
