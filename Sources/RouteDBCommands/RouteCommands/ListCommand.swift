import ArgumentParser
import RouteDB

/// Lists routes.
struct ListCommand: RegistryCommand {
    static let configuration = CommandConfiguration(
        commandName: "list",
        abstract: "List routes, in registration or matching order.",
        discussion: """
            EXAMPLES:
              routedb list
              routedb list --pattern /shop --target shop.list
              routedb list --group web --disabled --json
              routedb list --label owner=growth --label tier
              routedb list --as-of 3
              routedb list --by-rank --namespace web

            TSV fields: id, name, group, namespace, priority, whether it is enabled,
            target, pattern, kind.

            With '--by-rank', enabled routes are listed in the order in which they are
            tried, by namespace; a route with optional groups appears once for each
            combination of groups. TSV fields: rank, id, name, namespace, target, kind, the
            combination as a native pattern, and the pattern.
            """)

    @OptionGroup var selection: RouteFilterOptions

    @Flag(name: .customLong("by-rank"), help: "List in matching order.")
    var byRank = false

    @OptionGroup var list: RevisionListOptions
    @OptionGroup var global: GlobalOptions

    func validate() throws {
        if byRank && selection.disabled {
            throw ValidationError("Use only one of '--by-rank' and '--disabled'.")
        }
    }

    func run(in context: CommandContext) async throws {
        let list = try await list.open(global, in: context)
        let snapshot = list.snapshot
        let filter = selection.filter
        let note = EmptyListNote(
            noun: ("route", "routes"), total: snapshot.routes.count, command: "routedb add")
        guard byRank else {
            let routes = try filter.routes(in: snapshot)
            return try list.write(Self.listing.rows(routes), whenEmpty: note)
        }
        try filter.check(snapshot)
        let ranked = RankedOutput.all(snapshot).filter { filter.accepts($0.route) }
        let areDisabled = note.total > 0 && !snapshot.routes.contains { $0.isEnabled }
        if areDisabled { context.printNote("note: all routes are disabled") }
        try list.write(
            RankedOutput.listing.rows(ranked), whenEmpty: areDisabled ? nil : note)
    }

    private static let listing = Listing<RouteOutput>(
        "routes",
        columns: [
            .init("id") { "\($0.id.rawValue)" }, .init("name") { $0.name ?? "" },
            .init("group") { $0.group ?? "" }, .init("namespace") { $0.namespace },
            .init("priority") { "\($0.priority)" },
            .init("enabled") { $0.isEnabled ? "yes" : "no" },
            .init("target") { $0.target }, .init("pattern") { $0.pattern ?? "" },
            .init("kind") { $0.kind ?? "" },
        ], object: { $0.object })
}
