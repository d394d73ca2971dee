import RouteDBHistory
import RouteDBRouting

// Lines of named fields: JSON objects and delimited text.
//
// 1. The URL comes from a URL column, else from one of a request's target or from a path column, with the
//    query column appended if it has no query, else from the target of a request line. A path is joined with
//    the host and scheme if they are known. A target or path that begins with two slashes is a path.
// 2. A time is a number since 1970, whose magnitude decides its unit, or a text that `LogClock` reads; a
//    day and a time in columns of their own are read as one.
// 3. A duration may have its unit appended (`12ms`). Otherwise the unit comes from the column's
//    name, else from the options, else from the format (nginx and Caddy: seconds; Traefik:
//    nanoseconds); else a number with a decimal point is in seconds, and one without in
//    microseconds.
// 4. An absent value is null, empty or `-`.
// 5. Hexadecimal digits beside a URL, principal, referrer or user agent, as `hits export` writes them, are its
//    exact bytes.
extension LogLineParser {
    /// Fills a record from the fields of a line.
    mutating func read(_ line: RawSpan, into record: inout LogRecord) throws(LogReject) {
        let fields = found
        record.method = fields[.method]
        record.attributes = fields[.attributes]
        record.referrer =
            exact(fields[.referrerBytes], of: fields[.referrer], line)
            ?? fields[.referrer]
        record.userAgent =
            exact(fields[.userAgentBytes], of: fields[.userAgent], line)
            ?? fields[.userAgent]
        record.client = client(fields, line)
        record.principal =
            exact(fields[.principalBytes], of: fields[.principal], line)
            ?? fields[.principal]
        record.address = fields[.address]
        record.language = fields[.language]
        record.time = try time(fields, line)
        if let status = try number(fields[.status], line) {
            guard let short = UInt16(exactly: status), short < 1_000 else {
                throw LogReject(.badNumber, at: place(of: fields[.status]))
            }
            record.status = short
        }
        record.byteCount = try number(fields[.byteCount], line)
        if let weight = try number(fields[.weight], line) {
            guard weight > 0 else {
                throw LogReject(.badNumber, at: place(of: fields[.weight]))
            }
            record.weight = weight
        }
        if let (text, unit) = fields.duration {
            record.duration = try duration(text, unit, line)
        }
        let exact = exact(fields[.urlBytes], of: fields[.url], line)
        let target = if let exact { exact } else { try target(fields, line, &record) }
        if exact == nil { try refuseNoPath(record.method, target, line) }
        record.url = join(
            target, scheme: fields[.scheme], host: fields[.host], in: line,
            isTarget: fields[.url].isEmpty)
        if exact == nil { try refuseControlCharacters(in: record.url, line) }
    }

    /// Returns the client of an exported hit; `nil` if the columns have another meaning.
    private func client(_ fields: LogFields, _ line: RawSpan) -> HitClient? {
        guard !fields[.bot].isEmpty,
            let isBot = ["0": false, "1": true][string(fields[.bot], in: line) ?? ""],
            let name = string(fields[.platform], in: line),
            let platform = HitClient.Platform(rawValue: name)
        else { return nil }
        return HitClient(isBot: isBot, platform: platform)
    }

    /// Returns the text whose exact bytes the digits give, by rule 5; `nil` if they do not match
    /// it.
    private mutating func exact(
        _ digits: LogText, of text: LogText, _ line: RawSpan
    ) -> LogText? {
        guard !digits.isEmpty,
            let bytes = ExactText.bytes(
                bytes(of: digits, in: line), of: bytes(of: text, in: line))
        else { return nil }
        return bytes.isEmpty ? .empty : keep(bytes)
    }

    /// Returns the URL, by rule 1.
    private mutating func target(
        _ fields: LogFields, _ line: RawSpan, _ record: inout LogRecord
    ) throws(LogReject) -> LogText {
        if !fields[.url].isEmpty { return fields[.url] }
        let path = fields[.target].isEmpty ? fields[.path] : fields[.target]
        if !path.isEmpty {
            guard !fields[.query].isEmpty else { return path }
            let mark = UInt8(ascii: "?")
            let hasQuery = withBytes(of: path, in: line) {
                $0.offset(of: mark, from: 0) < $0.byteCount
            }
            guard !hasQuery else { return path }
            let start = own.count
            append(path, of: line)
            let isMarked = withBytes(of: fields[.query], in: line) { $0.byte(at: 0) == mark }
            if !isMarked { own.append(mark) }
            append(fields[.query], of: line)
            return LogText(start..<own.count, isOwn: true)
        }
        let request = fields[.request]
        guard let (method, target) = withBytes(of: request, in: line, Self.words) else {
            throw LogReject(.noURL, at: 0)
        }
        record.method = request.part(method)
        return request.part(target)
    }

    /// Finds the method of a request, and its target: all between the method and the version, if there is one.
    private static func words(
        _ request: RawSpan
    ) -> (method: Range<Int>, target: Range<Int>)? {
        let space = UInt8(ascii: " ")
        var start = 0
        while start < request.byteCount, request.byte(at: start) == space { start &+= 1 }
        let methodEnd = request.nearOffset(of: space, from: start)
        var target = methodEnd
        while target < request.byteCount, request.byte(at: target) == space { target &+= 1 }
        guard target < request.byteCount else { return nil }
        // The version is the last word, behind another one.
        var end = request.byteCount
        while request.byte(at: end &- 1) == space { end &-= 1 }
        var last = end
        while request.byte(at: last &- 1) != space { last &-= 1 }
        guard last > target, request.has("HTTP/", at: last) else {
            return (start..<methodEnd, target..<request.byteCount)
        }
        end = last
        while request.byte(at: end &- 1) == space { end &-= 1 }
        return (start..<methodEnd, target..<end)
    }

