import ArgumentParser
import RouteDB

/// Removes suppressions.
struct LintUnsuppressCommand: RegistryCommand {
    static let configuration = CommandConfiguration(
        commandName: "unsuppress",
        abstract: "Report findings again that were suppressed.",
        discussion: """
            EXAMPLES:
              routedb lint unsuppress 3
              routedb lint unsuppress 3 4 --message 'The old app is gone'

            The numbers are those of 'routedb lint suppressions'. All of them go, in one
            revision, or none.
            """)

    @Argument(help: ArgumentHelp("The numbers of the suppressions.", valueName: "number"))
    var numbers: [Int64]

    @OptionGroup var write: WriteOptions
    @OptionGroup var global: GlobalOptions

    func run(in context: CommandContext) async throws {
        let numbers = numbers
        let registry = try await global.openForWriting(in: context)
        let snapshot = try await registry.snapshot()
        let result = try await registry.edit(write, source: "lint unsuppress", in: context) {
            editor -> [SuppressionChange] in
            try numbers.map {
                SuppressionChange(
                    outcome: "removed", suppression: try editor.removeSuppression($0))
            }
        }
        await registry.close()
        try SuppressionChange.write(result, LintNames(snapshot), write, global, context)
    }
}
