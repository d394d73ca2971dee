/// The resource limits of an SQL statement.
package struct SQLLimits: Sendable {
    /// The maximum running time of a statement, not counting the time for writing its rows.
    package var time: Duration?
    /// The maximum memory that SQLite may use in this process.
    package var memoryBytes: Int64?

    /// Creates limits; `nil` means no limit.
    package init(time: Duration? = nil, memoryBytes: Int64? = nil) {
        self.time = time
        self.memoryBytes = memoryBytes
    }

    /// The maximum size of a value: a quarter of the memory limit.
    var valueBytes: Int64? { memoryBytes.map { max(1, $0 / 4) } }
}

/// Measures the time that a statement has left, counting only while SQLite works on it.
final class StatementClock {
    private let limit: Duration?
    private var left = Duration.zero
    private var deadline: ContinuousClock.Instant?

    init(_ limit: Duration?) { self.limit = limit }

    /// Whether the time is up.
    var isOver: Bool { limit != nil && (deadline.map { $0 <= .now } ?? (left <= .zero)) }

    /// Restarts the clock for a new statement.
    func reset() {
        left = limit ?? .zero
        deadline = nil
    }

    /// Runs a closure while the clock is running.
    func counting<Result, Failure: Error>(
        _ body: () throws(Failure) -> Result
    ) throws(Failure) -> Result {
        guard limit != nil else { return try body() }
        let end = ContinuousClock.now + left
        deadline = end
        defer {
            left = end - .now
            deadline = nil
        }
        return try body()
    }
}
