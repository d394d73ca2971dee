import RouteDBRouting

// The common and the combined log format, as Apache and nginx write them:
//
//     [vhost[:port] ]address ident user [time] "request" status bytes[ "referrer" "agent"][ more]
//
// 1. In quotes, `\"`, `\\`, `\n` and the like, and `\xHH` are escapes. A quote that is followed by
//    neither a space nor the end is part of the text, because older servers did not escape it.
// 2. `-` stands for an absent value.
// 3. The request consists of a method, a target and a version; the target may contain spaces.
//    Without a version (HTTP/0.9), the target begins with a slash. `CONNECT` and the target `*` have
//    no path, and are rejected.
// 4. The closing quote of the user agent may be missing: servers cut long lines, and the request is
//    complete.
// 5. Of the further fields, one number is the duration of the request: preferably one with a unit
//    (`12ms`), else one with a decimal point, in seconds (nginx), else a whole number, in
//    microseconds (Apache's `%D`). It may be preceded by `name=` if the name is that of a duration.
extension LogLineParser {
    private static let space = UInt8(ascii: " ")
    private static let quote = UInt8(ascii: "\"")
    private static let backslash = UInt8(ascii: "\\")

    /// Parses a line of one of the server formats.
    mutating func parseServerLine(
        _ line: RawSpan, into record: inout LogRecord
    ) throws(LogReject) {
        var offset = Self.start(of: line)
        var host = LogText.none
        if hasVhost { host = try word(line, &offset) }
        record.address = try word(line, &offset)
        _ = try word(line, &offset)
        let user = offset
        guard let bracket = timeBracket(line, from: offset), bracket > user &+ 1 else {
            throw LogReject(.notThisFormat, at: offset)
        }
        record.principal = plainText(line, user..<bracket &- 1)
        if line.byte(at: bracket &+ 1) == UInt8(ascii: "-") {
            offset = bracket &+ 2
        } else {
            guard let (time, end) = clock.bracketed(line, from: bracket &+ 1) else {
                throw LogReject(.badTime, at: bracket &+ 1)
            }
            record.time = time
            offset = end
        }
        guard line.has("] ", at: offset) else { throw LogReject(.badTime, at: offset) }
        offset &+= 2
        let request = try quoted(line, &offset)
        record.url = try target(request, line, into: &record)
        record.status = try status(line, &offset)
        record.byteCount = try number(line, &offset)
        if hasAgent {
            let referrer = try quoted(line, &offset)
            record.referrer = text(referrer, line)
            let agent = try quoted(line, &offset, mayBeCut: true)
            record.userAgent = text(agent, line)
        }
        if offset < line.byteCount { record.duration = try trailingDuration(line, offset) }
        record.url = join(record.url, scheme: .none, host: host, in: line, isTarget: true)
    }

    /// Consumes a word and the following space.
    @inline(__always)
    private func word(_ line: RawSpan, _ offset: inout Int) throws(LogReject) -> LogText {
        let start = offset
        let end = line.nearOffset(of: Self.space, from: start)
        guard end > start, end < line.byteCount else {
            throw LogReject(.notThisFormat, at: start)
        }
        offset = end &+ 1
        return plainText(line, start..<end)
    }

    /// Returns a text without escapes; absent if it is `-`.
    @inline(__always)
    private func plainText(_ line: RawSpan, _ range: Range<Int>) -> LogText {
        let isDash = range.count == 1 && line.byte(at: range.lowerBound) == UInt8(ascii: "-")
        return isDash ? .none : LogText(range)
    }

    /// Finds the bracket before the time: the user name may contain spaces and brackets.
    @inline(__always)
    private func timeBracket(_ line: RawSpan, from start: Int) -> Int? {
        var offset = start
        while true {
            offset = line.nearOffset(of: UInt8(ascii: "["), from: offset)
            guard offset &+ 1 < line.byteCount else { return nil }
            let next = line.byte(at: offset &+ 1)
            let isTime =
                next &- 0x30 < 10 || next == UInt8(ascii: "-") || line.has(", ", at: offset &+ 4)
            if isTime, offset > start, line.byte(at: offset &- 1) == Self.space { return offset }
            offset &+= 1
        }
    }

