/// Reads input byte by byte or line by line, and tracks the current place.
///
/// It buffers only the bytes that were peeked at but not consumed.
package struct ByteReader {
    private let source: any ByteSource
    private var buffer: [UInt8] = []
    private var position = 0
    private var isAtEnd = false
    /// How many more bytes may be read.
    private var remaining: Int
    private let limit: Int
    /// The place of the next byte.
    package private(set) var place = InputPlace()

    /// Creates a reader.
    ///
    /// - Parameters:
    ///   - source: The source of the bytes.
    ///   - limit: The largest number of bytes to read; a longer input is a problem.
    package init(_ source: any ByteSource, limit: Int = .max) {
        self.source = source
        self.limit = limit
        remaining = limit
    }

    /// The bytes that were read from the source but not consumed.
    package var ahead: ArraySlice<UInt8> { buffer[position...] }

    /// Reads ahead until `count` bytes are buffered; returns `false` if the input ends before.
    package mutating func lookAhead(_ count: Int) throws(InputProblem) -> Bool {
        while buffer.count - position < count {
            guard !isAtEnd else { return false }
            let block: [UInt8]
            do {
                block = try source.read()
            } catch {
                throw InputProblem(error)
            }
            isAtEnd = block.isEmpty
            guard block.count <= remaining else { throw .tooLong(limit: limit) }
            remaining -= block.count
            if position > 0 {
                buffer.removeSubrange(..<position)
                position = 0
            }
            buffer += block
        }
        return true
    }

    /// Returns the next byte without consuming it; `nil` at the end.
    package mutating func peek() throws(InputProblem) -> UInt8? {
        if position < buffer.count { return buffer[position] }
        return try lookAhead(1) ? buffer[position] : nil
    }

    /// Consumes the next byte; `nil` at the end.
    package mutating func next() throws(InputProblem) -> UInt8? {
        guard let byte = try peek() else { return nil }
        position += 1
        place.column += 1
        if byte == UInt8(ascii: "\n") {
            place.line += 1
            place.column = 1
        }
        return byte
    }

    /// Consumes the rest of the line, including its line ending.
    package mutating func skipLine() throws(InputProblem) {
        while let byte = try next() {
            if byte == UInt8(ascii: "\n") { return }
        }
    }

    /// Consumes a line, which ends with LF or CR LF, without its line ending.
    ///
    /// - Returns: Whether there was a line.
    package mutating func nextLine(into line: inout [UInt8], limit: Int) throws(InputProblem)
        -> Bool
    {
        line.removeAll(keepingCapacity: true)
        let start = place
        guard try lookAhead(1) else { return false }
        while try lookAhead(1) {
            let rest = buffer[position...]
            let end = rest.firstIndex(of: UInt8(ascii: "\n"))
            line += rest[..<(end ?? rest.endIndex)]
            guard line.count <= limit else { throw .tooLong("line", at: start, limit: limit) }
            if let end {
                position = end + 1
                break
            }
            position = buffer.count
        }
        place = InputPlace(line: place.line + 1)
        if line.last == UInt8(ascii: "\r") { line.removeLast() }
        return true
    }

    /// Consumes the rest of the input.
    package mutating func rest(limit: Int = .max) throws(InputProblem) -> [UInt8] {
        while try lookAhead(buffer.count - position + 1) {
            guard buffer.count - position <= limit else { throw .tooLong(limit: limit) }
        }
        defer { position = buffer.count }
        return Array(ahead)
    }

    /// Skips a UTF-8 byte order mark, and rejects those of other encodings.
    package mutating func skipByteOrderMark() throws(InputProblem) {
        _ = try lookAhead(4)
        let marks: [(bytes: [UInt8], name: String)] = [
            // UTF-32 first, because one of its marks begins like one of UTF-16.
            ([0xFF, 0xFE, 0, 0], "UTF-32"), ([0, 0, 0xFE, 0xFF], "UTF-32"),
            ([0xFF, 0xFE], "UTF-16"), ([0xFE, 0xFF], "UTF-16"),
        ]
        for mark in marks where ahead.starts(with: mark.bytes) {
            throw InputProblem(
                at: place, "The input is \(mark.name), not UTF-8.",
                hint: "Save it as UTF-8, or convert it: iconv -f \(mark.name) -t UTF-8.",
                isFatal: true)
        }
        if ahead.starts(with: [0xEF, 0xBB, 0xBF]) { position += 3 }
    }
}

extension InputProblem {
    /// The problem of a line or record that is too long to be read.
    package static func tooLong(_ kind: String, at place: InputPlace, limit: Int) -> InputProblem {
        InputProblem(
            at: place, "The \(kind) is longer than \(limit) bytes.",
            hint: "Split it, or check that the format is right.", isFatal: true)
    }

    /// The problem of an input that is too long to be read.
    static func tooLong(limit: Int) -> InputProblem {
        InputProblem(
            at: nil, "The input is longer than \(limit) bytes.",
            hint: "Split it: a file of routes, for example, into one for each namespace or group.",
            isFatal: true)
    }
}
