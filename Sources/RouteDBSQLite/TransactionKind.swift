/// When a transaction takes its lock.
package enum TransactionKind: Sendable {
    /// The read lock with the first read. For reading only: a write after somebody else's commit
    /// fails at once with ``ResultCode/busySnapshot``, however long the busy timeout.
    case deferred
    /// The write lock at once, waiting for it up to the busy timeout.
    case immediate

    var beginSQL: StaticString {
        switch self {
        case .deferred: "BEGIN DEFERRED"
        case .immediate: "BEGIN IMMEDIATE"
        }
    }
}
