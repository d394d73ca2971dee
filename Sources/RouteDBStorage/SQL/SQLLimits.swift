/// How much a statement of SQL may take.
package struct SQLLimits: Sendable {
    /// How long a statement may run; the time in which its rows are written does not count.
    package var time: Duration?
    /// How much memory SQLite may use in this process.
    package var memoryBytes: Int64?

    /// No limit, unless given.
    package init(time: Duration? = nil, memoryBytes: Int64? = nil) {
        self.time = time
        self.memoryBytes = memoryBytes
    }

    /// How long a value may be; four of them fit into the memory.
    var valueBytes: Int64? { memoryBytes.map { max(1, $0 / 4) } }
}

/// Counts the time that a statement has left, while SQLite works on it.
final class StatementClock {
    private let limit: Duration?
    private var left = Duration.zero
    private var deadline: ContinuousClock.Instant?

    init(_ limit: Duration?) { self.limit = limit }

    /// Whether there is no time left.
    var isOver: Bool { limit != nil && (deadline.map { $0 <= .now } ?? (left <= .zero)) }

    /// Gives a new statement all of the time.
    func reset() {
        left = limit ?? .zero
        deadline = nil
    }

    /// Lets the time pass while a closure runs.
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
