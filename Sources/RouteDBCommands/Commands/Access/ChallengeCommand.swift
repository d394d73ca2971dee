import ArgumentParser
import RouteDB

/// Adds a challenge rule.
struct ChallengeCommand: RegistryCommand {
    static let configuration = CommandConfiguration(
        commandName: "challenge",
        abstract: "Send requests for routes to another target first.",
        discussion: """
            EXAMPLES:
              routedb acl challenge account --anonymous --target login
              routedb acl challenge --group shop/adult --claim checked=false --target age

            \(RuleOptions.discussion)
            """)

    @Option(help: "The target to visit first.")
    var target: String

    @OptionGroup var scope: RuleScopeOptions
    @OptionGroup var rule: RuleOptions
    @OptionGroup var write: WriteOptions
    @OptionGroup var global: GlobalOptions

    func run(in context: CommandContext) async throws {
        let draft = try rule.draft(.challenge(target), in: try scope.requirePlace())
        try await draft.add(source: "acl challenge", write, global, in: context)
    }
}
