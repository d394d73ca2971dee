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

    /// Whether the first ten bytes, which must exist, are a date.
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
