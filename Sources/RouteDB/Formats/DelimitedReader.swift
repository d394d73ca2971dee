/// Reads the records of delimited text, as RFC 4180 describes CSV, one at a time.
///
/// 1. Records end with LF or CRLF; the last one may end with the input.
/// 2. A quoted field may contain delimiters, line endings and doubled quotes; an unquoted field may
///    not, nor any quotes. Spaces are part of the field.
/// 3. Blank lines are skipped; before the first record, so are lines that begin with `# `.
/// 4. A record has at most ``limit`` bytes without its line ending, whatever its quotes, so memory use is
///    bounded.
/// 5. NUL bytes are not allowed.
package struct DelimitedReader {
    private static let quote = UInt8(ascii: "\"")
    private static let lineFeed = UInt8(ascii: "\n")
    private static let carriageReturn = UInt8(ascii: "\r")

    private enum FieldEnd {
        case delimiter, record
    }

    private var reader: ByteReader
    private let delimiter: UInt8
    private let limit: Int
    private var hasBegun = false

    package init(_ reader: ByteReader, delimiter: UInt8, limit: Int) {
        self.reader = reader
        self.delimiter = delimiter
        self.limit = limit
    }

    /// Reads the next record.
    ///
    /// After a problem that is not fatal, the reader continues with the next line.
    package mutating func next(into record: inout DelimitedRecord) throws(InputProblem) -> Bool {
        try skipIdleLines()
        guard try reader.peek() != nil else { return false }
        hasBegun = true
        record.reset(at: reader.place)
        do {
            while try field(of: &record) == .delimiter {}
        } catch {
            if !error.isFatal { try reader.skipLine() }
            throw error
        }
        return true
    }

    private mutating func skipIdleLines() throws(InputProblem) {
        while let byte = try reader.peek() {
            switch byte {
            case Self.lineFeed: _ = try reader.next()
            case Self.carriageReturn:
                guard try reader.lookAhead(2), startsAhead(with: "\r\n") else { return }
                try reader.skipLine()
            case UInt8(ascii: "#") where !hasBegun:
                guard try reader.lookAhead(2), startsAhead(with: "# ") else { return }
                try reader.skipLine()
            default: return
            }
        }
    }

    private func startsAhead(with text: StaticString) -> Bool {
        // A static string is never freed.
        let wanted = unsafe UnsafeBufferPointer(
            start: text.utf8Start, count: text.utf8CodeUnitCount)
        return unsafe reader.ahead.starts(with: wanted)
    }

    private mutating func field(of record: inout DelimitedRecord) throws(InputProblem) -> FieldEnd {
        let start = record.raw.count
        if try reader.peek() == Self.quote {
            try quotedContent(of: &record)
        }
        let isQuoted = record.raw.count > start
        while true {
            let place = reader.place
            guard let byte = try take(&record) else { break }
            switch byte {
            case delimiter:
                record.endField(startingAt: start)
                return .delimiter
            case Self.lineFeed:
                record.endField(startingAt: start)
                return .record
            case Self.carriageReturn:
                guard try reader.peek() == Self.lineFeed else { throw Self.loneReturn(place) }
            case _ where isQuoted: throw Self.trailing(place)
            case Self.quote: throw Self.strayQuote(place)
            default: record.contents.append(byte)
            }
        }
        record.endField(startingAt: start)
        return .record
    }

    /// Reads a quoted field, from the opening to the closing quote.
    private mutating func quotedContent(of record: inout DelimitedRecord) throws(InputProblem) {
        let opening = reader.place
        _ = try take(&record)
        while true {
            let next: UInt8?
            do {
                next = try take(&record)
            } catch  where record.raw.count > limit {
                throw Self.unclosed(opening, "within \(limit) bytes")
            }
            guard let byte = next else { throw Self.unclosed(opening, "up to the end") }
            if byte == Self.quote {
                guard try reader.peek() == Self.quote else { return }
                _ = try take(&record)
            }
            record.contents.append(byte)
        }
    }

    private mutating func take(_ record: inout DelimitedRecord) throws(InputProblem) -> UInt8? {
        let place = reader.place
        guard let byte = try reader.next() else { return nil }
        guard byte != 0 else { throw Self.nul(place) }
        record.raw.append(byte)
        guard record.raw.count <= limit || mayBeLineEnding(record.raw) else {
            throw .tooLong("record", at: record.place, limit: limit)
        }
        return byte
    }

    /// Returns whether what is beyond the limit may end the line: in quotes it does not, and then the next
    /// byte is too much.
    private func mayBeLineEnding(_ bytes: [UInt8]) -> Bool {
        let beyond = bytes[limit...]
        return beyond.elementsEqual([Self.lineFeed]) || beyond.elementsEqual([Self.carriageReturn])
            || beyond.elementsEqual([Self.carriageReturn, Self.lineFeed])
    }
}

