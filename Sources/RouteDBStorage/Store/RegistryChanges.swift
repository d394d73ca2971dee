public import RouteDBRouting

/// What changed in a registry between a revision and the newest one, for a table that is rebuilt
/// only where it must be.
public struct RegistryChanges: Hashable, Sendable {
    /// The newest revision, which the changes lead to.
    public let revision: Int64
    /// Whether a namespace, a converter or default value of one, or an access rule changed, so that
    /// only a new snapshot tells all; the other properties are empty then.
    public let needsFullReload: Bool
    /// The routes that were there and are no more, by age.
    public let removed: [RouteID]
    /// The routes that are new, or that changed in themselves or in their defaults, by age.
    public let upserted: [Route]
    /// The default values of those of the routes in ``upserted`` that have any.
    public let defaults: [RouteID: JSONObject]
}
