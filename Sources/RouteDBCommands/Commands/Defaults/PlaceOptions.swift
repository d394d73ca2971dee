import ArgumentParser
import RouteDB

/// The options for what default values apply to.
struct PlaceOptions: ParsableArguments {
    @Option(help: "Apply to all routes in this namespace.", completion: NameCompletion.namespaces)
    var namespace: String?

    @Option(
        help: "Apply to all routes in this group, in '--namespace' (default: 'default').",
        completion: NameCompletion.groups)
    var group: String?

    @Option(help: "Apply to one route.", completion: NameCompletion.routes)
    var route: String?

    func validate() throws {
        if route != nil && (namespace != nil || group != nil) {
            throw ValidationError("'--route' cannot be combined with '--namespace' or '--group'.")
        }
    }

    /// The place; `nil` if none was given.
    var place: DefaultPlace? {
        if let route { return .route(RouteReference(route)) }
        if let group {
            return .group(namespace: namespace ?? Namespace.defaultName, group: group)
        }
        return namespace.map(DefaultPlace.namespace)
    }

    /// Returns the place; throws if none was given.
    func requirePlace() throws(CommandFailure) -> DefaultPlace {
        if let place { return place }
        throw .usage(
            "The default value has no scope.",
            hint: "Add '--namespace NAME', '--group NAME' or '--route ROUTE'.")
    }
}
