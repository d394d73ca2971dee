/// How much an explanation tells.
public struct ExplainOptions: Hashable, Sendable {
    /// How many rejected candidates are listed; all are counted.
    public var candidateLimit: Int
    /// How many near misses are looked for.
    public var nearMissLimit: Int

    /// Makes options.
    ///
    /// - Parameters:
    ///   - candidateLimit: How many rejected candidates are listed.
    ///   - nearMissLimit: How many near misses are looked for.
    public init(candidateLimit: Int = 10, nearMissLimit: Int = 3) {
        self.candidateLimit = max(0, candidateLimit)
        self.nearMissLimit = max(0, nearMissLimit)
    }
}
