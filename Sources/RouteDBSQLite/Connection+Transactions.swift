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
            // If SQLite rolled back by itself and the closure kept silent about it, this throws.
            try run("COMMIT")
            return result
        } catch {
            rollBack()
            throw error
        }
    }

    /// Runs a closure whose writes are undone when it throws, alone within its transaction.
    ///
    /// Savepoints nest. Outside of a transaction it is an immediate transaction.
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
                    // What the closure wrote must not be committed, so all goes.
                    rollBack()
                }
            }
            throw error
        }
    }

    /// Ends the transaction that is open, if SQLite has not done so itself.
    func rollBack() {
        if isInTransaction {
            // A failure leaves the transaction open, which is what counts below. It happens when
            // an interrupt is still ending an outer statement.
            try? run("ROLLBACK")
        }
        isRollbackPending = isInTransaction
    }
}
