import ArgumentParser
import RouteDB
import RouteDBInsight
import RouteDBTerminal

/// Lists links.
struct LinkListCommand: RegistryCommand {
    static let configuration = CommandConfiguration(
        commandName: "list",
        abstract: "List short links.",
        discussion: """
            EXAMPLES:
              routedb link list
              routedb link list --label owner=growth --json

            TSV fields: link, destination, status, when it is over, whether it is enabled,
            and the route's id.
            """)

    @Option(
        name: .customLong("label"),
        help: ArgumentHelp(
            "Only links with this label; may be repeated.", valueName: "key=value"),
        transform: LabelArgument.filter)
    var labels: [RouteFilter.Label] = []

    @OptionGroup var list: RevisionListOptions
    @OptionGroup var global: GlobalOptions

    func run(in context: CommandContext) async throws {
        var filter = RouteFilter()
        (filter.group, filter.labels) = (LinkDraft.group, labels)
        let query = RouteQuery(filter)
        let list = try await list.open(global, in: context) { registry, revision in
            try await registry.snapshot(of: query, at: revision)
        }
        try list.write(
            Self.listing.rows(LinkOutput.all(list.snapshot)),
            whenEmpty: EmptyListNote(noun: ("link", "links"), command: "routedb link URL"))
    }

    private static let listing = Listing<LinkOutput>(
        "links",
        columns: [
            .init("link") { $0.url }, .init("to") { $0.destination },
            .init("status") { "\($0.route.redirect?.status ?? 0)" },
            .init("until") { $0.route.period.ends?.inSeconds ?? "" },
            .init("enabled") { $0.route.isEnabled ? "yes" : "no" },
            .init("route") { "\($0.route.id.rawValue)" },
        ], object: { $0.object })
}
