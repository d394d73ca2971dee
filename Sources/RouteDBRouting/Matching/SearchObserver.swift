/// What wants to know how a search goes; see ``NoObserver``.
protocol SearchObserver {
    /// The search looks into a shard, unless what it has found is better than all that is there.
    mutating func willSearch(_ shard: Int32)
}

/// Wants to know nothing, and costs nothing: who resolves pays for no explanation.
struct NoObserver: SearchObserver {
    // The thread sanitizer looks at the memory that is lent to a search: a value without any has
    // no address, and ends the process.
    private let memory: UInt8 = 0

    @inline(__always)
    mutating func willSearch(_ shard: Int32) {}
}
