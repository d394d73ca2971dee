import RouteDBRouting

/// Parses the times of logs.
///
/// Most lines of a log are from the same day, so the last day is cached.
struct LogClock {
    private var dayText: UInt64 = 0
    private var yearText: UInt32 = 0
    private var dayStart: Int64 = 0

    /// Parses `10/Oct/2000:13:55:36 -0700`, optionally with a fraction of a second and without the offset, or a time as
    /// ``microseconds(date:)`` reads it, up to a closing bracket.
    mutating func bracketed(_ line: RawSpan, from start: Int) -> (time: Int64, end: Int)? {
        guard start &+ 20 < line.byteCount, line.byte(at: start &+ 2) == UInt8(ascii: "/") else {
            return Self.timestamp(line, from: start)
        }
        let day = line.word(at: start)
        let year = UInt32(truncatingIfNeeded: line.word(at: start &+ 8))
        if day != dayText || year != yearText {
            guard let number = Self.day(line, from: start) else { return nil }
            (dayText, yearText) = (day, year)
            dayStart = number &* 86_400
        }
        guard let hour = Self.two(line, start &+ 12, below: 24),
            line.byte(at: start &+ 14) == UInt8(ascii: ":"),
            let minute = Self.two(line, start &+ 15, below: 60),
            line.byte(at: start &+ 17) == UInt8(ascii: ":"),
            // A leap second counts as the first second of the next minute.
            let second = Self.two(line, start &+ 18, below: 61)
        else { return nil }
        var end = start &+ 20
        guard let fraction = Self.fraction(line, &end) else { return nil }
        // HAProxy writes a fraction and no offset: the time is read as UTC.
        let isLocal =
            end > start &+ 20 && end < line.byteCount && line.byte(at: end) == UInt8(ascii: "]")
        guard let offset = isLocal ? 0 : Self.zone(line, &end) else { return nil }
        let seconds = dayStart &+ hour &* 3_600 &+ minute &* 60 &+ second &- offset
        return (seconds &* 1_000_000 &+ fraction, end)
    }

    private static func timestamp(_ line: RawSpan, from start: Int) -> (time: Int64, end: Int)? {
        let end = line.nearOffset(of: UInt8(ascii: "]"), from: start)
        guard end < line.byteCount, end &- start <= 40 else { return nil }
        return microseconds(date: line.array(start..<end)).map { ($0, end) }
    }

    /// Parses `10/Oct/2000:` as a day number.
    private static func day(_ line: RawSpan, from start: Int) -> Int64? {
        guard let day = two(line, start, below: 32), day > 0,
            line.byte(at: start &+ 6) == UInt8(ascii: "/"),
            let century = two(line, start &+ 7, below: 100),
            let years = two(line, start &+ 9, below: 100),
            line.byte(at: start &+ 11) == UInt8(ascii: ":"),
            let month = month(line, start &+ 3)
        else { return nil }
        let year = century &* 100 &+ years
        guard Int(day) <= CalendarDay.days(inMonth: month, of: year) else { return nil }
        return CalendarDay.number(year: year, month: month, day: Int(day))
    }

    private static func month(_ line: RawSpan, _ start: Int) -> Int? {
        let names: [StaticString] = [
            "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
        ]
        return names.firstIndex { line.has($0, at: start) }.map { $0 + 1 }
    }

    /// Returns whether the name of a month stands at an offset.
    static func isMonth(_ line: RawSpan, _ start: Int) -> Bool { month(line, start) != nil }

    /// Parses an optional fraction of a second, in microseconds.
    private static func fraction(_ line: RawSpan, _ offset: inout Int) -> Int64? {
        let mark = line.byte(at: offset)
        guard mark == UInt8(ascii: ".") || mark == UInt8(ascii: ",") else { return 0 }
        var (value, unit): (Int64, Int64) = (0, 100_000)
        offset &+= 1
        let start = offset
        while offset < line.byteCount, case let digit = line.byte(at: offset) &- 0x30, digit < 10 {
            value &+= Int64(digit) &* unit
            unit /= 10
            offset &+= 1
        }
        return offset > start ? value : nil
    }

