package import RouteDB
import Synchronization

/// A destination for bytes.
package protocol ByteSink {
    /// Writes all of the bytes.
    func write(_ bytes: [UInt8]) throws(StreamError)
}

/// Stores what is written.
package final class MemorySink: ByteSink, Sendable {
    private let storage = Mutex<[UInt8]>([])

    package init() {}

    /// Everything written so far.
    package var bytes: [UInt8] { storage.withLock { $0 } }

    package func write(_ bytes: [UInt8]) { storage.withLock { $0 += bytes } }
}
