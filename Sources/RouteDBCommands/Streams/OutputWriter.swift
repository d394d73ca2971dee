/// A buffered stream of bytes out of the tool.
package final class OutputWriter {
    private static let bufferBytes = 65_536

    private let sink: any ByteSink
    private var buffer: [UInt8] = []

    /// Whether a person looks at it directly.
    package let isTerminal: Bool

    /// Makes a stream.
    ///
    /// - Parameters:
    ///   - sink: Where the bytes go.
    ///   - isTerminal: Whether a person looks at it directly.
    package init(_ sink: any ByteSink, isTerminal: Bool = false) {
        self.sink = sink
        self.isTerminal = isTerminal
    }

    /// Writes text.
    package func write(_ text: String) throws(StreamError) { try write(utf8: text.utf8) }

    /// Writes a line of text.
    package func writeLine(_ text: String) throws(StreamError) {
        buffer.append(contentsOf: text.utf8)
        buffer.append(UInt8(ascii: "\n"))
        try flushIfFull()
    }

    /// Writes bytes.
    package func write(utf8 bytes: some Sequence<UInt8>) throws(StreamError) {
        buffer.append(contentsOf: bytes)
        try flushIfFull()
    }

    /// Hands on what is buffered.
    package func flush() throws(StreamError) {
        guard !buffer.isEmpty else { return }
        let bytes = buffer
        // Gone also if that fails: bytes are never written twice.
        buffer.removeAll(keepingCapacity: true)
        try sink.write(bytes)
    }

    private func flushIfFull() throws(StreamError) {
        if buffer.count >= Self.bufferBytes { try flush() }
    }
}