    /// Consumes a quoted text and the following space.
    @inline(__always)
    private func quoted(
        _ line: RawSpan, _ offset: inout Int, mayBeCut: Bool = false
    ) throws(LogReject) -> (range: Range<Int>, isEscaped: Bool) {
        let start = offset &+ 1
        guard offset < line.byteCount, line.byte(at: offset) == Self.quote else {
            throw LogReject(.notThisFormat, at: offset)
        }
        var isEscaped = false
        var end = start
        while true {
            end = line.offset(of: Self.quote, or: Self.backslash, from: end)
            guard end < line.byteCount else {
                guard mayBeCut else { throw LogReject(.unclosedQuote, at: offset) }
                offset = end
                return (start..<end, isEscaped)
            }
            if line.byte(at: end) == Self.backslash {
                isEscaped = true
                end = min(end &+ 2, line.byteCount)
                continue
            }
            if end &+ 1 == line.byteCount || line.byte(at: end &+ 1) == Self.space { break }
            end &+= 1
        }
        offset = min(end &+ 2, line.byteCount)
        return (start..<end, isEscaped)
    }

    @inline(__always)
    private mutating func text(
        _ quoted: (range: Range<Int>, isEscaped: Bool), _ line: RawSpan
    ) -> LogText {
        quoted.isEscaped ? unescape(quoted.range, of: line) : plainText(line, quoted.range)
    }

    /// Parses a request line: records its method and returns its target.
    private mutating func target(
        _ request: (range: Range<Int>, isEscaped: Bool), _ line: RawSpan,
        into record: inout LogRecord
    ) throws(LogReject) -> LogText {
        let (start, end) = (request.range.lowerBound, request.range.upperBound)
        guard end > start, !plainText(line, request.range).isEmpty else {
            throw LogReject(.noRequest, at: start)
        }
        var methodEnd = start
        while methodEnd < end, line.byte(at: methodEnd).isMethodCharacter { methodEnd &+= 1 }
        guard methodEnd > start, methodEnd < end, line.byte(at: methodEnd) == Self.space else {
            throw LogReject(.notHTTP, at: start)
        }
        record.method = LogText(start..<methodEnd)
        var last = end
        while last > methodEnd &+ 1, line.byte(at: last &- 1) != Self.space { last &-= 1 }
        var target = methodEnd &+ 1..<end
        if last < end, line.has("HTTP/", at: last) {
            guard last > target.lowerBound else { throw LogReject(.noRequest, at: last) }
            target = target.lowerBound..<last &- 1
        } else {
            guard line.has("/", at: target.lowerBound) else {
                throw LogReject(.notHTTP, at: start)
            }
        }
        guard !target.isEmpty else { throw LogReject(.noRequest, at: target.lowerBound) }
        try refuseNoPath(record.method, LogText(target), line)
        return request.isEscaped ? unescape(target, of: line) : LogText(target)
    }

    /// Consumes a status code; `nil` for `-`.
    @inline(__always)
    private func status(_ line: RawSpan, _ offset: inout Int) throws(LogReject) -> UInt16? {
        let start = offset
        guard let number = try number(line, &offset) else { return nil }
        guard number < 1_000 else { throw LogReject(.badNumber, at: start) }
        return UInt16(truncatingIfNeeded: number)
    }

    /// Consumes a whole number, or `-`, and the following space.
    @inline(__always)
    private func number(_ line: RawSpan, _ offset: inout Int) throws(LogReject) -> Int64? {
        let start = offset
        var value: Int64? = 0
        while offset < line.byteCount, case let byte = line.byte(at: offset), byte != Self.space {
            let digit = byte &- 0x30
            // A number of eighteen digits cannot overflow.
            guard digit < 10, offset &- start < 18, let sum = value else {
                guard byte == UInt8(ascii: "-"), offset == start else {
                    throw LogReject(.badNumber, at: start)
                }
                value = nil
                offset &+= 1
                continue
            }
            value = sum &* 10 &+ Int64(digit)
            offset &+= 1
        }
        guard offset > start else { throw LogReject(.notThisFormat, at: start) }
        offset = min(offset &+ 1, line.byteCount)
        return value
    }
}

