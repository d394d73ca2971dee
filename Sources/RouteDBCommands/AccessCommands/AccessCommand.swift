import ArgumentParser
import RouteDB

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
    @OptionGroup var asOf: AsOfOption
    @OptionGroup var listing: ListingOptions
    @OptionGroup var global: GlobalOptions

    func run(in context: CommandContext) async throws {
        let format = try listing.format(global, in: context)
        let registry = try await global.openForReading(in: context)
        let snapshot = try await asOf.snapshot(of: registry)
        let place = place.place
        let scope = try place.map { try snapshot.scope(of: $0) }
        let places = RulePlaces(snapshot)
        let rules = snapshot.accessRules.filter { rule in
            switch scope {
            case nil: true
            case .namespace(let id)?: places.namespace(of: rule) == id
            case .group?: rule.scope == scope
            case .route(let id)?: places.routes[id].map(rule.scope.covers) ?? false
            }
        }
        context.explain(
            rules,
            EmptyListNote(
                noun: ("access rule", "access rules"), total: snapshot.accessRules.count,
                revision: asOf.pastRevision(of: snapshot), command: "routedb acl allow"))
        try RuleFacts.listing.write(
            rules.map { RuleFacts($0, in: places) }, as: format,
            head: ["revision": .int(snapshot.revision)], to: context.output)
    }
}
