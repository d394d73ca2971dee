import ArgumentParser
import RouteDB

/// Adds a deny rule.
struct DenyCommand: RegistryCommand {
    static let configuration = CommandConfiguration(
        commandName: "deny",
        abstract: "Deny requests access to routes.",
        discussion: """
            EXAMPLES:
              routedb acl deny admin --anonymous --code login-needed
              routedb acl deny --namespace web --principal mallory --reason-message 'Abuse'
              routedb acl deny user --when 'param.id in 13,666' --shadow
              routedb acl deny --group sale --when 'time period ..2026-11-27T08:00:00Z'

            \(RuleOptions.discussion)
            """)

    @OptionGroup var scope: RuleScopeOptions
    @OptionGroup var rule: RuleOptions
    @OptionGroup var write: WriteOptions
    @OptionGroup var global: GlobalOptions

    func run(in context: CommandContext) async throws {
        let draft = try rule.draft(.deny, in: try scope.requirePlace())
        try await draft.add(source: "acl deny", write, global, in: context)
    }
}
