/// A time of day on certain days of the week, in the local time of a zone.
package struct TimeWindow: Hashable, Sendable {
    /// The days, from Monday, the lowest bit, to Sunday.
    package let days: UInt8
    /// The start of the window, in minutes from midnight.
    package let start: Int
    /// The end of the window (exclusive), in minutes from midnight; on the next day if not after
    /// the start.
    package let end: Int
    /// The name of the zone in the IANA time zone database, or an offset such as `+02:00`.
    package let zone: String

    /// Creates a window.
    package init(days: UInt8, start: Int, end: Int, zone: String) {
        self.days = days
        self.start = start
        self.end = end
        self.zone = zone
    }

    /// Returns whether a time is in the window.
    func contains(_ seconds: Int64, offset: Int) -> Bool {
        let local = seconds &+ Int64(offset)
        let (dayNumber, secondOfDay) = local.flooringDivision(by: 86_400)
        let minute = Int(secondOfDay / 60)
        // 1970-01-01 was a Thursday.
        let weekday = Int(dayNumber.flooringDivision(by: 7).remainder + 3) % 7
        let isToday = days >> UInt8(weekday) & 1 == 1
        if start < end { return isToday && start <= minute && minute < end }
        let isYesterday = days >> UInt8((weekday + 6) % 7) & 1 == 1
        return (isToday && minute >= start) || (isYesterday && minute < end)
    }
}

extension Int64 {
    /// The quotient, rounded down, and the remainder, which is never negative.
    package func flooringDivision(by divisor: Int64) -> (quotient: Int64, remainder: Int64) {
        let (quotient, remainder) = quotientAndRemainder(dividingBy: divisor)
        return remainder < 0 ? (quotient - 1, remainder + divisor) : (quotient, remainder)
    }
}

extension TimeWindow: CustomStringConvertible {
    private static let names = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"]

    /// Reads `mon-fri 09:00-17:00 Europe/Berlin`.
    ///
    /// The days are optional, and so is the zone, which is UTC by default.
    init(_ text: String) throws(AccessRule.SyntaxError) {
        var words = text.split(separator: " ").map(String.init)
        var days: UInt8 = 0b111_1111
        if let first = words.first, first.first?.isLetter == true {
            days = try Self.days(words.removeFirst())
        }
        guard let hours = words.first, words.count <= 2 else { throw Self.unreadable(text) }
        let ends = hours.split(separator: "-", omittingEmptySubsequences: false).map(Self.minute)
        guard ends.count == 2, let start = ends[0], let end = ends[1], start < 1_440 else {
            throw Self.unreadable(hours)
        }
        let zone = words.count == 2 ? words[1] : "UTC"
        guard ZoneRules.isName(zone) || ZoneRules(fixed: zone) != nil else {
            throw AccessRule.SyntaxError(
                message: "'\(zone)' is not the name of a time zone.",
                hint: "Write a name such as Europe/Berlin or UTC, or an offset such as +02:00.")
        }
        self.init(days: days, start: start, end: end, zone: zone)
    }

    private static func unreadable(_ text: String) -> AccessRule.SyntaxError {
        AccessRule.SyntaxError(
            message: "'\(text)' is not a time of day.",
            hint: "Write, for example, 'window mon-fri 09:00-17:00 Europe/Berlin'.")
    }

    private static func days(_ text: String) throws(AccessRule.SyntaxError) -> UInt8 {
        var days: UInt8 = 0
        for part in text.split(separator: ",", omittingEmptySubsequences: false) {
            let ends = part.split(separator: "-", omittingEmptySubsequences: false)
            let numbers = ends.compactMap { names.firstIndex(of: $0.lowercased()) }
            guard 1...2 ~= ends.count, numbers.count == ends.count else {
                throw AccessRule.SyntaxError(
                    message: "'\(part)' is not a day of the week.",
                    hint:
                        "Write \(names.joined(separator: ", ")), for example 'mon-fri' or 'sat,sun'."
                )
            }
            var day = numbers[0]
            days |= 1 << UInt8(day)
            while day != numbers[numbers.count - 1] {
                day = (day + 1) % 7
                days |= 1 << UInt8(day)
            }
        }
        return days
    }

    private static func minute(_ text: Substring) -> Int? {
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        guard parts.count == 2,
            parts.allSatisfy({ $0.utf8.count == 2 && $0.utf8.allSatisfy(\.isASCIIDigit) }),
            let hour = Int(parts[0]), let minute = Int(parts[1]), minute < 60,
            hour < 24 || (hour == 24 && minute == 0)
        else { return nil }
        return hour * 60 + minute
    }

    /// The window in the syntax that ``init(_:)`` reads.
    package var description: String {
        let days = dayNumbers
        let names = days.count == 7 ? "" : days.map { Self.names[$0] }.joined(separator: ",") + " "
        return "\(names)\(Self.clock(start))-\(Self.clock(end)) \(zone)"
    }

    /// The days, as numbers from 0 for Monday.
    package var dayNumbers: [Int] { Self.names.indices.filter { days >> UInt8($0) & 1 == 1 } }

    /// A number of minutes from midnight, as the time that a clock shows: `09:30`.
    package static func clock(_ minute: Int) -> String {
        [minute / 60, minute % 60].map { $0 < 10 ? "0\($0)" : "\($0)" }.joined(separator: ":")
    }
}
