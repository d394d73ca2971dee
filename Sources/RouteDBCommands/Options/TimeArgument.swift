import ArgumentParser
import RouteDB

/// A time as the command line gives it.
enum TimeArgument {
    /// The microseconds since 1970-01-01T00:00:00Z of a text.
    static func read(_ text: String) throws -> Int64 {
        if let time = Timestamp(text) { return time.microseconds }
        throw ValidationError(
            "'\(text)' is not a valid time: use a date, 2026-01-31, or a time, 2026-01-31T09:30:00Z."
        )
    }
}
