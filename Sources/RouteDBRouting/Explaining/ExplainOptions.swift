/// How detailed an explanation is.
public struct ExplainOptions: Hashable, Sendable {
    /// The most rejected candidates listed, or 0 for all; those beyond it are only counted.
    public var candidateLimit: Int
    /// The most near misses to look for, or 0 for all.
    public var nearMissLimit: Int

    /// Creates options.
    ///
    /// - Parameters:
    ///   - candidateLimit: The most rejected candidates listed, or 0 for all.
    ///   - nearMissLimit: The most near misses to look for, or 0 for all.
    public init(candidateLimit: Int = 10, nearMissLimit: Int = 3) {
        self.candidateLimit = candidateLimit
        self.nearMissLimit = nearMissLimit
    }
}