extension DelimitedReader {
    private static func loneReturn(_ place: InputPlace) -> InputProblem {
        InputProblem(
            at: place, "Unexpected carriage return without a line feed; lines end with LF or CRLF.",
            hint: "Convert the line ends, or put the field in double quotes.")
    }

    private static func trailing(_ place: InputPlace) -> InputProblem {
        InputProblem(
            at: place, "A closing quote must be followed by a delimiter or the end of the line.",
            hint: "Double the quotes inside the field.")
    }

    private static func strayQuote(_ place: InputPlace) -> InputProblem {
        InputProblem(
            at: place, "Unexpected quote inside an unquoted field.",
            hint: "Enclose the field in double quotes, and double the quotes inside it.")
    }

    private static func unclosed(_ place: InputPlace, _ extent: String) -> InputProblem {
        InputProblem(
            at: place, "The quote opened here is not closed \(extent).",
            hint: "Close it, or double it if it is part of the field.", isFatal: true)
    }

    private static func nul(_ place: InputPlace) -> InputProblem {
        InputProblem(
            at: place, "The input contains a NUL byte, so it is not UTF-8 text.",
            hint: "Save it as UTF-8, or check that it is the right file.", isFatal: true)
    }
}

/// A record of delimited text: its fields and their places.
package struct DelimitedRecord {
    /// The place of the first byte.
    package private(set) var place = InputPlace()
    /// The bytes as they are in the input.
    var raw: [UInt8] = []
    /// The contents of all fields, concatenated, without quotes.
    var contents: [UInt8] = []
    /// For each field, its start in `raw` and its end in `contents`.
    private var bounds: [(start: Int, end: Int)] = []

    /// Creates an empty record, to read into.
    package init() {}

    /// The number of fields.
    package var count: Int { bounds.count }

    mutating func reset(at place: InputPlace) {
        self.place = place
        raw.removeAll(keepingCapacity: true)
        contents.removeAll(keepingCapacity: true)
        bounds.removeAll(keepingCapacity: true)
    }

    mutating func endField(startingAt start: Int) {
        bounds.append((start, contents.count))
    }

    /// Returns the contents of a field.
    package func text(_ index: Int) throws(InputProblem) -> String {
        let start = index == 0 ? 0 : bounds[index - 1].end
        if let text = String(validating: contents[start..<bounds[index].end], as: UTF8.self) {
            return text
        }
        let rawStart = bounds[index].start
        let rawEnd = index + 1 < bounds.count ? bounds[index + 1].start : raw.count
        let valid = Self.validPrefix(of: raw[rawStart..<rawEnd])
        throw InputProblem(
            at: place(ofByte: rawStart + valid), "These bytes are not UTF-8.",
            hint: "Save the input as UTF-8.")
    }

    /// Returns the place of a field.
    package func place(ofField index: Int) -> InputPlace {
        index < bounds.count ? place(ofByte: bounds[index].start) : place
    }

    /// Returns the place of a byte of `raw`.
    private func place(ofByte offset: Int) -> InputPlace {
        var place = place
        for byte in raw[..<offset] {
            place.column += 1
            if byte == UInt8(ascii: "\n") {
                place.line += 1
                place.column = 1
            }
        }
        return place
    }

    /// Returns the number of bytes before the first invalid UTF-8.
    private static func validPrefix(of bytes: ArraySlice<UInt8>) -> Int {
        var decoder = Unicode.UTF8.ForwardParser()
        var iterator = bytes.makeIterator()
        var count = 0
        while case .valid(let scalar) = decoder.parseScalar(from: &iterator) {
            count += scalar.count
        }
        return count
    }
}
