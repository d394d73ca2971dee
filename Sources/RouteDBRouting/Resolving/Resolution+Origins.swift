/// Where a default value comes from.
public enum DefaultOrigin: String, Sendable {
    /// The namespace of the route.
    case namespace
    /// The route's group.
    case group
    /// The route itself.
    case route
    /// The request.
    case request
}

extension Resolution {
    /// The origin of each of the ``defaults``, in their order.
    public var defaultOrigins: [(key: String, origin: DefaultOrigin)] {
        let route = foundRoute
        let own = route.flatMap { table.defaults[.route($0.id)] }
        let group = route.flatMap { route in
            route.group.flatMap { table.defaults[.group(route.namespace, $0)] }
        }
        return defaults.members.map { member in
            let key = member.key
            if request.defaults[key] != nil { return (key, .request) }
            if own?[key] != nil { return (key, .route) }
            return (key, group?[key] != nil ? .group : .namespace)
        }
    }
}
