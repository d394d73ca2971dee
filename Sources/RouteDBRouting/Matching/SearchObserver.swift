/// Observes a search; see ``NoObserver``.
protocol SearchObserver {
    /// Called before a shard is searched, unless a better match has been found already.
    mutating func willSearch(_ shard: Int32)
}

/// Observes nothing and costs nothing, so that resolving does not pay for explanations.
struct NoObserver: SearchObserver {
    // The thread sanitizer inspects memory that is passed to a search. An empty value has no address,
    // which would end the process.
    private let memory: UInt8 = 0

    @inline(__always)
    mutating func willSearch(_ shard: Int32) {}
}
