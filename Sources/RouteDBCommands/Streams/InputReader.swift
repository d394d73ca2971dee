/// A buffered stream of bytes into the tool.
package final class InputReader {
    private let source: any ByteSource
    private var buffer: [UInt8] = []
    private var start = 0
    private var isAtEnd = false

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

    /// Whether the next line is here already, so that reading it will not wait.
    package var hasBufferedLine: Bool {
        buffer[start...].contains(UInt8(ascii: "\n"))
    }

    /// Reads a line, without its line feed or carriage return and line feed; `nil` at the end.
    ///
    /// The last line needs no line feed.
    package func readLine() throws(StreamError) -> [UInt8]? {
        var searched = start
        while true {
            if let end = buffer[searched...].firstIndex(of: UInt8(ascii: "\n")) {
                defer { start = end + 1 }
                return line(upTo: end)
            }
            searched = buffer.count
            guard try fill(&searched) else {
                guard start < buffer.count else { return nil }
                defer { start = buffer.count }
                return line(upTo: buffer.count)
            }
        }
    }

    /// Reads everything that is left.
    package func readAll() throws(StreamError) -> [UInt8] {
        var ignored = 0
        while try fill(&ignored) {}
        defer { start = buffer.count }
        return Array(buffer[start...])
    }

    /// Reads what is there, waiting for the first byte; nothing at the end.
    package func readPiece() throws(StreamError) -> [UInt8] {
        var ignored = 0
        while start == buffer.count, try fill(&ignored) {}
        defer { start = buffer.count }
        return Array(buffer[start...])
    }

    private func line(upTo end: Int) -> [UInt8] {
        let bytes = buffer[start..<end]
        return Array(bytes.last == UInt8(ascii: "\r") ? bytes.dropLast() : bytes)
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
