import ArgumentParser

/// The commands about access rules.
struct AccessCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "acl",
        abstract: "Say who may reach what: add, list, try and remove access rules.",
        discussion: """
            EXAMPLES:
              routedb acl deny admin --anonymous --code login-needed
              routedb acl allow --group shop/beta --role qa --when 'param.id range 1..9'
              routedb acl challenge '#12' --anonymous --target login
              routedb acl check 'myapp://admin' --as alice --role admin
              routedb acl what-if rule.json --requests requests.ndjson

            Of the rules that apply, deny beats challenge beats allow, whatever their
            order. An allow rule closes what it covers to everybody whom no allow rule
            names.
            """,
        subcommands: [
            AllowCommand.self, DenyCommand.self, ChallengeCommand.self, RuleListCommand.self,
            RuleShowCommand.self, RuleRemoveCommand.self, AccessCheckCommand.self,
            WhatIfCommand.self,
        ])

    @OptionGroup var global: GlobalOptions
}
