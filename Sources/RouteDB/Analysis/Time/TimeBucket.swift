import RouteDBRouting

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
    /// - Parameter microseconds: The length of the window, in microseconds.
    /// - Returns: The smallest of a minute, a quarter hour, an hour, 6 hours, a day, a week that
    ///   divides the window into at most 62 buckets, or else a month.
    public static func fitting(_ microseconds: Int64) -> TimeBucket {
        let lengths: [TimeBucket] = [
            TimeBucket(length: .seconds(60)), quarter, hour,
            TimeBucket(length: .seconds(6 * 3_600)),
            day, week,
        ]
        return lengths.first {
            guard case .seconds(let seconds) = $0.length else { return false }
            return microseconds / 1_000_000 <= seconds * 62
        } ?? month
    }

    /// The length as text, such as `15m`.
    public var description: String {
        switch length {
        case .months(let count): "\(count)mo"
        case .seconds(let seconds): DurationText.text(seconds * 1_000_000)
        }
    }

    /// Whether the length is a multiple of days or months.
    var isOfDays: Bool {
        switch length {
        case .months: true
        case .seconds(let seconds): seconds % 86_400 == 0
        }
    }
}