    /// Parses ` -0700` up to a bracket, in seconds.
    @inline(__always)
    private static func zone(_ line: RawSpan, _ offset: inout Int) -> Int64? {
        let start = offset
        guard start &+ 6 < line.byteCount, line.byte(at: start) == UInt8(ascii: " "),
            let hours = two(line, start &+ 2, below: 24),
            let minutes = two(line, start &+ 4, below: 60),
            line.byte(at: start &+ 6) == UInt8(ascii: "]")
        else { return nil }
        offset = start &+ 6
        let seconds = hours &* 3_600 &+ minutes &* 60
        switch line.byte(at: start &+ 1) {
        case UInt8(ascii: "+"): return seconds
        case UInt8(ascii: "-"): return -seconds
        default: return nil
        }
    }

    @inline(__always)
    private static func two(_ line: RawSpan, _ offset: Int, below bound: Int64) -> Int64? {
        let (tens, ones) = (line.byte(at: offset) &- 0x30, line.byte(at: offset &+ 1) &- 0x30)
        let value = Int64(tens) &* 10 &+ Int64(ones)
        return tens < 10 && ones < 10 && value < bound ? value : nil
    }
}

// Dates as texts.
extension LogClock {
    /// Parses an RFC 3339 time, or one of HTTP, such as `Sun, 06 Nov 1994 08:49:37 GMT`.
    ///
    /// Of the former, a space may stand for the `T` and before the offset, a comma for the dot before a
    /// fraction, and the offset may be `+0100` or `+01`; without one, the time is in UTC.
    static func microseconds(date text: [UInt8]) -> Int64? {
        if text.count == 29, let time = webDate(text.span.bytes) { return time }
        var bytes = text
        if bytes.count > 10 {
            if bytes[10] == UInt8(ascii: " ") { bytes[10] = UInt8(ascii: "T") }
            if let comma = bytes.firstIndex(of: UInt8(ascii: ",")) {
                bytes[comma] = UInt8(ascii: ".")
            }
            writeOffset(of: &bytes)
        }
        return Timestamp(String(decoding: bytes, as: UTF8.self))?.microseconds
    }

    /// Parses `2026-03-01T10:00:00.5Z`, as programs write most times, without copying it; `nil` for any other text.
    static func utc(_ text: RawSpan) -> Int64? {
        let last = text.byteCount &- 1
        guard last >= 19, text.byte(at: 10) == UInt8(ascii: "T"),
            text.byte(at: last) == UInt8(ascii: "Z")
        else { return nil }
        return utc(day: text.extracting(0..<10), time: text.extracting(11..<last))
    }

    /// Parses `2026-03-01` and `10:00:00.5`; `nil` for any other texts.
    static func utc(day: RawSpan, time: RawSpan) -> Int64? {
        guard day.byteCount == 10, 8...15 ~= time.byteCount, day.byte(at: 4) == UInt8(ascii: "-"),
            day.byte(at: 7) == UInt8(ascii: "-"), time.byte(at: 2) == UInt8(ascii: ":"),
            time.byte(at: 5) == UInt8(ascii: ":"),
            let century = two(day, 0, below: 100), let years = two(day, 2, below: 100),
            let month = two(day, 5, below: 13), month > 0, let date = two(day, 8, below: 32),
            date > 0, let hour = two(time, 0, below: 24), let minute = two(time, 3, below: 60),
            let second = two(time, 6, below: 60)
        else { return nil }
        var (end, fraction) = (8, Int64(0))
        if end < time.byteCount {
            guard let found = Self.fraction(time, &end), end == time.byteCount else { return nil }
            fraction = found
        }
        let year = century &* 100 &+ years
        guard Int(date) <= CalendarDay.days(inMonth: Int(month), of: year) else { return nil }
        let days = CalendarDay.number(year: year, month: Int(month), day: Int(date))
        return ((days &* 24 &+ hour) &* 3_600 &+ minute &* 60 &+ second) &* 1_000_000 &+ fraction
    }

