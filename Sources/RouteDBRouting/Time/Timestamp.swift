/// A time as text (RFC 3339), in UTC, without trailing zeros in its fraction.
public struct Timestamp: Hashable, Sendable, CustomStringConvertible {
    /// Microseconds since 1970-01-01T00:00:00Z.
    public let microseconds: Int64

    /// Creates a time from its number.
    ///
    /// - Parameter microseconds: Microseconds since 1970-01-01T00:00:00Z.
    public init(microseconds: Int64) { self.microseconds = microseconds }

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

    /// The time in UTC without its fraction of a second, such as `2026-01-31T08:30:00Z`.
    package var inSeconds: String {
        Self.text(ofSeconds: microseconds.flooringDivision(by: 1_000_000).quotient)
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
