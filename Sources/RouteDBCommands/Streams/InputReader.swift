package import RouteDB

/// The largest inputs that the tool holds in memory, in bytes.
///
/// Each limit is far above any legitimate input, so that a wrong or hostile file leads to an error
/// rather than exhausting memory.
package enum InputLimits {
    /// A URL on a line of its own; longer URLs are invalid anyway.
    package static let url = URLLimits.bytes
    /// A line with a request, a test or a rule.
    package static let objectLine = 16_777_216
    /// Any other JSON document.
    package static let smallDocument = 16_777_216
    /// The plan of a route.
    package static let plan = 1_048_576
    /// An SQL statement: SQLite's default limit.
    package static let statement = 1_000_000
    /// The answer to a question.
    package static let answer = 1_024
}

/// A line of input.
package struct InputLine: Hashable, Sendable {
    /// The bytes of the line; only its beginning if it is too long.
    package let bytes: [UInt8]
    /// The number of the line, from 1.
    package let number: Int
    /// Whether the line exceeds the limit.
    package let isTooLong: Bool
}

/// A buffered input stream.
package final class InputReader {
    private let source: any ByteSource
    private var buffer: [UInt8] = []
    private var start = 0
    private var isAtEnd = false
    private var lineNumber = 0
    private var isBegun = false

    /// Whether the input comes from a terminal.
    package let isTerminal: Bool

    /// Creates a stream.
    ///
    /// - Parameters:
    ///   - source: The source of the bytes.
    ///   - isTerminal: Whether the input comes from a terminal.
    package init(_ source: any ByteSource, isTerminal: Bool = false) {
        self.source = source
        self.isTerminal = isTerminal
    }

    /// The number of bytes held in memory.
    package var heldBytes: Int { buffer.count }

    /// Whether the next line is already buffered, so that reading it does not wait.
    package var hasBufferedLine: Bool {
        buffer[start...].contains(UInt8(ascii: "\n"))
    }

    /// Reads a line that ends with LF or CR LF, without its line ending; `nil` at the end.
    ///
    /// The last line need not have a line ending. Of a line over the limit, one byte more than the
    /// limit is returned, and the rest is discarded.
    package func readLine(limit: Int) throws(StreamError) -> InputLine? {
        try begin()
        var searched = start
        var beginning: [UInt8]?
        while true {
            let end = buffer[searched...].firstIndex(of: UInt8(ascii: "\n"))
            if end == nil, buffer.count - start > limit + 1 {
                if beginning == nil { beginning = Array(buffer[start...start + limit]) }
                start = buffer.count
            }
            searched = buffer.count
            if end == nil, try fill(&searched) { continue }
            guard end != nil || start < buffer.count || beginning != nil else { return nil }
            let rest = buffer[start..<(end ?? buffer.count)]
            defer { start = end.map { $0 + 1 } ?? buffer.count }
            lineNumber += 1
            let bytes = beginning ?? Array(rest.last == UInt8(ascii: "\r") ? rest.dropLast() : rest)
            return InputLine(
                bytes: Array(bytes.prefix(limit + 1)), number: lineNumber,
                isTooLong: bytes.count > limit)
        }
    }

    /// Reads the rest of the input; `nil` if that exceeds a limit.
    package func readAll(limit: Int) throws(StreamError) -> [UInt8]? {
        try begin()
        var ignored = 0
        while buffer.count - start <= limit, try fill(&ignored) {}
        defer { start = buffer.count }
        return buffer.count - start <= limit ? Array(buffer[start...]) : nil
    }

    /// Returns what is buffered, waiting for at least one byte; empty at the end.
    package func readPiece() throws(StreamError) -> [UInt8] {
        var ignored = 0
        while start == buffer.count, try fill(&ignored) {}
        defer { start = buffer.count }
        return Array(buffer[start...])
    }

    /// Skips a byte order mark at the beginning of text, and rejects one of UTF-16.
    private func begin() throws(StreamError) {
        guard !isBegun else { return }
        isBegun = true
        let marks: [(bytes: [UInt8], encoding: String?)] = [
            ([0xEF, 0xBB, 0xBF], nil), ([0xFF, 0xFE], "UTF-16"), ([0xFE, 0xFF], "UTF-16"),
        ]
        var ignored = 0
        for mark in marks {
            // Wait only for as many bytes as are needed to recognize the mark.
            while buffer.count < mark.bytes.count, mark.bytes.starts(with: buffer) {
                guard try fill(&ignored) else { return }
            }
            guard buffer.starts(with: mark.bytes) else { continue }
            if let encoding = mark.encoding { throw .notUTF8(encoding) }
            start = mark.bytes.count
            return
        }
    }

    /// Reads more bytes and returns whether there were any; adjusts an offset if the buffer moves.
    private func fill(_ offset: inout Int) throws(StreamError) -> Bool {
        guard !isAtEnd else { return false }
        let bytes = try source.read()
        guard !bytes.isEmpty else {
            isAtEnd = true
            return false
        }
        buffer.removeFirst(start)
        offset -= start
        start = 0
        buffer += bytes
        return true
    }
}