    /// Writes the offset of a time as RFC 3339 does.
    private static func writeOffset(of time: inout [UInt8]) {
        guard let mark = time[11...].firstIndex(where: { "Zz+-".utf8.contains($0) }) else {
            return time.append(UInt8(ascii: "Z"))
        }
        switch time.count - mark {
        case 3: time.append(contentsOf: ":00".utf8)
        case 5: time.insert(UInt8(ascii: ":"), at: mark + 3)
        default: break
        }
        if time[mark - 1] == UInt8(ascii: " ") { time.remove(at: mark - 1) }
    }

    /// Parses `Sun, 06 Nov 1994 08:49:37 GMT` (RFC 9110, section 5.6.7), which has 29 bytes.
    private static func webDate(_ text: RawSpan) -> Int64? {
        guard text.has(", ", at: 3), text.has(" ", at: 7), text.has(" ", at: 11),
            text.has(" ", at: 16), text.has(":", at: 19), text.has(":", at: 22),
            text.has(" GMT", at: 25),
            let day = two(text, 5, below: 32), day > 0, let month = month(text, 8),
            let century = two(text, 12, below: 100), let years = two(text, 14, below: 100),
            let hour = two(text, 17, below: 24), let minute = two(text, 20, below: 60),
            let second = two(text, 23, below: 61)
        else { return nil }
        let year = century &* 100 &+ years
        guard Int(day) <= CalendarDay.days(inMonth: month, of: year) else { return nil }
        let days = CalendarDay.number(year: year, month: month, day: Int(day))
        return ((days &* 24 &+ hour) &* 3_600 &+ minute &* 60 &+ second) &* 1_000_000
    }
}

extension LogClock {
    /// Parses a number of seconds, milliseconds, microseconds or nanoseconds since 1970, without
    /// rounding errors; digits below a microsecond are dropped.
    ///
    /// The magnitude decides the unit: up to 10¹¹ seconds (the year 5138), up to 10¹⁴ milliseconds,
    /// up to 10¹⁷ microseconds. This is right for every time since 1973.
    static func microseconds(epoch text: RawSpan) -> Int64? {
        let isNegative = text.has("-", at: 0)
        var offset = isNegative ? 1 : 0
        guard let whole = digits(text, &offset) else { return nil }
        if offset < text.byteCount {
            guard text.byte(at: offset) == UInt8(ascii: ".") else { return nil }
            offset &+= 1
        }
        for place in offset..<text.byteCount where text.byte(at: place) &- 0x30 >= 10 {
            return nil
        }
        let scale: Int
        switch whole {
        case ..<100_000_000_000: scale = 6
        case ..<100_000_000_000_000: scale = 3
        default: scale = 0
        }
        var value = whole >= 100_000_000_000_000_000 ? whole / 1_000 : whole
        for place in offset..<offset + scale {
            let digit = place < text.byteCount ? text.byte(at: place) &- 0x30 : 0
            value = value * 10 + Int64(digit)
        }
        return isNegative ? -value : value
    }

    /// Consumes digits; `nil` if there are none, or their number does not fit.
    private static func digits(_ text: RawSpan, _ offset: inout Int) -> Int64? {
        let start = offset
        var value: Int64 = 0
        while offset < text.byteCount, case let digit = text.byte(at: offset) &- 0x30, digit < 10 {
            let (product, overflows) = value.multipliedReportingOverflow(by: 10)
            let (sum, overflowsToo) = product.addingReportingOverflow(Int64(digit))
            if overflows || overflowsToo { return nil }
            value = sum
            offset &+= 1
        }
        return offset > start ? value : nil
    }
}
