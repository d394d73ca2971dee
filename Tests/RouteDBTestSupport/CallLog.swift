import RouteDB

/// Records words noted by the code under test, in order.
package final class CallLog: Sendable {
    private let words = Locked<[String]>([])

    package init() {}

    package var calls: [String] { words.withLock { $0 } }

    package func note(_ word: String) { words.withLock { $0.append(word) } }

    /// Waits until a word was noted.
    package func wait(for word: String) async {
        while !calls.contains(word) { await Task.yield() }
    }
}
