import ArgumentParser
import RouteDB
import RouteDBTerminal
import RouteDBTraffic

/// A time in an argument; every option that takes a time parses it this way.
///
/// | written | means |
/// |---|---|
/// | `2026-01-31T09:30:00+01:00` | a time (ISO 8601, RFC 3339); seconds may be left out |
/// | `2026-01-31` | the beginning of a day |
/// | `today`, `yesterday`, `tomorrow` | the beginning of that day |
/// | `now` | the time when the command started |
/// | `7d`, `1h30m` | that long ago |
/// | `+7d` | that long from now |
enum TimeExpression: Hashable, Sendable {
    static let forms =
        "a date, '2026-01-31', a time, '2026-01-31T09:30:00Z', 'today', 'yesterday', 'now', or how"
        + " long ago, '7d' or '1h30m'"

    /// A time.
    case time(Timestamp)
    /// The start of a day, in microseconds since 1970-01-01T00:00:00 local time.
    case date(Int64)
    /// The start of the day that is this many days after today.
    case day(Int64)
    /// A time this many microseconds ago.
    case age(Int64)

    /// Parses one of the forms above.
    init(_ text: String) throws {
        if let relative = Self.relative(text) {
            self = relative
        } else if let time = Timestamp(text) {
            self = text.utf8.count == 10 ? .date(time.microseconds) : .time(time)
        } else {
            throw ValidationError("'\(text)' is not a valid time: use \(Self.forms).")
        }
    }

    /// Parses a form that depends on the current time; `nil` for any other text.
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

    /// Returns the time.
    func time(now: Timestamp, zone: ZoneRules) -> Timestamp {
        let (second, day) = (Int64(1_000_000), Int64(86_400))
        switch self {
        case .time(let time): return time
        case .date(let local):
            return Timestamp(microseconds: zone.seconds(ofLocal: local / second) * second)
        case .day(let offset):
            let today = zone.local(at: now.wholeSeconds).flooringDivision(by: day).quotient
            return Timestamp(microseconds: zone.seconds(ofLocal: (today + offset) * day) * second)
        case .age(let age): return now - .microseconds(age)
        }
    }
}

/// A time in an argument, in UTC.
enum TimeArgument {
    /// The time when the command line is parsed; the parser has no other way to pass it.
    @TaskLocal static var now = SystemClock.now()

    /// Parses a time.
    static func read(_ text: String) throws -> Timestamp {
        try TimeExpression(text).time(now: now, zone: .utc)
    }

    /// Parses an end time, for which an unsigned `7d` means in seven days.
    static func readEnd(_ text: String) throws -> Timestamp {
        if let duration = DurationText.microseconds(text) { return now + .microseconds(duration) }
        return try read(text)
    }
}

/// A period with optional start and end.
struct WindowOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Start (inclusive): a time, a date, or an age such as '7d', '12h', '30m', '2w'.",
            valueName: "time"),
        transform: TimeExpression.init)
    var since: TimeExpression?

    @Option(
        help: ArgumentHelp("End (exclusive).", valueName: "time"),
        transform: TimeExpression.init)
    var until: TimeExpression?

    /// Returns the period, with dates in a zone; a compared one ends now, unless it has an end.
    func period(
        in context: CommandContext, zone: ZoneRules = .utc, isCompared: Bool = false
    ) throws -> ReportPeriod {
        let now = context.now()
        let bounds = [since, until].map { $0?.time(now: now, zone: zone) }
        do {
            return try ReportPeriod(
                since: bounds[0], until: bounds[1], comparedAt: isCompared ? now : nil)
        } catch {
            throw CommandFailure.usage(error.message, hint: error.hint)
        }
    }
}
