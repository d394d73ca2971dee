#if Server || Hub
/// How long to wait before trying again: each time twice as long, up to a minute.
struct Backoff {
    private static let first = Duration.milliseconds(500)
    private static let most = Duration.seconds(60)

    private var delay = first

    /// Returns the next delay: half of it is by chance, so that many followers do not all come back
    /// at once.
    mutating func next() -> Duration {
        defer { delay = min(delay * 2, Self.most) }
        return delay / 2 + delay / 2 * Double.random(in: 0...1)
    }

    /// Begins again, after a success.
    mutating func reset() { delay = Self.first }
}
#endif
