/// A time zone with the same rule every year, as written in POSIX's environment variable `TZ`
/// (IEEE Std 1003.1, section 8.3; with the hours of RFC 9636, section 3.3.1).
struct RecurringZone: Hashable, Sendable {
    /// A day of the year.
    private enum Day: Hashable {
        /// The n-th day, from 1, not counting February 29.
        case julian(Int)
        /// The n-th day, from 0, counting February 29.
        case ordinal(Int)
        /// The n-th weekday of a month, 5 being the last; weekdays from Sunday, 0.
        case weekday(month: Int, week: Int, day: Int)
    }

    private struct Change: Hashable {
        var day: Day
        /// In seconds from midnight, in the local time before the change.
        var time: Int
    }

    private struct Summer: Hashable {
        var offset: Int
        var start: Change
        var end: Change
    }

    private var standard: Int
    private var summer: Summer?

    /// Reads the text of a rule.
    init?(_ text: String) {
        var reader = Reader(rest: Array(text.utf8)[...])
        guard reader.name(), let west = reader.time(hours: 24) else { return nil }
        standard = -west
        if reader.rest.isEmpty { return }
        guard reader.name() else { return nil }
        var offset = standard + 3_600
        if reader.rest.first != UInt8(ascii: ",") {
            guard let west = reader.time(hours: 24) else { return nil }
            offset = -west
        }
        guard let start = reader.change(), let end = reader.change(), reader.rest.isEmpty
        else { return nil }
        summer = Summer(offset: offset, start: start, end: end)
    }

    /// The offset from UTC, in seconds.
    func offset(at seconds: Int64) -> Int {
        guard let summer else { return standard }
        // The calendar repeats every 400 years, so no time is too far away to compute.
        let seconds = seconds.flooringDivision(by: 146_097 * 86_400).remainder
        let day = (seconds + Int64(standard)).flooringDivision(by: 86_400).quotient
        let year = CalendarDay.date(of: day).year
        let start = Self.seconds(summer.start, in: year) - Int64(standard)
        let end = Self.seconds(summer.end, in: year) - Int64(summer.offset)
        // In the southern hemisphere, summer spans the end of the year.
        let isSummer =
            start < end
            ? start <= seconds && seconds < end : !(end <= seconds && seconds < start)
        return isSummer ? summer.offset : standard
    }

    /// The time of a change, in seconds since 1970 in the local time before it.
    private static func seconds(_ change: Change, in year: Int64) -> Int64 {
        let isLeap = CalendarDay.isLeap(year)
        let first = CalendarDay.number(year: year, month: 1, day: 1)
        let day: Int64
        switch change.day {
        case .julian(let number): day = first + Int64(number - 1 + (isLeap && number > 59 ? 1 : 0))
        case .ordinal(let number): day = first + Int64(number)
        case .weekday(let month, let week, let weekday):
            let begin = CalendarDay.number(year: year, month: month, day: 1)
            // 1970-01-01 was a Thursday, 4.
            let beginsOn = Int((begin + 4).flooringDivision(by: 7).remainder)
            var ahead = (weekday - beginsOn + 7) % 7 + (week - 1) * 7
            if ahead >= CalendarDay.days(inMonth: month, of: year) { ahead -= 7 }
            day = begin + Int64(ahead)
        }
        return day * 86_400 + Int64(change.time)
    }

    private struct Reader {
        var rest: ArraySlice<UInt8>

        /// Reads the abbreviation of a zone.
        mutating func name() -> Bool {
            if take("<") {
                guard let end = rest.firstIndex(of: UInt8(ascii: ">")) else { return false }
                rest = rest[(end + 1)...]
                return true
            }
            let count = rest.prefix(while: \.isASCIILetter).count
            rest = rest.dropFirst(count)
            return count >= 3
        }

        /// Reads `[+-]hh[:mm[:ss]]`, in seconds.
        mutating func time(hours: Int) -> Int? {
            let sign = take("-") ? -1 : 1
            if sign == 1 { _ = take("+") }
            guard let hour = number(), hour <= hours else { return nil }
            var seconds = hour * 3_600
            for unit in [60, 1] {
                guard take(":") else { break }
                guard let value = number(), value < 60 else { return nil }
                seconds += value * unit
            }
            return sign * seconds
        }

        /// Reads `,day[/time]`.
        mutating func change() -> Change? {
            guard take(","), let day = day() else { return nil }
            guard take("/") else { return Change(day: day, time: 7_200) }
            return time(hours: 167).map { Change(day: day, time: $0) }
        }

        private mutating func day() -> Day? {
            if take("M") {
                guard let month = number(), 1...12 ~= month, take("."), let week = number(),
                    1...5 ~= week, take("."), let day = number(), 0...6 ~= day
                else { return nil }
                return .weekday(month: month, week: week, day: day)
            }
            if take("J") { return number().flatMap { 1...365 ~= $0 ? .julian($0) : nil } }
            return number().flatMap { 0...365 ~= $0 ? .ordinal($0) : nil }
        }

        private mutating func number() -> Int? {
            let digits = rest.prefix(while: \.isASCIIDigit)
            guard 1...3 ~= digits.count else { return nil }
            rest = rest.dropFirst(digits.count)
            return Int(String(decoding: digits, as: UTF8.self))
        }

        private mutating func take(_ character: Unicode.Scalar) -> Bool {
            guard let first = rest.first, first == UInt8(ascii: character) else { return false }
            rest = rest.dropFirst()
            return true
        }
    }
}
