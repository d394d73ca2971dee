import ArgumentParser
import RouteDB

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
