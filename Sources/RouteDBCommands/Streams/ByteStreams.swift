import Synchronization

/// A source of bytes.
package protocol ByteSource: Sendable {
    /// Returns some bytes, waiting for them; empty at the end.
    func read() throws(StreamError) -> [UInt8]
}

/// A destination for bytes.
package protocol ByteSink: Sendable {
    /// Writes all of the bytes.
    func write(_ bytes: [UInt8]) throws(StreamError)
}

/// Stores what is written.
package final class MemorySink: ByteSink {
    private let storage = Mutex<[UInt8]>([])

    package init() {}

    /// Everything written so far.
    package var bytes: [UInt8] { storage.withLock { $0 } }

    package func write(_ bytes: [UInt8]) { storage.withLock { $0 += bytes } }
}

/// Returns the bytes of an array, in pieces.
package final class MemorySource: ByteSource {
    private let rest: Mutex<ArraySlice<UInt8>>
    private let pieceBytes: Int

    package init(_ bytes: [UInt8] = [], pieceBytes: Int = 65_536) {
        rest = Mutex(bytes[...])
        self.pieceBytes = max(1, pieceBytes)
    }

    package func read() -> [UInt8] {
        rest.withLock { rest in
            defer { rest = rest.dropFirst(pieceBytes) }
            return Array(rest.prefix(pieceBytes))
        }
    }
}
