import ArgumentParser
import RouteDB

/// One moment as the command line gives it, in UTC.
enum TimeArgument {
    /// The time when the command line is read; the parser has no other way to pass it.
    @TaskLocal static var now = SystemClock.microseconds()

    /// The microseconds since 1970-01-01T00:00:00Z of a text.
    static func read(_ text: String) throws -> Int64 {
        try TimeExpression(text).microseconds(now: now, zone: .utc)
    }

    /// The same of the end of something that lasts: without a sign, `7d` is in seven days.
    static func readEnd(_ text: String) throws -> Int64 {
        if let duration = DurationText.microseconds(text) { return now + duration }
        return try read(text)
    }
}
