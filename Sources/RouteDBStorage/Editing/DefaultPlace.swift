/// The scope of a default value or an access rule, by names.
public enum DefaultPlace: Hashable, Sendable {
    /// Every route of a namespace.
    case namespace(String)
    /// Every route of a namespace that has the group; the group may still have no routes.
    case group(namespace: String, group: String)
    /// One route.
    case route(RouteReference)
}
