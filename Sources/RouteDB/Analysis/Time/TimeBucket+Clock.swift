import RouteDBRouting

// All times here are local times, in seconds since 1970-01-01T00:00:00 local time, a Thursday.
extension TimeBucket {
    private static let secondsToMonday: Int64 = 3 * 86_400

    /// Returns the start of the bucket that contains a time.
    func floor(_ local: Int64) -> Int64 {
        switch length {
        case .seconds(let seconds):
            let shift = seconds % (7 * 86_400) == 0 ? Self.secondsToMonday : 0
            return (local + shift).flooringDivision(by: seconds).quotient * seconds - shift
        case .months(let count):
            return Self.start(
                ofMonth: Self.month(of: local).flooringDivision(by: count).quotient * count)
        }
    }

    /// Returns the start of the bucket after the one that contains a time.
    func next(after local: Int64) -> Int64 {
        switch length {
        case .seconds(let seconds): floor(local) + seconds
        case .months(let count): Self.start(ofMonth: Self.month(of: floor(local)) + count)
        }
    }

    /// Whether a bucket starts at a time.
    func isBeginning(_ local: Int64) -> Bool { floor(local) == local }

    /// Returns the number of months since January of the year 0.
    private static func month(of local: Int64) -> Int64 {
        let date = CalendarDay.date(of: local.flooringDivision(by: 86_400).quotient)
        return date.year * 12 + Int64(date.month) - 1
    }

    private static func start(ofMonth month: Int64) -> Int64 {
        let year = month.flooringDivision(by: 12).quotient
        return CalendarDay.number(year: year, month: Int(month - year * 12) + 1, day: 1) * 86_400
    }
}
