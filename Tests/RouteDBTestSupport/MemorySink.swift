import RouteDBTerminal
import Synchronization

/// Stores what is written.
package final class MemorySink: ByteSink {
    private let storage = Mutex<[UInt8]>([])

    package init() {}

    /// Everything written so far.
    package var bytes: [UInt8] { storage.withLock { $0 } }

    package func write(_ bytes: [UInt8]) { storage.withLock { $0 += bytes } }
}
