import Synchronization

/// A value behind a lock.
///
/// It is a `Mutex` with an atomic word beside it, which every turn reads first and writes last. On
/// Linux the kernel hands a mutex over that several threads want at once; the thread sanitizer does
/// not see that, and takes correct code for a data race. The word is what it sees.
package struct Guarded<Value: Sendable>: ~Copyable, Sendable {
    private let mutex: Mutex<Value>
    private let turn = Atomic<Bool>(false)

    package init(_ value: Value) { mutex = Mutex(value) }

    /// Lends the value to one caller at a time.
    ///
    /// - Parameter body: What is done with it, which takes no other lock and calls no code of the
    ///   app.
    /// - Returns: What the closure returns.
    package borrowing func withLock<Result: Sendable>(
        _ body: (inout Value) -> Result
    ) -> Result {
        mutex.withLock { value in
            _ = turn.load(ordering: .acquiring)
            defer { turn.store(true, ordering: .releasing) }
            return body(&value)
        }
    }

    /// Lends the value if no other caller has it now.
    ///
    /// - Parameter body: What is done with it, as in ``withLock(_:)``.
    /// - Returns: What the closure returns; `nil` if another caller has the value.
    package borrowing func withLockIfAvailable<Result: Sendable>(
        _ body: (inout Value) -> Result
    ) -> Result? {
        mutex.withLockIfAvailable { value in
            _ = turn.load(ordering: .acquiring)
            defer { turn.store(true, ordering: .releasing) }
            return body(&value)
        }
    }
}
