import ArgumentParser
import RouteDB

/// Removes suppressions.
struct LintUnsuppressCommand: RegistryCommand {
    static let configuration = CommandConfiguration(
        commandName: "unsuppress",
        abstract: "Remove suppressions, so that their findings are reported again.",
        discussion: """
            EXAMPLES:
              routedb lint unsuppress 3
              routedb lint unsuppress 3 4 --message 'The old app is gone'

            'routedb lint suppressions' shows the numbers. Removes all of them in one
            revision, or none.
            """)

    @Argument(
        help: ArgumentHelp("The numbers of the suppressions.", valueName: "number"),
        transform: NumberArgument.read)
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
