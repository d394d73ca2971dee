import RouteDB
import Synchronization

/// The largest inputs that the tool holds in memory, in bytes.
///
/// Each limit is far above any legitimate input, so that a wrong or hostile file leads to an error
/// rather than exhausting memory.
package enum InputLimits {
    /// A URL on a line of its own; longer URLs are invalid anyway.
    package static let url = URLLimits.bytes
    /// A line or CSV record of a route file.
    package static let routeLine = 1_048_576
    /// A line with a request, a test or a rule.
    package static let objectLine = 16_777_216
    /// A JSON document with routes.
    package static let document = 268_435_456
    /// A file that a registry is compared with, which is read more than once.
    package static let applied = 67_108_864
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

/// A buffered input stream, which can be read from any thread.
package final class InputReader: Sendable {
    private let buffer: Guarded<InputBuffer>
    private let held = HeldBytes()

    /// Whether the input comes from a terminal.
    package let isTerminal: Bool

    /// Creates a stream.
    ///
    /// - Parameters:
    ///   - source: The source of the bytes.
    ///   - isTerminal: Whether the input comes from a terminal.
    package init(_ source: any ByteSource, isTerminal: Bool = false) {
        buffer = Guarded(InputBuffer(source: source, held: held))
        self.isTerminal = isTerminal
    }

    /// The number of bytes held in memory, also while more are being read.
    package var heldBytes: Int { held.bytes.load(ordering: .relaxed) }

    /// Whether the next line is already buffered, so that reading it does not wait.
    package var hasBufferedLine: Bool { buffer.withLock { $0.hasLine } }

    /// Reads a line that ends with LF or CR LF, without its line ending; `nil` at the end.
    ///
    /// The last line need not have a line ending. Of a line over the limit, one byte more than the
    /// limit is returned, and the rest is discarded.
    package func readLine(limit: Int) throws(StreamError) -> InputLine? {
        try reading { buffer throws(StreamError) in try buffer.readLine(limit: limit) }
    }

    /// Reads the rest of the input; `nil` if that exceeds a limit.
    package func readAll(limit: Int) throws(StreamError) -> [UInt8]? {
        try reading { buffer throws(StreamError) in try buffer.readAll(limit: limit) }
    }

    /// Returns what is buffered, waiting for at least one byte; empty at the end.
    package func readPiece() throws(StreamError) -> [UInt8] {
        try reading { buffer throws(StreamError) in try buffer.readPiece() }
    }

    private func reading<Value: Sendable>(
        _ body: (inout InputBuffer) throws(StreamError) -> Value
    ) throws(StreamError) -> Value {
        let result = buffer.withLock { buffer -> Result<Value, StreamError> in
            do throws(StreamError) {
                return .success(try body(&buffer))
            } catch {
                return .failure(error)
            }
        }
        return try result.get()
    }
}

/// A number of bytes.
private final class HeldBytes: Sendable {
    let bytes = Atomic<Int>(0)
}

/// The bytes of an input that were read and not used yet.
private struct InputBuffer: Sendable {
    private let source: any ByteSource
    private let held: HeldBytes
    private var bytes: [UInt8] = []
    private var start = 0
    private var isAtEnd = false
    private var lineNumber = 0
    private var isBegun = false

    init(source: any ByteSource, held: HeldBytes) {
        self.source = source
        self.held = held
    }

    /// Whether a whole line is there.
    var hasLine: Bool { bytes[start...].contains(UInt8(ascii: "\n")) }

    mutating func readLine(limit: Int) throws(StreamError) -> InputLine? {
        try begin()
        var searched = start
        var beginning: [UInt8]?
        while true {
            let end = bytes[searched...].firstIndex(of: UInt8(ascii: "\n"))
            if end == nil, bytes.count - start > limit + 1 {
                if beginning == nil { beginning = Array(bytes[start...start + limit]) }
                start = bytes.count
            }
            searched = bytes.count
            if end == nil, try fill(&searched) { continue }
            guard end != nil || start < bytes.count || beginning != nil else { return nil }
            let rest = bytes[start..<(end ?? bytes.count)]
            defer { start = end.map { $0 + 1 } ?? bytes.count }
            lineNumber += 1
            let line = beginning ?? Array(rest.last == UInt8(ascii: "\r") ? rest.dropLast() : rest)
            return InputLine(
                bytes: Array(line.prefix(limit + 1)), number: lineNumber,
                isTooLong: line.count > limit)
        }
    }

    mutating func readAll(limit: Int) throws(StreamError) -> [UInt8]? {
        try begin()
        var ignored = 0
        while bytes.count - start <= limit, try fill(&ignored) {}
        defer { start = bytes.count }
        return bytes.count - start <= limit ? Array(bytes[start...]) : nil
    }

    mutating func readPiece() throws(StreamError) -> [UInt8] {
        var ignored = 0
        while start == bytes.count, try fill(&ignored) {}
        defer { start = bytes.count }
        return Array(bytes[start...])
    }

    /// Skips a byte order mark at the beginning of text, and rejects one of UTF-16.
    private mutating func begin() throws(StreamError) {
        guard !isBegun else { return }
        isBegun = true
        let marks: [(bytes: [UInt8], encoding: String?)] = [
            ([0xEF, 0xBB, 0xBF], nil), ([0xFF, 0xFE], "UTF-16"), ([0xFE, 0xFF], "UTF-16"),
        ]
        var ignored = 0
        for mark in marks {
            // Wait only for as many bytes as are needed to recognize the mark.
            while bytes.count < mark.bytes.count, mark.bytes.starts(with: bytes) {
                guard try fill(&ignored) else { return }
            }
            guard bytes.starts(with: mark.bytes) else { continue }
            if let encoding = mark.encoding { throw .notUTF8(encoding) }
            start = mark.bytes.count
            return
        }
    }

    /// Reads more bytes and returns whether there were any; adjusts an offset if the buffer moves.
    private mutating func fill(_ offset: inout Int) throws(StreamError) -> Bool {
        guard !isAtEnd else { return false }
        let read = try source.read()
        guard !read.isEmpty else {
            isAtEnd = true
            return false
        }
        bytes.removeFirst(start)
        offset -= start
        start = 0
        bytes += read
        held.bytes.store(bytes.count, ordering: .relaxed)
        return true
    }
}
