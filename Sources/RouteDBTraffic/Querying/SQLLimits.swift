import RouteDB
import RouteDBSQLite

/// Why an SQL text cannot be run.
package struct SQLProblem: Error, Hashable, Sendable, CustomStringConvertible {
    /// The SQL text.
    package let sql: String
    /// The byte offset of the problem, if SQLite reports it.
    package let offset: Int?
    /// SQLite's message.
    package let message: String

    package var description: String { message }
}

/// The resource limits of an SQL statement.
package struct SQLLimits: Sendable {
    /// The maximum running time of a statement, not counting the time for writing its rows.
    package var time: Duration?
    /// The maximum memory that SQLite may use in this process.
    package var memoryBytes: Int64?
    /// The maximum size of a value, for callers who are not trusted; `nil` for a quarter of the memory.
    ///
    /// With it, no call of a function takes so long that the statement runs much longer than it may,
    /// patterns of LIKE and GLOB are short, and the time is looked at more often.
    package var valueBytes: Int64?

    /// Creates limits; `nil` means no limit.
    package init(time: Duration? = nil, memoryBytes: Int64? = nil, valueBytes: Int64? = nil) {
        self.time = time
        self.memoryBytes = memoryBytes
        self.valueBytes = valueBytes
    }

    /// The maximum size of a value.
    var mostValueBytes: Int64? { valueBytes ?? memoryBytes.map { max(1, $0 / 4) } }
    /// The maximum length of a pattern of LIKE or GLOB; `nil` for SQLite's own.
    var patternBytes: Int32? { valueBytes.map { _ in 128 } }
    /// The number of SQLite's instructions after which to look at the time.
    var instructions: Int32 { valueBytes == nil ? 4_096 : 64 }
}

/// The limit on memory while statements run, which is one of the whole process.
///
/// It is that of the first statement, until the last one has ended.
enum StatementMemory {
    private struct State {
        var running = 0
        var before: Int64 = 0
    }

    // SQLite's own lock, which setting the limit takes, is never held while this one is waited for.
    private static let state = Locked(State())

    /// Runs a statement within a limit; `nil` for none.
    static func limited<Result>(
        to bytes: Int64?, _ body: () throws -> Result
    ) rethrows -> Result {
        guard let bytes else { return try body() }
        state.withLock { state in
            if state.running == 0 { state.before = Connection.limitMemory(toBytes: bytes) }
            state.running += 1
        }
        defer {
            state.withLock { state in
                state.running -= 1
                if state.running == 0 { Connection.limitMemory(toBytes: state.before) }
            }
        }
        return try body()
    }
}

/// Measures the time that a statement has left, counting only while SQLite works on it.
final class StatementClock {
    private let limit: Duration?
    private var left = Duration.zero
    private var deadline: ContinuousClock.Instant?

    init(_ limit: Duration?) { self.limit = limit }

    /// True if the time is up.
    var isOver: Bool { limit != nil && (deadline.map { $0 <= .now } ?? (left <= .zero)) }

    /// Restarts the clock for a new statement.
    func reset() {
        left = limit ?? .zero
        deadline = nil
    }

    /// Runs a closure while the clock is running.
    func counting<Result: ~Copyable, Failure: Error>(
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

extension Statement {
    /// The value of a column; text is returned as its bytes.
    func cell(at index: Int32) -> SQLCell {
        switch type(at: index) {
        case .null: .null
        case .integer: .integer(int(at: index))
        case .real: .real(double(at: index))
        case .text: .text(bytes(at: index))
        case .blob: .blob(bytes(at: index))
        }
    }

    /// Binds a value; text is bound as its bytes.
    mutating func bind(_ cell: SQLCell, at index: Int32) throws(SQLiteError) {
        switch cell {
        case .null: try bindNull(at: index)
        case .integer(let value): try bind(value, at: index)
        case .real(let value): try bind(value, at: index)
        case .blob(let bytes): try bind(bytes, at: index)
        case .text(let bytes): try bind(text: bytes, at: index)
        }
    }
}
