import ArgumentParser
import RouteDB

/// Adds an allow rule.
struct AllowCommand: RegistryCommand {
    static let configuration = CommandConfiguration(
        commandName: "allow",
        abstract: "Allow requests to reach routes, and close the routes to all others.",
        discussion: """
            EXAMPLES:
              routedb acl allow admin --role admin
              routedb acl allow --namespace web --authenticated
              routedb acl allow --group shop/beta --when 'principal percent 20 salt beta'
              routedb acl allow admin --role admin --when 'context.ip network 10.0.0.0/8'

            \(RuleOptions.discussion)
            """)

    @OptionGroup var scope: RuleScopeOptions
    @OptionGroup var rule: RuleOptions
    @OptionGroup var write: WriteOptions
    @OptionGroup var global: GlobalOptions

    func run(in context: CommandContext) async throws {
        let draft = try rule.draft(.allow, in: try scope.requirePlace())
        try await draft.add(source: "acl allow", write, global, in: context)
    }
}

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
