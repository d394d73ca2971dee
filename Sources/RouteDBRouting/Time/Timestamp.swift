/// A point in time, to the microsecond.
///
/// Its description is a text of RFC 3339 in UTC, without trailing zeros in its fraction. As an instant, it can be
/// compared, moved by a `Duration`, and subtracted from another one.
public struct Timestamp: InstantProtocol, BitwiseCopyable, CustomStringConvertible {
    /// Microseconds since 1970-01-01T00:00:00Z.
    public let microseconds: Int64

    /// Creates a time from its number.
    ///
    /// - Parameter microseconds: Microseconds since 1970-01-01T00:00:00Z.
    public init(microseconds: Int64) { self.microseconds = microseconds }

    /// 1970-01-01T00:00:00Z.
    package static let epoch = Timestamp(microseconds: 0)
    /// The first time there is.
    package static let distantPast = Timestamp(microseconds: .min)
    /// The last time there is.
    package static let distantFuture = Timestamp(microseconds: .max)

    /// Reads a time.
    ///
    /// - Parameter text: A date, `2026-01-31`, which means its start in UTC; or a date with a time and an
    ///   offset, `2026-01-31T09:30:00.5+01:00`, where seconds are optional.
    public init?(_ text: String) {
        let bytes = Array(text.utf8)
        guard bytes.count >= 10, text.withBytes({ DateGrammar.begins($0) }),
            let year = Int64(String(decoding: bytes[0..<4], as: UTF8.self)),
            let month = Int(String(decoding: bytes[5..<7], as: UTF8.self)),
            let day = Int(String(decoding: bytes[8..<10], as: UTF8.self))
        else { return nil }
        var microseconds =
            CalendarDay.number(year: year, month: month, day: day) * 86_400_000_000
        if bytes.count > 10 {
            guard bytes[10] == UInt8(ascii: "T") || bytes[10] == UInt8(ascii: "t"),
                let time = Self.time(bytes[11...])
            else { return nil }
            microseconds += time
        }
        self.microseconds = microseconds
        // An offset may lead to a year that does not have four digits.
        let number = microseconds.flooringDivision(by: 86_400_000_000).quotient
        guard 0...9_999 ~= CalendarDay.date(of: number).year else { return nil }
    }

    /// Returns the time after a duration.
    ///
    /// - Parameter duration: The duration, which is cut to whole microseconds; it may be negative.
    /// - Returns: The time; the first or the last one there is if the sum is beyond them.
    public func advanced(by duration: Duration) -> Timestamp {
        let (sum, overflows) = microseconds.addingReportingOverflow(duration.wholeMicroseconds)
        guard overflows else { return Timestamp(microseconds: sum) }
        return duration < .zero ? .distantPast : .distantFuture
    }

    /// Returns how much later another time is.
    ///
    /// - Parameter other: The other time.
    /// - Returns: The duration; negative if the other time is earlier.
    public func duration(to other: Timestamp) -> Duration {
        .microseconds(other.microseconds) - .microseconds(microseconds)
    }

    /// Returns the time after a duration, as ``advanced(by:)`` does.
    public static func + (time: Self, duration: Duration) -> Self { time.advanced(by: duration) }

    /// Returns the time before a duration, as ``advanced(by:)`` does.
    public static func - (time: Self, duration: Duration) -> Self {
        time.advanced(by: .zero - duration)
    }

    /// Returns how much later one time is than another one.
    public static func - (left: Self, right: Self) -> Duration { right.duration(to: left) }

    /// Orders times from earlier to later.
    public static func < (left: Self, right: Self) -> Bool {
        left.microseconds < right.microseconds
    }

