/// How much an explanation tells.
public struct ExplainOptions: Hashable, Sendable {
    /// How many rejected candidates are listed, 0 being all; all are counted.
    public var candidateLimit: Int
    /// How many near misses are looked for, 0 being all.
    public var nearMissLimit: Int

    /// Makes options.
    ///
    /// - Parameters:
    ///   - candidateLimit: How many rejected candidates are listed, 0 being all.
    ///   - nearMissLimit: How many near misses are looked for, 0 being all.
    public init(candidateLimit: Int = 10, nearMissLimit: Int = 3) {
        self.candidateLimit = candidateLimit
        self.nearMissLimit = nearMissLimit
    }
}
