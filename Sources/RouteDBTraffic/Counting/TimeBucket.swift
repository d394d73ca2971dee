public import RouteDBRouting
import RouteDBStorage

/// The length of the time buckets of a report.
public struct TimeBucket: Hashable, Sendable, CustomStringConvertible {
    enum Length: Hashable, Sendable {
        case seconds(Int64)
        case months(Int64)
    }

    let length: Length

    /// A quarter hour.
    public static let quarter = TimeBucket(length: .seconds(900))
    /// An hour.
    public static let hour = TimeBucket(length: .seconds(3_600))
    /// A local day, which can have 23 or 25 hours when clocks are changed.
    public static let day = TimeBucket(length: .seconds(86_400))
    /// A week, starting on Monday.
    public static let week = TimeBucket(length: .seconds(7 * 86_400))
    /// A calendar month.
    public static let month = TimeBucket(length: .months(1))

    init(length: Length) { self.length = length }

    /// Parses a length, or returns `nil` if the text is not a valid one.
    ///
    /// - Parameter text: Whole units of `s`, `m`, `h`, `d`, `w` or `mo`, such as `15m`, `1h30m` or `3mo`;
    ///   without a number, one: `d`.
    public init?(_ text: String) {
        let text = text.first.map { ("0"..."9").contains($0) } == true ? text : "1\(text)"
        let counts: ClosedRange<Int64> = 1...1_000_000
        if text.hasSuffix("mo") {
            guard let count = Int64(text.dropLast(2)), counts.contains(count) else { return nil }
            length = .months(count)
            return
        }
        guard let microseconds = DurationText.microseconds(text), microseconds > 0,
            microseconds.isMultiple(of: 1_000_000)
        else { return nil }
        length = .seconds(microseconds / 1_000_000)
    }

    /// Returns a length that divides a window into a readable number of buckets.
    ///
    /// - Parameter window: The length of the window.
    /// - Returns: The smallest of a minute, a quarter hour, an hour, 6 hours, a day, a week that
    ///   divides the window into at most 62 buckets, or else a month.
    public static func fitting(_ window: Duration) -> TimeBucket {
        let lengths: [TimeBucket] = [
            TimeBucket(length: .seconds(60)), quarter, hour,
            TimeBucket(length: .seconds(6 * 3_600)),
            day, week,
        ]
        return lengths.first {
            guard case .seconds(let seconds) = $0.length else { return false }
            return window < .seconds(seconds * 62 + 1)
        } ?? month
    }

    /// Returns a length that divides a range of times, in microseconds, into a readable number of buckets.
    static func fitting(_ times: ClosedRange<Int64>) -> TimeBucket {
        fitting(.microseconds(times.upperBound) - .microseconds(times.lowerBound))
    }

    /// The length as text, such as `15m`.
    public var description: String {
        switch length {
        case .months(let count): "\(count)mo"
        case .seconds(let seconds): DurationText.text(seconds * 1_000_000)
        }
    }

    /// True if the length is a multiple of days or months.
    var isOfDays: Bool {
        switch length {
        case .months: true
        case .seconds(let seconds): seconds % 86_400 == 0
        }
    }
}

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

    /// Returns whether a bucket starts at a time.
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

extension ZoneRules {
    /// Returns the rules of a time zone from the system's database, or of a fixed offset.
    ///
    /// - Parameter name: A name such as `Europe/Berlin` or `UTC`, or an offset such as `+02:00`.
    /// - Returns: The rules, or `nil` if there is no such zone or no database.
    public static func named(_ name: String) -> ZoneRules? {
        ZoneRules(fixed: name) ?? ZoneFiles.zone(name)
    }

    /// Returns the local time of the zone as text, with its offset from UTC.
    ///
    /// - Parameter time: The time.
    /// - Returns: The text, such as `2026-01-31T09:30:00+01:00`.
    public func text(of time: Timestamp) -> String {
        text(at: time.microseconds.flooringDivision(by: 1_000_000).quotient, daysOnly: false)
    }
}
