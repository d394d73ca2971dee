/// A buffered stream of bytes out of the tool.
package final class OutputWriter {
    private static let bufferBytes = 65_536

    private let sink: any ByteSink
    private var buffer: [UInt8] = []

    /// Whether a person looks at it directly.
    package let isTerminal: Bool
    /// Whether what a terminal would obey is escaped, as ``TerminalText`` says.
    ///
    /// On a terminal it always is, and elsewhere where text is for people in any case.
    package var isEscaping: Bool

    /// Makes a stream.
    ///
    /// - Parameters:
    ///   - sink: Where the bytes go.
    ///   - isTerminal: Whether a person looks at it directly.
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

    /// Writes bytes of text; a character must not be cut in two.
    package func write(utf8 bytes: some Collection<UInt8>) throws(StreamError) {
        append(bytes)
        try flushIfFull()
    }

    /// Writes what moves the terminal's cursor, as it is: text of the tool itself alone.
    package func writeControl(_ sequence: StaticString) throws(StreamError) {
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
