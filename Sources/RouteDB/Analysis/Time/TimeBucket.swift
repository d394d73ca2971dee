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

    /// Reads a length: a whole number and `s`, `m`, `h`, `d`, `w` or `mo`; without a number, one.
    ///
    /// - Parameter text: The text, such as `15m`, `6h`, `d` or `3mo`.
    public init?(_ text: String) {
        let digits = text.prefix { ("0"..."9").contains($0) }
        guard let count = digits.isEmpty ? 1 : Int64(digits), 1...1_000_000 ~= count else {
            return nil
        }
        switch text.dropFirst(digits.count) {
        case "s": length = .seconds(count)
        case "m": length = .seconds(count * 60)
        case "h": length = .seconds(count * 3_600)
        case "d": length = .seconds(count * 86_400)
        case "w": length = .seconds(count * 7 * 86_400)
        case "mo": length = .months(count)
        default: return nil
        }
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
        case .months(let count): return "\(count)mo"
        case .seconds(let seconds):
            let units: [(String, Int64)] = [
                ("w", 7 * 86_400), ("d", 86_400), ("h", 3_600), ("m", 60),
            ]
            for (unit, size) in units where seconds % size == 0 {
                return "\(seconds / size)\(unit)"
            }
            return "\(seconds)s"
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
