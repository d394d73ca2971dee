import RouteDBRouting

/// How long a bucket of a report over time is.
public struct TimeBucket: Hashable, Sendable, CustomStringConvertible {
    enum Length: Hashable, Sendable {
        case seconds(Int64)
        case months(Int64)
    }

    let length: Length

    /// A quarter of an hour.
    public static let quarter = TimeBucket(length: .seconds(900))
    /// An hour.
    public static let hour = TimeBucket(length: .seconds(3_600))
    /// A day of the zone: one of 23 or 25 hours where its clocks are changed.
    public static let day = TimeBucket(length: .seconds(86_400))
    /// A week, which begins on Monday.
    public static let week = TimeBucket(length: .seconds(7 * 86_400))
    /// A month of the calendar.
    public static let month = TimeBucket(length: .months(1))

    init(length: Length) { self.length = length }

    /// Reads a length: whole units of `s`, `m`, `h`, `d`, `w` or `mo`; without a number, one.
    ///
    /// - Parameter text: The text, such as `15m`, `1h30m`, `d` or `3mo`.
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

    /// The length that cuts a window into some dozens of buckets.
    ///
    /// - Parameter microseconds: How long the window is.
    /// - Returns: The length.
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

    /// The length as it is written.
    public var description: String {
        switch length {
        case .months(let count): "\(count)mo"
        case .seconds(let seconds): DurationText.text(seconds * 1_000_000)
        }
    }

    /// Whether the buckets are of days and more.
    var isOfDays: Bool {
        switch length {
        case .months: true
        case .seconds(let seconds): seconds % 86_400 == 0
        }
    }
}
