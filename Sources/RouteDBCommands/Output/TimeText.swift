/// Times as text, in ISO 8601 and UTC.
package enum TimeText {
    /// The text of a time in microseconds since 1970, such as `2026-01-02T03:04:05Z`.
    package static func seconds(_ microseconds: Int64) -> String {
        let seconds = floorDivide(microseconds, 1_000_000)
        let days = floorDivide(seconds, 86_400)
        let rest = seconds - days * 86_400
        let (year, month, day) = date(days)
        return
            "\(digits(year, 4))-\(digits(month, 2))-\(digits(day, 2))T\(digits(rest / 3_600, 2)):"
            + "\(digits(rest / 60 % 60, 2)):\(digits(rest % 60, 2))Z"
    }

    /// The date of a day since 1970: years begin in March here, so that a leap day ends one.
    private static func date(_ days: Int64) -> (year: Int64, month: Int64, day: Int64) {
        let shifted = days + 719_468
        let era = floorDivide(shifted, 146_097)
        let dayOfEra = shifted - era * 146_097
        let leaps = dayOfEra / 1_460 - dayOfEra / 36_524 + dayOfEra / 146_096
        let yearOfEra = (dayOfEra - leaps) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let month = (5 * dayOfYear + 2) / 153
        let day = dayOfYear - (153 * month + 2) / 5 + 1
        let year = yearOfEra + era * 400
        return month < 10 ? (year, month + 3, day) : (year + 1, month - 9, day)
    }

    private static func floorDivide(_ number: Int64, _ divisor: Int64) -> Int64 {
        let quotient = number / divisor
        return number % divisor < 0 ? quotient - 1 : quotient
    }

    private static func digits(_ number: Int64, _ count: Int) -> String {
        let text = String(number.magnitude)
        let zeros = String(repeating: "0", count: max(0, count - text.utf8.count))
        return (number < 0 ? "-" : "") + zeros + text
    }
}
