import ArgumentParser
import RouteDB

/// A time as the command line gives it; every option that takes one reads it this way.
///
/// | written | means |
/// |---|---|
/// | `2026-01-31T09:30:00+01:00` | a time (ISO 8601, RFC 3339); seconds may be left out |
/// | `2026-01-31` | the beginning of a day |
/// | `today`, `yesterday`, `tomorrow` | the beginning of one of these days |
/// | `now` | the time when the command began |
/// | `7d`, `1h30m` | so long before now |
/// | `+7d` | so long after now |
enum TimeExpression: Hashable, Sendable {
    static let forms =
        "a date, '2026-01-31', a time, '2026-01-31T09:30:00Z', 'today', 'yesterday', 'now', or how"
        + " long ago, '7d' or '1h30m'"

    /// A moment, in microseconds since 1970-01-01T00:00:00Z.
    case time(Int64)
    /// The first moment of a day, in microseconds since 1970-01-01T00:00:00 of the zone's clocks.
    case date(Int64)
    /// The first moment of the day that is so many days after today.
    case day(Int64)
    /// So many microseconds before now.
    case age(Int64)

    /// Reads one of the forms above.
    init(_ text: String) throws {
        if let relative = Self.relative(text) {
            self = relative
        } else if let time = Timestamp(text) {
            self = text.utf8.count == 10 ? .date(time.microseconds) : .time(time.microseconds)
        } else {
            throw ValidationError("'\(text)' is not a valid time: use \(Self.forms).")
        }
    }

    /// Reads a form that depends on when it is read; `nil` if it is none of these.
    static func relative(_ text: String) -> TimeExpression? {
        switch text {
        case "now": .age(0)
        case "today": .day(0)
        case "yesterday": .day(-1)
        case "tomorrow": .day(1)
        default:
            if text.utf8.first == UInt8(ascii: "+") {
                DurationText.microseconds(text.dropFirst()).map { .age(-$0) }
            } else {
                DurationText.microseconds(text).map { .age($0) }
            }
        }
    }

    /// The moment, in microseconds since 1970-01-01T00:00:00Z.
    func microseconds(now: Int64, zone: ZoneRules) -> Int64 {
        switch self {
        case .time(let microseconds): return microseconds
        case .date(let local): return zone.seconds(ofLocal: local / 1_000_000) * 1_000_000
        case .day(let offset):
            let (second, day) = (Int64(1_000_000), Int64(86_400))
            let local = zone.local(at: now / second)
            let today = (local - (local % day + day) % day) / day
            return zone.seconds(ofLocal: (today + offset) * day) * second
        case .age(let age): return now - age
        }
    }
}