extension LogLineParser {
    /// Copies a text and replaces its escapes, also `\u00HH` in JSON; unknown escapes are kept.
    mutating func unescape(
        _ range: Range<Int>, of line: RawSpan, isJSON: Bool = false
    ) -> LogText {
        let start = own.count
        var offset = range.lowerBound
        while offset < range.upperBound {
            let byte = line.byte(at: offset)
            offset &+= 1
            guard byte == Self.backslash, offset < range.upperBound else {
                own.append(byte)
                continue
            }
            let letter = line.byte(at: offset)
            if letter == UInt8(ascii: "x"), offset &+ 2 < range.upperBound,
                let high = line.byte(at: offset &+ 1).hexadecimalValue,
                let low = line.byte(at: offset &+ 2).hexadecimalValue
            {
                own.append(high &<< 4 | low)
                offset &+= 3
            } else if isJSON, line.has("u00", at: offset), offset &+ 4 < range.upperBound,
                let high = line.byte(at: offset &+ 3).hexadecimalValue, high < 8,
                let low = line.byte(at: offset &+ 4).hexadecimalValue
            {
                own.append(high &<< 4 | low)
                offset &+= 5
            } else if let plain = Self.escapes[letter] {
                own.append(plain)
                offset &+= 1
            } else {
                own.append(byte)
            }
        }
        return LogText(start..<own.count, isOwn: true)
    }

    private static let escapes: [UInt8: UInt8] = [
        quote: quote, backslash: backslash, UInt8(ascii: "b"): 8, UInt8(ascii: "t"): 9,
        UInt8(ascii: "n"): 10, UInt8(ascii: "v"): 11, UInt8(ascii: "f"): 12,
        UInt8(ascii: "r"): 13,
    ]

    /// Finds a duration among the trailing fields, by rule 5; quoted fields are skipped.
    private func trailingDuration(
        _ line: RawSpan, _ start: Int
    ) throws(LogReject) -> Int64? {
        var (fractional, whole): (Int64?, Int64?)
        var offset = start
        while offset < line.byteCount {
            if line.byte(at: offset) == Self.quote {
                _ = try quoted(line, &offset, mayBeCut: true)
                continue
            }
            let end = line.nearOffset(of: Self.space, from: offset)
            let field = line.array(offset..<end)
            offset = end &+ 1
            guard let number = durationField(field[...]) else { continue }
            let digits = number.prefix { $0 &- 0x30 < 10 || $0 == UInt8(ascii: ".") }
            let suffix = number[digits.endIndex...]
            guard let value = Double(String(decoding: digits, as: UTF8.self)) else { continue }
            if !suffix.isEmpty {
                guard let unit = DurationUnit(suffix: suffix) else { continue }
                return unit.microseconds(value)
            }
            if digits.contains(UInt8(ascii: ".")) {
                let unit = options.durationUnit ?? .seconds
                fractional = fractional ?? unit.microseconds(value)
            } else {
                let unit = options.durationUnit ?? .microseconds
                whole = whole ?? unit.microseconds(value)
            }
        }
        return fractional ?? whole
    }

    /// Returns the value of a field; `nil` if the field has a name that is not that of a duration.
    private func durationField(_ field: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
        guard let sign = field.firstIndex(of: UInt8(ascii: "=")) else { return field }
        guard case .duration = LogColumn(name: field[..<sign]) else { return nil }
        return field[(sign + 1)...]
    }
}

extension UInt8 {
    /// True if the byte can be part of a method: methods are upper-case and may be non-standard.
    fileprivate var isMethodCharacter: Bool {
        self &- UInt8(ascii: "A") < 26 || self == UInt8(ascii: "-") || self == UInt8(ascii: "_")
    }
}
