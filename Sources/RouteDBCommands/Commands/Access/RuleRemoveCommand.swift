import ArgumentParser
import RouteDB

/// Removes access rules.
struct RuleRemoveCommand: RegistryCommand {
    static let configuration = CommandConfiguration(
        commandName: "remove",
        abstract: "Remove access rules.",
        discussion: """
            EXAMPLES:
              routedb acl remove 3
              routedb acl remove 3 4 --yes --message 'The beta is over'

            Removes all of them in one revision, or none. Asks for confirmation on a
            terminal; elsewhere '--yes' is required.
            """)

    @Argument(
        help: ArgumentHelp("The numbers of the rules.", valueName: "number"),
        transform: NumberArgument.read)
    var numbers: [Int64]

    @OptionGroup var confirmation: Confirmation
    @OptionGroup var write: WriteOptions
    @OptionGroup var global: GlobalOptions

    func run(in context: CommandContext) async throws {
        let ids = numbers.map(RuleID.init)
        let registry = try await global.openForWriting(in: context)
        let snapshot = try await registry.snapshot()
        let remove: @Sendable (RegistryEditor) throws -> [RuleChange] = { editor in
            try ids.map { RuleChange(outcome: "removed", rule: try editor.removeRule($0)) }
        }
        if !write.dryRun && !confirmation.yes {
            let places = RulePlaces(snapshot)
            let plan = try await registry.edit(dryRun: true, remove)
            try confirmation.require(
                plan.value.map { "remove \(RuleFacts($0.rule, in: places).text)" }, in: context)
        }
        let result = try await registry.edit(write, source: "acl remove", in: context, remove)
        await registry.close()
        try RuleChange.write(result, in: snapshot, write, global, context)
    }
}
