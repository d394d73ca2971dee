package import RouteDB
import Synchronization

/// A buffered output stream.
package final class OutputWriter {
    private static let bufferBytes = 65_536

    private let sink: any ByteSink
    private var buffer: [UInt8] = []

    /// Whether the output goes to a terminal.
    package let isTerminal: Bool
    /// Whether text that could control a terminal is escaped, as described at ``TerminalText``.
    ///
    /// Always true for a terminal, and elsewhere for text that is only meant for people.
    package var isEscaping: Bool

    /// Creates a stream.
    ///
    /// - Parameters:
    ///   - sink: The destination of the bytes.
    ///   - isTerminal: Whether the output goes to a terminal.
    package init(_ sink: any ByteSink, isTerminal: Bool = false) {
        self.sink = sink
        self.isTerminal = isTerminal
        isEscaping = isTerminal
    }

    /// Writes text.
    package func write(_ text: String) throws(StreamError) { try write(utf8: text.utf8) }

    /// Writes a line of text.
    package func writeLine(_ text: String) throws(StreamError) {
        append(text.utf8)
        buffer.append(UInt8(ascii: "\n"))
        try flushIfFull()
    }

    /// Writes UTF-8 text, which must not end within a character.
    package func write(utf8 bytes: some Collection<UInt8>) throws(StreamError) {
        append(bytes)
        try flushIfFull()
    }

    /// Writes a terminal control sequence unescaped; only for sequences of the tool itself.
    package func writeControl(_ sequence: StaticString) throws(StreamError) {
        // The bytes are copied inside the closure.
        sequence.withUTF8Buffer { unsafe buffer.append(contentsOf: $0) }
        try flushIfFull()
    }

    private func append(_ bytes: some Collection<UInt8>) {
        if isEscaping {
            TerminalText.append(bytes, to: &buffer)
        } else {
            buffer.append(contentsOf: bytes)
        }
    }

    /// Writes the buffered bytes.
    package func flush() throws(StreamError) {
        guard !buffer.isEmpty else { return }
        let bytes = buffer
        // The buffer is emptied even on failure: bytes are never written twice.
        buffer.removeAll(keepingCapacity: true)
        try sink.write(bytes)
    }

    private func flushIfFull() throws(StreamError) {
        if buffer.count >= Self.bufferBytes { try flush() }
    }
}

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
