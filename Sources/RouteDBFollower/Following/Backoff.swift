#if Server || Hub
/// How long to wait before trying again: each time twice as long, up to half a minute.
package struct Backoff: Sendable {
    private static let first = Duration.milliseconds(500)
    private static let most = Duration.seconds(30)

    private var delay = first

    package init() {}

    /// Returns the next delay: half of it is by chance, so that many followers do not all come back
    /// at once.
    package mutating func next() -> Duration {
        defer { delay = min(delay * 2, Self.most) }
        return delay / 2 + delay / 2 * Double.random(in: 0...1)
    }

    /// Begins again, after a success.
    package mutating func reset() { delay = Self.first }
}
#endif
