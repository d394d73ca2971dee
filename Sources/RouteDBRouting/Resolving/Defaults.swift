/// Where a default value is registered; a narrower scope's value covers a wider one's.
public enum DefaultScope: Hashable, Sendable {
    /// Every route of a namespace.
    case namespace(NamespaceID)
    /// Every route of a namespace that has the group.
    case group(NamespaceID, String)
    /// One route.
    case route(RouteID)
}
