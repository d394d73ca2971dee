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
