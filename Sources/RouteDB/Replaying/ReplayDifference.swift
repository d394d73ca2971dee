public import RouteDBRouting

/// A hit that two registries answer differently.
public struct ReplayDifference: Hashable, Sendable {
    /// The place of the hit among those that were replayed, from 0.
    public let place: Int
    /// The hit's URL as it was given.
    public let url: [UInt8]
    /// When it was.
    public let time: Timestamp?
    /// The id of whoever asked.
    public let principal: String?
    /// How many hits it stands for.
    public let weight: Int64
    /// In what the answers differ, in order.
    public let classes: [ReplayClass]
    /// What the one registry answers.
    public let oldOutcome: Resolution.Outcome
    /// What the other registry answers.
    public let newOutcome: Resolution.Outcome
    /// The route of the one registry; `nil`: none matches.
    public let oldRoute: ReplayRoute?
    /// The route of the other registry.
    public let newRoute: ReplayRoute?
    /// The fields that differ: `outcome`, `route`, `target`, `values.NAME`, `wildcard`, `missing`
    /// (the names of values that are required), `verdict`, `challenge`, `code`, `message`, `plan`.
    public let fields: [RegistryChange.Field]
}
