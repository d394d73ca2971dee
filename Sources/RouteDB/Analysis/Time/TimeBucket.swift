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
    /// - Parameter text: An integer from 1 to 1,000,000, or nothing for 1, followed by `s`, `m`,
    ///   `h`, `d`, `w` or `mo`, such as `15m`, `6h`, `d` or `3mo`.
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

    /// Whether the length is a multiple of days or months.
    var isOfDays: Bool {
        switch length {
        case .months: true
        case .seconds(let seconds): seconds % 86_400 == 0
        }
    }
}
