package import RouteDB

/// A buffered output stream.
///
/// It can be used from any thread; what one call writes stays together.
package final class OutputWriter: Sendable {
    private struct State: Sendable {
        var buffer: [UInt8] = []
        var isEscaping: Bool
        /// Why bytes were lost, so that all later calls fail with it.
        var failure: StreamError?

        mutating func append(_ bytes: some Collection<UInt8>) {
            if isEscaping {
                TerminalText.append(bytes, to: &buffer)
            } else {
                buffer.append(contentsOf: bytes)
            }
        }
    }

    private static let bufferBytes = 65_536

    private let sink: any ByteSink
    private let state: Locked<State>

    /// True if the output goes to a terminal.
    package let isTerminal: Bool

    /// Creates a stream.
    package init(_ sink: any ByteSink, isTerminal: Bool = false) {
        self.sink = sink
        self.isTerminal = isTerminal
        state = Locked(State(isEscaping: isTerminal))
    }

    /// Escapes text that could control a terminal, as described at ``TerminalText``, even if the
    /// output does not go to one, for text that is only meant for people.
    func escape() { state.withLock { $0.isEscaping = true } }

    /// Writes text.
    package func write(_ text: String) throws(StreamError) { try write(utf8: text.utf8) }

    /// Writes a line of text.
    package func writeLine(_ text: String) throws(StreamError) {
        try change { state in
            state.append(text.utf8)
            state.buffer.append(UInt8(ascii: "\n"))
        }
    }

    /// Writes UTF-8 text, which must not end within a character.
    package func write(utf8 bytes: some Collection<UInt8>) throws(StreamError) {
        try change { $0.append(bytes) }
    }

    /// Writes a terminal control sequence unescaped; only for sequences of the tool itself.
    func writeControl(_ sequence: StaticString) throws(StreamError) {
        try change { state in
            // The bytes are copied inside the closure.
            sequence.withUTF8Buffer { unsafe state.buffer.append(contentsOf: $0) }
        }
    }

    /// Writes the buffered bytes.
    package func flush() throws(StreamError) { try change(thenKeeping: 0) { _ in } }

    /// Changes the buffer, and writes it if it is longer than `limit` then.
    private func change(
        thenKeeping limit: Int = OutputWriter.bufferBytes - 1, _ body: (inout State) -> Void
    ) throws(StreamError) {
        try state.withThrowingLock { state throws(StreamError) in
            if let failure = state.failure { throw failure }
            body(&state)
            guard state.buffer.count > limit else { return }
            let bytes = state.buffer
            // The buffer is emptied even on failure: bytes are never written twice.
            state.buffer.removeAll(keepingCapacity: true)
            // A sink takes no lock but its own, and calls nothing of ours.
            do throws(StreamError) {
                try sink.write(bytes)
            } catch {
                state.failure = error
                throw error
            }
        }
    }
}

/// A destination for bytes.
package protocol ByteSink: Sendable {
    /// Writes all of the bytes.
    func write(_ bytes: [UInt8]) throws(StreamError)
}
