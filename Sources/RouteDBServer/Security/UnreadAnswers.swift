#if Server
import RouteDB

/// How much of the answers of a service waits in memory for clients to read it.
///
/// A client of HTTP/2 may ask a hundred times at once, and read nothing.
final class UnreadAnswers: Sendable {
    private struct Counts {
        var bytes = 0
        /// True if there were more than the limit, and the memory has not been returned since.
        var wasTooMuch = false
    }

    private let limit: Int
    private let counts = Locked(Counts())

    init(limit: Int) { self.limit = limit }

    /// True if so much waits that clients that do not read are given up soon.
    var isTooMuch: Bool { counts.withLock { $0.bytes > limit } }

    /// Adds bytes that were written.
    func add(_ count: Int) {
        counts.withLock { counts in
            counts.bytes += count
            if counts.bytes > limit { counts.wasTooMuch = true }
        }
    }

    /// Subtracts bytes that were read, or that nobody will read.
    func subtract(_ count: Int) {
        let isOver = counts.withLock { counts in
            counts.bytes -= count
            guard counts.wasTooMuch, counts.bytes < limit / 2 else { return false }
            counts.wasTooMuch = false
            return true
        }
        if isOver { Task.detached { FreedMemory.returnToSystem() } }
    }
}
#endif
