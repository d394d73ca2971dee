/// The routes that a default value or an access rule is for; of default values the narrower
/// scope's covers a wider one's.
public enum RouteScope: Hashable, Sendable {
    /// Every route of a namespace.
    case namespace(NamespaceID)
    /// Every route of a namespace that has the group.
    case group(NamespaceID, String)
    /// One route.
    case route(RouteID)
}
