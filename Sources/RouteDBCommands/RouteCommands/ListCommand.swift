import ArgumentParser
import RouteDB
import RouteDBTerminal

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
        let filter = selection.filter
        let query = byRank ? RouteQuery() : RouteQuery(filter)
        let list = try await list.open(global, in: context) { registry, revision in
            try await registry.snapshot(of: query, at: revision)
        }
        let snapshot = list.snapshot
        var note = EmptyListNote(noun: ("route", "routes"), command: "routedb add")
        if snapshot.routes.isEmpty {
            note.total = try await list.registry.count(at: .number(snapshot.revision))
        }
        guard byRank else {
            return try list.write(Self.listing.rows(RouteOutput.all(snapshot)), whenEmpty: note)
        }
        note.total = snapshot.routes.count
        // A misspelled one would select nothing.
        if let namespace = filter.namespace { _ = try snapshot.namespace(named: namespace) }
        let ranked = RankedOutput.all(snapshot)
            .filter { filter.accepts($0.route.route, in: $0.route.namespace) }
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