    /// Reads `hh:mm[:ss[.f]]` and an offset, in microseconds.
    private static func time(_ text: ArraySlice<UInt8>) -> Int64? {
        guard let mark = text.firstIndex(where: { "Zz+-".utf8.contains($0) }) else { return nil }
        let clock = text[..<mark].split(
            separator: UInt8(ascii: "."), maxSplits: 1, omittingEmptySubsequences: false)
        let parts = clock[0].split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false)
        guard 2...3 ~= parts.count, let hour = two(parts[0], 23), let minute = two(parts[1], 59),
            let second = parts.count == 3 ? two(parts[2], 59) : 0
        else { return nil }
        var fraction: Int64 = 0
        if clock.count == 2 {
            guard parts.count == 3, 1...9 ~= clock[1].count, clock[1].allSatisfy(\.isASCIIDigit)
            else { return nil }
            let digits = String(decoding: clock[1].prefix(6), as: UTF8.self)
            fraction = Int64(digits + String(repeating: "0", count: 6 - digits.utf8.count)) ?? 0
        }
        let zone = String(decoding: text[mark...], as: UTF8.self)
        guard let rules = ZoneRules(fixed: zone == "z" ? "Z" : zone) else { return nil }
        let seconds = Int64((hour * 60 + minute) * 60 + second - rules.offset(at: 0))
        return seconds * 1_000_000 + fraction
    }

    private static func two(_ digits: ArraySlice<UInt8>, _ maximum: Int) -> Int? {
        guard digits.count == 2, digits.allSatisfy(\.isASCIIDigit),
            let value = Int(String(decoding: digits, as: UTF8.self)), value <= maximum
        else { return nil }
        return value
    }

    /// The time in UTC, such as `2026-01-31T08:30:00.5Z`.
    public var description: String {
        let fraction = microseconds.flooringDivision(by: 1_000_000).remainder
        guard fraction > 0 else { return inSeconds }
        var digits = Self.padded(fraction, 6)
        while digits.last == "0" { digits.removeLast() }
        return "\(inSeconds.dropLast()).\(digits)Z"
    }

    /// The whole seconds since 1970-01-01T00:00:00Z, rounded down.
    package var wholeSeconds: Int64 { microseconds.flooringDivision(by: 1_000_000).quotient }

    /// True if the text can be read again: the year is one from 0 to 9999.
    package var isWritable: Bool { Timestamp(description) == self }

    /// The time in UTC without its fraction of a second, such as `2026-01-31T08:30:00Z`.
    package var inSeconds: String {
        Self.text(ofSeconds: wholeSeconds)
    }

    /// A time, given in seconds since 1970-01-01T00:00:00Z, as ``inSeconds`` writes it.
    package static func text(ofSeconds seconds: Int64) -> String {
        let (number, second) = seconds.flooringDivision(by: 86_400)
        let (year, month, day) = CalendarDay.date(of: number)
        let date = [padded(year, 4), padded(Int64(month), 2), padded(Int64(day), 2)]
        let time = [second / 3_600, second / 60 % 60, second % 60].map { padded($0, 2) }
        return "\(date.joined(separator: "-"))T\(time.joined(separator: ":"))Z"
    }

    private static func padded(_ number: Int64, _ count: Int) -> String {
        let digits = String(number.magnitude)
        let zeros = String(repeating: "0", count: max(0, count - digits.utf8.count))
        return (number < 0 ? "-" : "") + zeros + digits
    }
}

/// Days of the Gregorian calendar, numbered from 0 for 1970-01-01.
package enum CalendarDay {
    static func isLeap(_ year: Int64) -> Bool {
        year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
    }

    package static func days(inMonth month: Int, of year: Int64) -> Int {
        switch month {
        case 2: isLeap(year) ? 29 : 28
        case 4, 6, 9, 11: 30
        default: 31
        }
    }

    /// The number of a day.
    ///
    /// Years begin in March here, so that leap days come last.
    package static func number(year: Int64, month: Int, day: Int) -> Int64 {
        let shifted = month <= 2 ? year - 1 : year
        let (era, yearOfEra) = shifted.flooringDivision(by: 400)
        let monthFromMarch = Int64((month + 9) % 12)
        let dayOfYear = (153 * monthFromMarch + 2) / 5 + Int64(day) - 1
        let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
        // There are 719468 days between 0000-03-01 and 1970-01-01.
        return era * 146_097 + dayOfEra - 719_468
    }

    /// The year, month and day of a number.
    package static func date(of number: Int64) -> (year: Int64, month: Int, day: Int) {
        let (era, dayOfEra) = (number + 719_468).flooringDivision(by: 146_097)
        let leapDays = dayOfEra / 1_460 - dayOfEra / 36_524 + dayOfEra / 146_096
        let yearOfEra = (dayOfEra - leapDays) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let monthFromMarch = (5 * dayOfYear + 2) / 153
        let day = Int(dayOfYear - (153 * monthFromMarch + 2) / 5 + 1)
        let month = Int(monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9)
        return (yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, day)
    }
}

/// Calendar dates `YYYY-MM-DD` of the proleptic Gregorian calendar.
enum DateGrammar {
    static let length = 10

    @inline(__always)
    static func accepts(_ bytes: RawSpan) -> Bool {
        bytes.byteCount == length && begins(bytes)
    }

    /// Returns whether the first ten bytes, which must exist, are a date.
    static func begins(_ bytes: RawSpan) -> Bool {
        guard bytes.byte(at: 4) == UInt8(ascii: "-"), bytes.byte(at: 7) == UInt8(ascii: "-"),
            let century = twoDigits(bytes, 0), let yearOfCentury = twoDigits(bytes, 2),
            let month = twoDigits(bytes, 5), let day = twoDigits(bytes, 8)
        else { return false }
        let isLeap = yearOfCentury == 0 ? century % 4 == 0 : yearOfCentury % 4 == 0
        let days: Int
        switch month {
        case 1, 3, 5, 7, 8, 10, 12: days = 31
        case 4, 6, 9, 11: days = 30
        case 2: days = isLeap ? 29 : 28
        default: return false
        }
        return day >= 1 && day <= days
    }

    @inline(__always)
    private static func twoDigits(_ bytes: RawSpan, _ offset: Int) -> Int? {
        let tens = bytes.byte(at: offset) &- 0x30
        let units = bytes.byte(at: offset + 1) &- 0x30
        return tens < 10 && units < 10 ? Int(tens) * 10 + Int(units) : nil
    }
}
