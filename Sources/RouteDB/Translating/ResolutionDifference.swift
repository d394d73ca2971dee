/// A URL that two registries answer differently.
public struct ResolutionDifference: Hashable, Sendable {
    /// The URL.
    public let url: String
    /// The kind of route that was asked for; `nil`: any.
    public let kind: String?
    /// The answer of the first registry, in words.
    public let before: String
    /// The answer of the second one.
    public let after: String
}
