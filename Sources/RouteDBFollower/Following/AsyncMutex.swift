#if Server || Hub
import RouteDB

/// Lets tasks do something one after the other, in the order in which they come.
///
/// An actor does not do that by itself: while one of its methods waits, others run.
package final class AsyncMutex: Sendable {
    private struct Line {
        var isTaken = false
        var waiting: [CheckedContinuation<Void, Never>] = []
    }

    private let line = Locked(Line())

    package init() {}

    /// Waits until it is the task's turn, which ``end()`` must end.
    package func begin(isolation actor: isolated (any Actor)? = #isolation) async {
        await withCheckedContinuation { continuation in
            let isFree = line.withLock { line in
                guard line.isTaken else {
                    line.isTaken = true
                    return true
                }
                line.waiting.append(continuation)
                return false
            }
            if isFree { continuation.resume() }
        }
    }

    /// Ends a turn; the next one begins.
    package func end() {
        let next = line.withLock { line -> CheckedContinuation<Void, Never>? in
            guard line.waiting.isEmpty else { return line.waiting.removeFirst() }
            line.isTaken = false
            return nil
        }
        next?.resume()
    }
}
#endif
