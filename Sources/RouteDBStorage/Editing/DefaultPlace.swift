/// Where a default value stands, or what an access rule covers, by the names that people use.
public enum DefaultPlace: Hashable, Sendable {
    /// Every route of a namespace.
    case namespace(String)
    /// Every route of a namespace that has the group; no route needs to have it yet.
    case group(namespace: String, group: String)
    /// One route.
    case route(RouteReference)
}