    private mutating func time(
        _ fields: LogFields, _ line: RawSpan
    ) throws(LogReject) -> Int64? {
        if let time = exactTime(fields, line) { return time }
        let (day, time) = (fields[.date], fields[.time])
        if day.isEmpty { return try self.time(time, line) }
        guard !time.isEmpty, 10...11 ~= day.range.count, time.range.count < 20 else {
            return try self.time(day, line)
        }
        if let time = utc(day, time, line) { return time }
        // As RFC 3339 writes it, or as Apache does.
        let separator = day.range.count == 10 ? "T" : ":"
        let both = bytes(of: day, in: line) + separator.utf8 + bytes(of: time, in: line)
        return try self.time(keep(both), line)
    }

    /// Returns a time whose day and time of day have the forms that most logs have, without copying them.
    private func utc(_ day: LogText, _ time: LogText, _ line: RawSpan) -> Int64? {
        withBytes(of: day, in: line) { day in
            withBytes(of: time, in: line) { LogClock.utc(day: day, time: $0) }
        }
    }

    /// Returns a time given as a number beside its text; `nil` if they do not match (E3).
    private func exactTime(_ fields: LogFields, _ line: RawSpan) -> Int64? {
        guard let number = string(fields[.exactTime], in: line).flatMap({ Int64($0) }),
            string(fields[.time], in: line) == Timestamp(microseconds: number).description
        else { return nil }
        return number
    }

    private func place(of text: LogText) -> Int { text.isOwn ? 0 : text.range.lowerBound }

    private mutating func time(_ text: LogText, _ line: RawSpan) throws(LogReject) -> Int64? {
        guard !text.isEmpty else { return nil }
        if let time = plainTime(text, line) { return time }
        if let time = withBytes(of: text, in: line, LogClock.microseconds(epoch:)) { return time }
        var bytes = bytes(of: text, in: line)
        if bytes.first == UInt8(ascii: "["), bytes.last == UInt8(ascii: "]") {
            bytes = Array(bytes.dropFirst().dropLast())
        }
        if let time = LogClock.microseconds(epoch: bytes.span.bytes) { return time }
        let line = bytes + [UInt8(ascii: "]")]
        if let (time, end) = clock.bracketed(line.span.bytes, from: 0), end == bytes.count {
            return time
        }
        throw LogReject(.badTime, at: place(of: text))
    }

    /// Returns a time in one of the two forms that most logs have, without copying it; `nil` if it has another.
    private mutating func plainTime(_ text: LogText, _ line: RawSpan) -> Int64? {
        let range = text.range
        if !text.isOwn, line.has("]", at: range.upperBound),
            line.has("/", at: range.lowerBound &+ 2),
            let (time, end) = clock.bracketed(line, from: range.lowerBound),
            end == range.upperBound
        {
            return time
        }
        return withBytes(of: text, in: line, LogClock.utc)
    }

    private func number(_ text: LogText, _ line: RawSpan) throws(LogReject) -> Int64? {
        if text.isEmpty { return nil }
        if let (value, places) = withBytes(of: text, in: line, Self.decimal), places == 0 {
            return value
        }
        guard let digits = string(text, in: line) else { return nil }
        guard let number = Int64(digits), number >= 0 else {
            throw LogReject(.badNumber, at: place(of: text))
        }
        return number
    }

    private func duration(
        _ text: LogText, _ unit: DurationUnit?, _ line: RawSpan
    ) throws(LogReject) -> Int64? {
        if let unit = unit ?? options.durationUnit ?? format.durationUnit,
            let (value, places) = withBytes(of: text, in: line, Self.decimal),
            let duration = unit.microseconds(Double(value) / Self.powers[places])
        {
            return duration
        }
        let bytes = bytes(of: text, in: line)
        let isNumeric: (UInt8) -> Bool = { $0 &- 0x30 < 10 || ".eE+-".utf8.contains($0) }
        let digits = bytes.prefix(while: isNumeric)
        let suffix = bytes[digits.endIndex...]
        var known = unit ?? options.durationUnit ?? format.durationUnit
        if !suffix.isEmpty { known = DurationUnit(suffix: suffix) }
        let isWhole = digits.allSatisfy { $0 &- 0x30 < 10 }
        guard let value = Double(String(decoding: digits, as: UTF8.self)) else {
            throw LogReject(.badNumber, at: place(of: text))
        }
        // Balancers write -1 if there was no answer.
        if value < 0 { return nil }
        guard let known = known ?? (suffix.isEmpty ? (isWhole ? .microseconds : .seconds) : nil),
            let duration = known.microseconds(value)
        else { throw LogReject(.badNumber, at: place(of: text)) }
        return duration
    }

    /// The powers of ten that are exact, as the value is: so their quotient is what the digits say.
    private static let powers: [Double] = (0...15).map { place in
        (0..<place).reduce(into: 1) { power, _ in power *= 10 }
    }

    /// Reads digits, with or without a point between them, at most fifteen; `nil` for any other text.
    private static func decimal(_ text: RawSpan) -> (value: Int64, places: Int)? {
        guard 1...15 ~= text.byteCount else { return nil }
        var (value, point): (Int64, Int?) = (0, nil)
        for offset in 0..<text.byteCount {
            let byte = text.byte(at: offset)
            if byte &- 0x30 < 10 {
                value = value &* 10 &+ Int64(byte &- 0x30)
            } else {
                let isInside = offset > 0 && offset &+ 1 < text.byteCount
                guard byte == UInt8(ascii: "."), point == nil, isInside else { return nil }
                point = offset
            }
        }
        return (value, point.map { text.byteCount &- 1 &- $0 } ?? 0)
    }
}
