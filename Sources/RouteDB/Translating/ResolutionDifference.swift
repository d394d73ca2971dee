/// A URL that two registries answer differently.
public struct ResolutionDifference: Hashable, Sendable {
    /// The URL.
    public let url: String
    /// The requested kind of route; `nil` for any.
    public let kind: String?
    /// The answer of the first registry, as text.
    public let before: String
    /// The answer of the second registry, as text.
    public let after: String
}
