import ArgumentParser
import RouteDB

/// Where default values stand, as the command line says it.
struct PlaceOptions: ParsableArguments {
    @Option(help: "Every route of this namespace.", completion: NameCompletion.namespaces)
    var namespace: String?

    @Option(
        help: "Every route of this group, of '--namespace' or else of 'default'.",
        completion: NameCompletion.groups)
    var group: String?

    @Option(help: "One route.", completion: NameCompletion.routes)
    var route: String?

    func validate() throws {
        if route != nil && (namespace != nil || group != nil) {
            throw ValidationError("'--route' stands alone: the route says where it is.")
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

    /// The place, which must have been given.
    func requirePlace() throws(CommandFailure) -> DefaultPlace {
        if let place { return place }
        throw .usage(
            "It is not said where the default value stands.",
            hint: "Add '--namespace NAME', '--group NAME' or '--route ROUTE'.")
    }
}
