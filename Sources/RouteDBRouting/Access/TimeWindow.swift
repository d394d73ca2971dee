/// A time of day on certain days of the week, in the local time of a zone.
public struct TimeWindow: Hashable, Sendable {
    /// The days, from Monday, the lowest bit, to Sunday.
    public let days: UInt8
    /// The start of the window, in minutes from midnight.
    public let start: Int
    /// The end of the window (exclusive), in minutes from midnight; on the next day if not after
    /// the start.
    public let end: Int
    /// The name of the zone in the IANA time zone database, or an offset such as `+02:00`.
    public let zone: String

    /// Creates a window.
    ///
    /// - Parameters:
    ///   - days: The days, from Monday, the lowest bit, to Sunday.
    ///   - start: The start of the window, in minutes from midnight, up to 1439.
    ///   - end: The end of the window, in minutes from midnight, up to 1440.
    ///   - zone: The name of the zone, or an offset.
    public init(days: UInt8, start: Int, end: Int, zone: String) {
        self.days = days
        self.start = start
        self.end = end
        self.zone = zone
    }

    /// Whether a time is in the window.
    ///
    /// - Parameters:
    ///   - seconds: The time, in seconds since 1970-01-01T00:00:00Z.
    ///   - offset: The zone's offset from UTC at that time, in seconds.
    /// - Returns: Whether the window contains the time.
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
