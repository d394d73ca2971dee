import ArgumentParser

/// The commands for access rules.
struct AccessCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "acl",
        abstract: "Add, list, test and remove access rules.",
        discussion: """
            EXAMPLES:
              routedb acl deny admin --anonymous --code login-needed
              routedb acl allow --group shop/new --role tester --when 'param.id range 1..9'
              routedb acl challenge '#12' --anonymous --target login
              routedb acl check 'myapp://admin' --as alice --role admin
              routedb acl what-if rule.json --requests requests.ndjson

            Among the rules that apply, deny overrides challenge, and challenge overrides
            allow, regardless of order. An allow rule closes the routes it covers to
            everyone that no allow rule names.
            """,
        subcommands: [
            AllowCommand.self, DenyCommand.self, ChallengeCommand.self, RuleListCommand.self,
            RuleShowCommand.self, RuleRemoveCommand.self, AccessCheckCommand.self,
            WhatIfCommand.self,
        ])

    @OptionGroup var global: GlobalOptions
}
