/// Reads input byte by byte or line by line, and tracks the current place.
///
/// It buffers only the bytes that were peeked at but not consumed. Methods that begin with `take`
/// are for input that need not be valid; the others throw the problem that a user can solve.
package struct ByteReader {
    private let source: any ByteSource
    private let limit: Int
    private var buffer: [UInt8] = []
    private var position = 0
    private var isAtEnd = false
    private var byteCount = 0
    /// The place of the next byte.
    package private(set) var place = InputPlace()

    /// Creates a reader.
    package init(_ source: any ByteSource, limit: Int = .max) {
        self.source = source
        self.limit = limit
    }

    /// The bytes that were read from the source but not consumed.
    package var ahead: ArraySlice<UInt8> { buffer[position...] }

    // MARK: Bytes

    /// Reads more bytes from the source; returns `false` at its end.
    private mutating func fill() throws(StreamError) -> Bool {
        guard !isAtEnd else { return false }
        let block = try source.read()
        isAtEnd = block.isEmpty
        byteCount += block.count
        if position == buffer.count {
            buffer = block
        } else {
            buffer.removeSubrange(..<position)
            buffer += block
        }
        position = 0
        return !isAtEnd
    }

    /// Reads ahead until `count` bytes are buffered; returns `false` if the input ends before.
    package mutating func lookAhead(_ count: Int) throws(InputProblem) -> Bool {
        while buffer.count - position < count {
            do {
                guard try fill() else { return false }
            } catch {
                throw InputProblem(error)
            }
            guard byteCount <= limit else { throw .tooLong(limit: limit) }
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

    /// Consumes what is buffered, waiting for at least one byte; empty at the end.
    package mutating func takePiece() throws(StreamError) -> [UInt8] {
        while position == buffer.count, try fill() {}
        defer { position = buffer.count }
        return Array(ahead)
    }

    /// Consumes the rest of the input; `nil` if it exceeds a limit.
    package mutating func takeRest(limit: Int) throws(StreamError) -> [UInt8]? {
        while buffer.count - position <= limit, try fill() {}
        // The bytes are handed out, not copied: there may be hundreds of megabytes.
        buffer.removeSubrange(..<position)
        let rest = buffer
        (buffer, position) = ([], 0)
        return rest.count <= limit ? rest : nil
    }

    /// Consumes the rest of the input.
    package mutating func rest(limit: Int = .max) throws(InputProblem) -> [UInt8] {
        let limit = min(limit, self.limit)
        do {
            if let bytes = try takeRest(limit: limit) { return bytes }
        } catch {
            throw InputProblem(error)
        }
        throw .tooLong(limit: limit)
    }

    // MARK: Lines

    /// Consumes a line, which ends with LF, CR LF or the input, without its line ending.
    package mutating func takeLine(
        into line: inout [UInt8], limit: Int, skippingRest skipsRest: Bool = true
    ) throws(StreamError) -> Bool? {
        line.removeAll(keepingCapacity: true)
        if position == buffer.count, try !fill() { return nil }
        var isWhole = true
        while true {
            let end = ahead.firstIndex(of: UInt8(ascii: "\n"))
            let part = buffer[position..<(end ?? buffer.count)]
            // One byte more than the limit may be the CR of the line ending.
            let kept = part.prefix(limit - line.count + 1)
            line += kept
            isWhole = isWhole && kept.count == part.count
            position = end.map { $0 + 1 } ?? buffer.count
            if end != nil || !isWhole && !skipsRest { break }
            if try !fill() { break }
        }
        place = InputPlace(line: place.line + 1)
        if isWhole, line.last == UInt8(ascii: "\r") { line.removeLast() }
        return isWhole && line.count <= limit
    }

    /// Consumes a line, without its line ending.
    package mutating func nextLine(
        into line: inout [UInt8], limit: Int
    ) throws(InputProblem) -> Bool {
        let start = place
        let isComplete: Bool?
        do {
            isComplete = try takeLine(
                into: &line, limit: min(limit, self.limit), skippingRest: false)
        } catch {
            throw InputProblem(error)
        }
        guard byteCount <= self.limit else { throw .tooLong(limit: self.limit) }
        guard isComplete ?? true else { throw .tooLong("line", at: start, limit: limit) }
        return isComplete != nil
    }

    /// Consumes the rest of the line, including its line ending.
    package mutating func skipLine() throws(InputProblem) {
        while let byte = try next() {
            if byte == UInt8(ascii: "\n") { return }
        }
    }

    // MARK: Encoding

    /// Skips a UTF-8 byte order mark, and rejects those of other encodings.
    package mutating func takeByteOrderMark() throws(StreamError) {
        let marks: [(bytes: [UInt8], encoding: String?)] = [
            // UTF-32 first, because one of its marks begins like one of UTF-16.
            ([0xFF, 0xFE, 0, 0], "UTF-32"), ([0, 0, 0xFE, 0xFF], "UTF-32"),
            ([0xFF, 0xFE], "UTF-16"), ([0xFE, 0xFF], "UTF-16"), ([0xEF, 0xBB, 0xBF], nil),
        ]
        for mark in marks {
            // Wait only for as many bytes as are needed to recognize the mark.
            while ahead.count < mark.bytes.count, mark.bytes.starts(with: ahead) {
                guard try fill() else { break }
            }
            guard ahead.starts(with: mark.bytes) else { continue }
            if let encoding = mark.encoding { throw .notUTF8(encoding) }
            position += mark.bytes.count
            return
        }
    }

    /// Skips a UTF-8 byte order mark, and rejects those of other encodings.
    package mutating func skipByteOrderMark() throws(InputProblem) {
        do {
            try takeByteOrderMark()
        } catch {
            throw InputProblem(error)
        }
    }
}

extension InputProblem {
    /// The problem of a line or record that is too long to be read.
    static func tooLong(_ kind: String, at place: InputPlace, limit: Int) -> InputProblem {
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
