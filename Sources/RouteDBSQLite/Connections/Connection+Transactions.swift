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

extension Connection {
    /// Runs a closure in a transaction: committed when it returns, rolled back when it throws.
    ///
    /// A commit that fails is rolled back too, and its error is thrown: nothing was written.
    /// Transactions do not nest; a ``savepoint(_:)`` does.
    package func transaction<R>(
        _ kind: TransactionKind = .immediate, _ body: () throws -> R
    ) throws -> R {
        if isRollbackPending {
            rollBack()
        }
        try run(kind.beginSQL)
        do {
            let result = try body()
            // If SQLite rolled back by itself and the closure hid the error, this throws.
            try run("COMMIT")
            return result
        } catch {
            rollBack()
            throw error
        }
    }

    /// Runs a closure in a savepoint: if it throws, its own writes are undone.
    ///
    /// Savepoints nest. Outside a transaction, this is an immediate transaction.
    package func savepoint<R>(_ body: () throws -> R) throws -> R {
        guard isInTransaction, !isRollbackPending else { return try transaction(.immediate, body) }
        // One name is enough: SQLite finds the innermost savepoint of a name.
        try run("SAVEPOINT routedb")
        do {
            let result = try body()
            try run("RELEASE routedb")
            return result
        } catch {
            if isInTransaction {
                do {
                    try run("ROLLBACK TO routedb")
                    try run("RELEASE routedb")
                } catch {
                    // The closure's writes must not be committed, so the whole transaction is rolled back.
                    rollBack()
                }
            }
            throw error
        }
    }

    /// Rolls back the open transaction, if SQLite has not done so itself, and undoes what it has
    /// written to the file.
    func rollBack() {
        if isInTransaction {
            // A failure leaves the transaction open, which the code below checks. It happens while
            // an interrupt is still ending an outer statement.
            try? run("ROLLBACK")
        }
        isRollbackPending = isInTransaction
        if !isRollbackPending { undoCutOffWrite() }
    }

    /// Makes SQLite play back a rollback journal left beside the file, if there is one.
    ///
    /// After a write error, as on a full disk, SQLite ends the transaction and leaves the journal
    /// to the next reader. That reader might not have permission to write.
    func undoCutOffWrite() {
        // A failure leaves the journal where it is, and the next transaction tries again.
        try? run("SELECT 1 FROM sqlite_schema LIMIT 1")
    }
}
