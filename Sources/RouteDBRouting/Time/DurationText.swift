/// Parses and formats durations, such as `7d`, `1h30m`, `250ms` or `12µs`.
///
/// A duration consists of numbers with units, the longest unit first. The last number may have a
/// fraction:
/// `1.5h` is `1h30m`.
package enum DurationText {
    private struct Unit {
        let name: String
        let microseconds: Int64
        let noun: String
    }

    private static let units = [
        Unit(name: "w", microseconds: 7 * 86_400_000_000, noun: "week"),
        Unit(name: "d", microseconds: 86_400_000_000, noun: "day"),
        Unit(name: "h", microseconds: 3_600_000_000, noun: "hour"),
        Unit(name: "m", microseconds: 60_000_000, noun: "minute"),
        Unit(name: "s", microseconds: 1_000_000, noun: "second"),
        Unit(name: "ms", microseconds: 1_000, noun: "millisecond"),
        Unit(name: "µs", microseconds: 1, noun: "microsecond"),
    ]

    /// Other spellings of `µs`: in ASCII, and with the Greek letter.
    private static let microsecondNames = ["us", "\u{3BC}s"]

    /// The maximum that is parsed: a thousand years.
    private static let limit: Int64 = 1_000 * 366 * 86_400_000_000

    /// Parses a duration as microseconds, or returns `nil` if the text is not a valid one.
    package static func microseconds(_ text: some StringProtocol) -> Int64? {
        var rest = Array(text.utf8)[...]
        var total: Int64 = 0
        var last = Int64.max
        var hasFraction = false
        while !rest.isEmpty {
            guard !hasFraction, let number = whole(&rest) else { return nil }
            var fraction: ArraySlice<UInt8> = []
            if rest.first == UInt8(ascii: ".") {
                rest = rest.dropFirst()
                fraction = rest.prefix(while: \.isASCIIDigit)
                rest = rest.dropFirst(fraction.count)
                guard 1...9 ~= fraction.count else { return nil }
                hasFraction = true
            }
            let name = rest.prefix { !$0.isASCIIDigit && $0 != UInt8(ascii: ".") }
            rest = rest.dropFirst(name.count)
            guard let unit = size(of: name), unit < last,
                case let (part, overflows) = number.multipliedReportingOverflow(by: unit),
                !overflows, part <= limit - total
            else { return nil }
            total += part
            last = unit
            var place = unit
            // Digits below a microsecond are dropped.
            for digit in fraction where place > 0 {
                total += Int64(digit - UInt8(ascii: "0")) * place / 10
                place /= 10
            }
        }
        return last < .max ? total : nil
    }

    /// Parses digits, or returns `nil` if there are none or too many.
    private static func whole(_ rest: inout ArraySlice<UInt8>) -> Int64? {
        let digits = rest.prefix(while: \.isASCIIDigit)
        rest = rest.dropFirst(digits.count)
        return Int64(String(decoding: digits, as: UTF8.self))
    }

    private static func size(of name: ArraySlice<UInt8>) -> Int64? {
        let name = String(decoding: name, as: UTF8.self)
        if microsecondNames.contains(where: { $0.utf8.elementsEqual(name.utf8) }) { return 1 }
        return units.first { $0.name.utf8.elementsEqual(name.utf8) }?.microseconds
    }

    /// Formats a duration exactly, such as `1h30m` or `1s250ms`; in weeks only if there is no
    /// remainder:
    /// `2w`, but `30d`.
    package static func text(_ microseconds: Int64) -> String {
        var rest = microseconds.magnitude
        guard rest > 0 else { return "0s" }
        var text = microseconds < 0 ? "-" : ""
        let hasWeeks = rest.isMultiple(of: UInt64(units[0].microseconds))
        for unit in hasWeeks ? units[...] : units.dropFirst() {
            let (count, left) = rest.quotientAndRemainder(dividingBy: UInt64(unit.microseconds))
            if count > 0 { text += "\(count)\(unit.name)" }
            rest = left
        }
        return text
    }

    /// Formats a measured duration: with two units, such as `1h30m`, or below a minute with one
    /// decimal place, such as `1.2s`, `250ms` or `12µs`.
    package static func rounded(_ duration: Duration) -> String {
        let microseconds = duration.wholeMicroseconds
        let magnitude = Int64(clamping: microseconds.magnitude)
        let sign = microseconds < 0 ? "-" : ""
        if magnitude < 1_000 { return "\(sign)\(magnitude)µs" }
        if magnitude < 999_950 { return "\(sign)\(tenths(magnitude, of: 1_000))ms" }
        if magnitude < 59_950_000 { return "\(sign)\(tenths(magnitude, of: 1_000_000))s" }
        let pairs = zip(units.dropFirst(), units.dropFirst(2))
        for (larger, smaller) in pairs where magnitude >= larger.microseconds - 500_000 {
            let unit = smaller.microseconds
            let count = magnitude / unit + (magnitude % unit >= unit / 2 ? 1 : 0)
            return sign + text(count.multipliedReportingOverflow(by: unit).partialValue)
        }
        return sign + text(magnitude)
    }

    /// Formats a number with one decimal place, unless that is 0.
    private static func tenths(_ value: Int64, of unit: Int64) -> String {
        let tenths = (value * 10 + unit / 2) / unit
        return tenths % 10 == 0 ? "\(tenths / 10)" : "\(tenths / 10).\(tenths % 10)"
    }

    /// Formats a duration in words, in the longest unit, up to days, that divides it: `30 days`,
    /// `90 minutes`.
    package static func words(_ microseconds: Int64) -> String {
        guard microseconds > 0,
            let unit = units.dropFirst().first(where: {
                microseconds.isMultiple(of: $0.microseconds)
            })
        else { return "0 seconds" }
        let count = microseconds / unit.microseconds
        return "\(count) \(unit.noun)\(count == 1 ? "" : "s")"
    }
}

extension Duration {
    /// The duration in whole microseconds, clamped to `Int64`.
    package var wholeMicroseconds: Int64 { Int64(clamping: attoseconds / 1_000_000_000_000) }
}
