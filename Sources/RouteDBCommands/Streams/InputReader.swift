/// A line of an input.
package struct InputLine: Hashable, Sendable {
    /// The bytes; of a line that is too long, the first ones.
    package let bytes: [UInt8]
    /// The number of the line, from 1.
    package let number: Int
    /// Whether it has more bytes than were asked for.
    package let isTooLong: Bool
}

/// A buffered stream of bytes into the tool.
package final class InputReader {
    private let source: any ByteSource
    private var buffer: [UInt8] = []
    private var start = 0
    private var isAtEnd = false
    private var lineNumber = 0
    private var isBegun = false

    /// Whether a person types it.
    package let isTerminal: Bool

    /// Makes a stream.
    ///
    /// - Parameters:
    ///   - source: Where the bytes come from.
    ///   - isTerminal: Whether a person types them.
    package init(_ source: any ByteSource, isTerminal: Bool = false) {
        self.source = source
        self.isTerminal = isTerminal
    }

    /// How many bytes are held in memory.
    package var heldBytes: Int { buffer.count }

    /// Whether the next line is here already, so that reading it will not wait.
    package var hasBufferedLine: Bool {
        buffer[start...].contains(UInt8(ascii: "\n"))
    }

    /// Reads a line, without its line feed or carriage return and line feed; `nil` at the end.
    ///
    /// The last line needs no line feed. Of a line over the limit the first bytes are kept, one more
    /// than the limit, and the rest is read and forgotten.
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

    /// Reads everything that is left; `nil` if that is more than a limit.
    package func readAll(limit: Int) throws(StreamError) -> [UInt8]? {
        try begin()
        var ignored = 0
        while buffer.count - start <= limit, try fill(&ignored) {}
        defer { start = buffer.count }
        return buffer.count - start <= limit ? Array(buffer[start...]) : nil
    }

    /// Reads what is there, waiting for the first byte; nothing at the end.
    package func readPiece() throws(StreamError) -> [UInt8] {
        var ignored = 0
        while start == buffer.count, try fill(&ignored) {}
        defer { start = buffer.count }
        return Array(buffer[start...])
    }

    /// Passes over a byte order mark at the beginning of text; refuses one of UTF-16.
    private func begin() throws(StreamError) {
        guard !isBegun else { return }
        isBegun = true
        let marks: [(bytes: [UInt8], encoding: String?)] = [
            ([0xEF, 0xBB, 0xBF], nil), ([0xFF, 0xFE], "UTF-16"), ([0xFE, 0xFF], "UTF-16"),
        ]
        var ignored = 0
        for mark in marks {
            // No more is waited for than tells whether the mark is there.
            while buffer.count < mark.bytes.count, mark.bytes.starts(with: buffer) {
                guard try fill(&ignored) else { return }
            }
            guard buffer.starts(with: mark.bytes) else { continue }
            if let encoding = mark.encoding { throw .notUTF8(encoding) }
            start = mark.bytes.count
            return
        }
    }

    /// Reads more, and says whether there was any; moves an offset along with the bytes.
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
