package import RouteDB

/// A line of input.
package struct InputLine: Hashable, Sendable {
    /// The bytes of the line; only its beginning if it is too long.
    package let bytes: [UInt8]
    /// The number of the line, from 1.
    package let number: Int
    /// True if the line exceeds the limit.
    package let isTooLong: Bool
}

/// A buffered input stream of text, standard input, which can be read from any thread.
package final class InputReader: ByteSource {
    private struct State: Sendable {
        var reader: ByteReader
        var isBegun = false

        /// Skips a byte order mark at the beginning.
        mutating func begin() throws(StreamError) {
            guard !isBegun else { return }
            isBegun = true
            try reader.takeByteOrderMark()
        }
    }

    private let state: Locked<State>

    /// True if the input comes from a terminal.
    package let isTerminal: Bool

    /// Creates a reader.
    package init(_ source: any ByteSource, isTerminal: Bool = false) {
        state = Locked(State(reader: ByteReader(source)))
        self.isTerminal = isTerminal
    }

    /// True if the next line is already buffered, so that reading it does not wait.
    package var hasBufferedLine: Bool {
        state.withLock { $0.reader.ahead.contains(UInt8(ascii: "\n")) }
    }

    /// Reads a line, without its line ending; `nil` at the end.
    ///
    /// Of a line over the limit, one byte more than the limit is returned, and the rest is
    /// discarded.
    package func readLine(limit: Int) throws(StreamError) -> InputLine? {
        try reading { reader throws(StreamError) in
            let number = reader.place.line
            var line: [UInt8] = []
            guard let isComplete = try reader.takeLine(into: &line, limit: limit) else {
                return nil
            }
            return InputLine(bytes: line, number: number, isTooLong: !isComplete)
        }
    }

    /// Reads the rest of the input; `nil` if that exceeds a limit.
    package func readAll(limit: Int) throws(StreamError) -> [UInt8]? {
        try reading { reader throws(StreamError) in try reader.takeRest(limit: limit) }
    }

    /// Returns what is buffered, waiting for at least one byte; empty at the end.
    package func read() throws(StreamError) -> [UInt8] {
        try reading { reader throws(StreamError) in try reader.takePiece() }
    }

    private func reading<Value: Sendable>(
        _ body: (inout ByteReader) throws(StreamError) -> Value
    ) throws(StreamError) -> Value {
        try state.withThrowingLock { state throws(StreamError) in
            try state.begin()
            return try body(&state.reader)
        }
    }
}
