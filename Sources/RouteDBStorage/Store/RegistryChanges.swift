public import RouteDBRouting

/// The changes between a revision and the newest one, for updating a routing table incrementally.
public struct RegistryChanges: Hashable, Sendable {
    /// The newest revision, which includes the changes.
    public let revision: Int64
    /// Whether a namespace, a converter or default value of a namespace, or an access rule changed,
    /// so that a new snapshot is needed; the other properties are empty then.
    public let needsFullReload: Bool
    /// The ids of routes that were removed, oldest first.
    public let removed: [RouteID]
    /// The routes that are new, or whose content or default values changed, oldest first.
    public let upserted: [Route]
    /// The default values of the routes in ``upserted`` that have any.
    public let defaults: [RouteID: JSONObject]
}
