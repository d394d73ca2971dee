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
