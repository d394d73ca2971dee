import ArgumentParser
import RouteDB

/// The options that select routes, in lists and edits alike.
struct RouteFilterOptions: ParsableArguments {
    @Option(help: ArgumentHelp("Only routes whose pattern contains this text.", valueName: "text"))
    var pattern: String?

    @Option(help: "Only routes with this name.", completion: NameCompletion.routes)
    var name: String?

    @Option(help: "Only routes to this target or one below it: 'shop' includes 'shop.list'.")
    var target: String?

    @Option(help: "Only routes in this namespace.", completion: NameCompletion.namespaces)
    var namespace: String?

    @Option(
        help: ArgumentHelp("Only routes in this group.", valueName: GroupArgument.valueName),
        completion: NameCompletion.groups)
    var group: GroupArgument?

    @Option(help: "Only routes of this kind.")
    var kind: String?

    @Option(
        name: .customLong("label"),
        help: ArgumentHelp(
            "Only routes with this label, or with any value of a key; may be repeated.",
            valueName: "key=value"),
        transform: LabelArgument.filter)
    var labels: [RouteFilter.Label] = []

    @Flag(help: "Only disabled routes.")
    var disabled = false

    func validate() throws { _ = try group?.namespace(or: namespace) }

    /// The conditions that the options describe.
    var filter: RouteFilter {
        var filter = RouteFilter()
        filter.pattern = pattern
        filter.name = name
        filter.target = target
        filter.namespace = namespace ?? group?.namespace
        filter.group = group?.group
        filter.kind = kind
        filter.labels = labels
        filter.isEnabled = disabled ? false : nil
        return filter
    }
}
