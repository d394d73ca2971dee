// Delimited text, as RFC 4180 describes CSV, except that a record may not span lines, so that every
// record has a line number.
//
// A field may be in double quotes; quotes inside it are doubled.
extension LogLineParser {
    /// Parses a line of delimited text.
    mutating func parseDelimited(
        _ line: RawSpan, _ header: DelimitedHeader, into record: inout LogRecord
    ) throws(LogReject) {
        fields.removeAll(keepingCapacity: true)
        var offset = 0
        while true {
            fields.append(try field(line, header.separator, &offset))
            guard offset < line.byteCount else { break }
            offset &+= 1
        }
        guard fields.count == header.columns.count else {
            throw LogReject(.fieldCount, at: line.byteCount)
        }
        var known = LogFields()
        for (column, text) in zip(header.columns, fields) {
            let isDash = withBytes(of: text, in: line) { $0.byteCount == 1 && $0.has("-", at: 0) }
            if let column, !isDash { known.set(column, text) }
        }
        try read(known, line, into: &record)
    }

    /// Consumes a field up to the next separator or the end.
    private mutating func field(
        _ line: RawSpan, _ separator: UInt8, _ offset: inout Int
    ) throws(LogReject) -> LogText {
        let quote = UInt8(ascii: "\"")
        let start = offset
        guard start < line.byteCount, line.byte(at: start) == quote else {
            offset = line.offset(of: separator, from: start)
            return LogText(start..<offset)
        }
        var isDoubled = false
        offset &+= 1
        while true {
            offset = line.offset(of: quote, from: offset)
            guard offset < line.byteCount else { throw LogReject(.unclosedQuote, at: start) }
            offset &+= 1
            if offset == line.byteCount || line.byte(at: offset) == separator { break }
            guard line.byte(at: offset) == quote else {
                throw LogReject(.notThisFormat, at: offset)
            }
            isDoubled = true
            offset &+= 1
        }
        let inside = start &+ 1..<offset &- 1
        guard isDoubled else { return LogText(inside) }
        let ownStart = own.count
        var position = inside.lowerBound
        while position < inside.upperBound {
            own.append(line.byte(at: position))
            position &+= line.byte(at: position) == quote ? 2 : 1
        }
        return LogText(ownStart..<own.count, isOwn: true)
    }
}
