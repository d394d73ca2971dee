import ArgumentParser
import RouteDB
import RouteDBTerminal

/// The commands for access rules.
struct AccessCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "acl",
        abstract: "Add, list, test and remove access rules.",
        discussion: """
            EXAMPLES:
              routedb acl deny admin --anonymous --code login-needed
              routedb acl allow --group shop:new --role tester --when 'param.id range 1..9'
              routedb acl challenge '#12' --anonymous --target login
              routedb acl check 'myapp://admin' --as alice --role admin
              routedb acl who admin
              routedb acl reach --as alice --role admin
              routedb acl what-if rule.json --requests requests.ndjson

            Among the rules that apply, deny overrides challenge, and challenge overrides
            allow, regardless of order. Once an allow rule covers a route, nobody reaches
            the route unless an allow rule names them.
            """,
        subcommands: [
            AllowCommand.self, DenyCommand.self, ChallengeCommand.self, RuleListCommand.self,
            RuleShowCommand.self, RuleRemoveCommand.self, AccessCheckCommand.self,
            ReachersCommand.self, ReachCommand.self, WhatIfCommand.self,
        ])

    @OptionGroup var global: GlobalOptions
}

/// Lists access rules.
struct RuleListCommand: RegistryCommand {
    static let configuration = CommandConfiguration(
        commandName: "list",
        abstract: "List access rules, oldest first.",
        discussion: """
            EXAMPLES:
              routedb acl list
              routedb acl list --namespace web
              routedb acl list --route admin --json

            '--namespace' lists the rules of the namespace, its groups and its routes,
            '--group' only those of the group, and '--route' all that cover the route. TSV
            fields: number, effect, subject, place, conditions, end, 'shadow', code,
            message.
            """)

    @OptionGroup var place: PlaceOptions
    @OptionGroup var list: RevisionListOptions
    @OptionGroup var global: GlobalOptions

    func run(in context: CommandContext) async throws {
        let place = place.place
        let list = try await list.openItems(and: place, global, in: context)
        let snapshot = list.snapshot
        let scope = try place.map { try snapshot.scope(of: $0) }
        let places = SnapshotNames(snapshot)
        let rules = snapshot.accessRules.filter { rule in
            switch scope {
            case nil: true
            case .namespace(let id)?: places.namespace(of: rule) == id
            case .group?: rule.scope == scope
            case .route(let id)?: places.routes[id].map(rule.scope.covers) ?? false
            }
        }
        try list.write(
            RuleOutput.listing.rows(rules.map { RuleOutput($0, in: places) }),
            whenEmpty: EmptyListNote(
                noun: ("access rule", "access rules"), total: snapshot.accessRules.count,
                command: "routedb acl allow"))
    }
}

/// Shows everything about an access rule.
struct RuleShowCommand: RegistryCommand {
    static let configuration = CommandConfiguration(
        commandName: "show",
        abstract: "Show everything about an access rule.",
        discussion: """
            EXAMPLES:
              routedb acl show 3
              routedb acl show 3 --json | routedb acl what-if - --db staging.db \\
                --requests requests.ndjson
            """)

    @Argument(
        help: ArgumentHelp("The number of the rule.", valueName: "number"),
        transform: NumberArgument.read)
    var number: Int64

    @OptionGroup var answer: RevisionAnswerOptions
    @OptionGroup var global: GlobalOptions

    func run(in context: CommandContext) async throws {
        let (form, snapshot) = try await answer.open(global, in: context) {
            try await $0.items(at: $1)
        }
        let rule = try snapshot.accessRule(RuleID(rawValue: number))
        let facts = RuleOutput(rule, in: SnapshotNames(snapshot))
        try form.write(
            ["schema": 1, "revision": .int(snapshot.revision), "rule": .object(facts.object)],
            orLines: TitledLines.lines(Self.lines(facts)), to: context.output)
    }

    private static func lines(_ facts: RuleOutput) -> [(String, String)] {
        var lines = [
            ("id", "\(facts.rule.id.rawValue)"), ("effect", facts.effect),
            ("subject", facts.subject), ("place", facts.place),
        ]
        lines += facts.rule.conditions.map { ("condition", $0.description) }
        if !facts.until.isEmpty { lines.append(("until", facts.until)) }
        lines.append(("shadow", facts.rule.isShadow ? "yes" : "no"))
        if let code = facts.rule.code { lines.append(("code", code)) }
        if let message = facts.rule.message { lines.append(("message", message)) }
        return lines
    }
}

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
        try await context.edit(
            write, global, source: "acl remove", confirming: confirmation
        ) { editor in
            let changes = try ids.map {
                try ItemChange("removed", editor.removeRule($0), in: editor)
            }
            return CommandEdit("rules", changes).asking(to: "remove")
        }
    }
}
