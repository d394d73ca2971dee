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

    @Option(help: ArgumentHelp("Only routes whose pattern contains this text.", valueName: "text"))
    var pattern: String?

    @Option(help: "Only routes with this name.", completion: NameCompletion.routes)
    var name: String?

    @Option(help: "Only routes to this target or one below it: 'shop' includes 'shop.list'.")
    var target: String?

    @Option(help: "Only routes in this namespace.", completion: NameCompletion.namespaces)
    var namespace: String?

    @Option(help: "Only routes in this group.", completion: NameCompletion.groups)
    var group: String?

    @Option(help: "Only routes of this kind.")
    var kind: String?

    @Option(
        name: .customLong("label"),
        help: ArgumentHelp(
            "Only routes with this label, or with any value of a key; may be repeated.",
            valueName: "key=value"),
        transform: LabelArgument.filter)
    var labels: [LabelArgument] = []

    @Flag(help: "Only disabled routes.")
    var disabled = false

    @Flag(name: .customLong("by-rank"), help: "List in matching order.")
    var byRank = false

    @OptionGroup var list: RevisionListOptions
    @OptionGroup var global: GlobalOptions

    func validate() throws {
        if byRank && disabled {
            throw ValidationError("Use only one of '--by-rank' and '--disabled'.")
        }
    }

    func run(in context: CommandContext) async throws {
        let list = try await list.open(global, in: context)
        let snapshot = list.snapshot
        if let namespace { _ = try snapshot.namespace(named: namespace) }
        let note = EmptyListNote(
            noun: ("route", "routes"), total: snapshot.routes.count, command: "routedb add")
        guard byRank else {
            let routes = RouteFacts.all(snapshot).filter(isWanted)
            return try list.write(Self.listing.rows(routes), whenEmpty: note)
        }
        let ranked = RankedFacts.all(snapshot).filter { isWanted($0.route) }
        let areDisabled = note.total > 0 && !snapshot.routes.contains { $0.isEnabled }
        if areDisabled { context.notify("note: all routes are disabled") }
        try list.write(
            RankedFacts.listing.rows(ranked), whenEmpty: areDisabled ? nil : note)
    }

    private func isWanted(_ route: RouteFacts) -> Bool {
        (pattern.map { text in
            route.pattern.map { Self.bytes(of: $0, contain: text) } ?? false
        } ?? true)
            && (name == nil || route.name == name)
            && (target.map { route.target == $0 || Self.is(route.target, below: $0) } ?? true)
            && (namespace == nil || route.namespace == namespace)
            && (group == nil || route.group == group)
            && (kind == nil || RouteKind.areSame(route.kind, kind))
            && labels.allSatisfy { $0.matches(route.route.labels) }
            && !(disabled && route.isEnabled)
    }

    private static func bytes(of text: String, contain part: String) -> Bool {
        let (bytes, wanted) = (Array(text.utf8), Array(part.utf8))
        guard wanted.count <= bytes.count else { return false }
        return (0...(bytes.count - wanted.count)).contains { start in
            bytes[start...].starts(with: wanted)
        }
    }

    private static func `is`(_ target: String, below parent: String) -> Bool {
        guard target.utf8.starts(with: parent.utf8) else { return false }
        return target.utf8.dropFirst(parent.utf8.count).first.map("./".utf8.contains) ?? false
    }

    private static let listing = Listing<RouteFacts>(
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
