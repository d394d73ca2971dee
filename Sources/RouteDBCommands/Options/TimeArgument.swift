import ArgumentParser
import RouteDB

/// A time in an argument, in UTC.
enum TimeArgument {
    /// The time when the command line is parsed; the parser has no other way to pass it.
    @TaskLocal static var now = SystemClock.microseconds()

    /// Parses a time, in microseconds since 1970-01-01T00:00:00Z.
    static func read(_ text: String) throws -> Int64 {
        try TimeExpression(text).microseconds(now: now, zone: .utc)
    }

    /// Parses an end time, for which an unsigned `7d` means in seven days.
    static func readEnd(_ text: String) throws -> Int64 {
        if let duration = DurationText.microseconds(text) { return now + duration }
        return try read(text)
    }
}
