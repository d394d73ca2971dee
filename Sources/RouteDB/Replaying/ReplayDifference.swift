public import RouteDBRouting

/// A hit that two registries answer differently.
public struct ReplayDifference: Hashable, Sendable {
    /// The index of the hit among the replayed ones, from 0.
    public let place: Int
    /// The URL as recorded, as bytes.
    public let url: [UInt8]
    /// The time of the hit; `nil` if unknown.
    public let time: Timestamp?
    /// The id of the principal; `nil` if unknown.
    public let principal: String?
    /// The number of hits that this one stands for.
    public let weight: Int64
    /// The ways in which the answers differ, in order.
    public let classes: [ReplayClass]
    /// The outcome in the old registry.
    public let oldOutcome: Resolution.Outcome
    /// The outcome in the new registry.
    public let newOutcome: Resolution.Outcome
    /// The route found in the old registry; `nil` if none matches.
    public let oldRoute: ReplayRoute?
    /// The route found in the new registry; `nil` if none matches.
    public let newRoute: ReplayRoute?
    /// The fields that differ: `outcome`, `route`, `target`, `values.NAME`, `wildcard`, `missing`
    /// (the names of missing required values), `verdict`, `challenge`, `code`, `message`, `plan`.
    public let fields: [RegistryChange.Field]
}
