/// When a transaction takes its locks.
package enum TransactionKind: Sendable {
    /// Takes the read lock at the first read. Use it only for reading: a write after a commit by
    /// another connection fails at once with ``ResultCode/busySnapshot``, whatever the busy timeout.
    case deferred
    /// Takes the write lock at once, waiting for it up to the busy timeout.
    case immediate

    var beginSQL: StaticString {
        switch self {
        case .deferred: "BEGIN DEFERRED"
        case .immediate: "BEGIN IMMEDIATE"
        }
    }
}
