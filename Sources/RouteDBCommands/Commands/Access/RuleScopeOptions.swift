import ArgumentParser
import RouteDB

/// The options for what a new access rule covers.
struct RuleScopeOptions: ParsableArguments {
    @Argument(help: "The route that the rule covers.", completion: NameCompletion.routes)
    var route: String?

    @Option(help: "Cover all routes in this namespace.", completion: NameCompletion.namespaces)
    var namespace: String?

    @Option(
        help: ArgumentHelp(
            "Cover all routes in this group, in '--namespace' (default: 'default').",
            valueName: "[namespace/]group"),
        completion: NameCompletion.groups)
    var group: String?

    /// Returns the place; throws if none was given.
    func requirePlace() throws(CommandFailure) -> DefaultPlace {
        switch (route, namespace, group) {
        case (let route?, nil, nil): return .route(RouteReference(route))
        case (_?, _, _):
            throw .usage("A route cannot be combined with '--namespace' or '--group'.")
        case (nil, let namespace, let group?):
            // Neither name contains a slash.
            guard let slash = group.utf8.firstIndex(of: UInt8(ascii: "/")) else {
                return .group(namespace: namespace ?? Namespace.defaultName, group: group)
            }
            guard namespace == nil else {
                throw .usage("'\(group)' names the namespace already; omit '--namespace'.")
            }
            return .group(
                namespace: String(group[..<slash]),
                group: String(group[group.utf8.index(after: slash)...]))
        case (nil, let namespace?, nil): return .namespace(namespace)
        case (nil, nil, nil):
            throw .usage(
                "The rule has no scope.",
                hint: "Add a route, '--group NAMESPACE/GROUP' or '--namespace NAME'.")
        }
    }
}
