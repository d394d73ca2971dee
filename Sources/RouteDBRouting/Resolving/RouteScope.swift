/// The routes that a default value or an access rule applies to.
///
/// Default values of a narrower scope take precedence over those of a wider one.
public enum RouteScope: Hashable, Sendable {
    /// Every route of a namespace.
    case namespace(NamespaceID)
    /// Every route of a namespace that has the group.
    case group(NamespaceID, String)
    /// One route.
    case route(RouteID)
}
