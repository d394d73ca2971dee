import ArgumentParser
import RouteDB

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

    /// Returns the start and end of the period.
    ///
    /// - Parameters:
    ///   - context: Provides the current time, for ages.
    ///   - zone: The time zone of dates.
    /// - Returns: The times; `nil` if not given.
    /// - Throws: A usage failure if the period is empty.
    func window(
        in context: CommandContext, zone: ZoneRules = .utc
    ) throws -> (since: Timestamp?, until: Timestamp?) {
        let now = context.currentTimeMicroseconds()
        let bounds = [since, until].map { bound in
            bound.map { Timestamp(microseconds: $0.microseconds(now: now, zone: zone)) }
        }
        if let since = bounds[0], let until = bounds[1],
            since.microseconds >= until.microseconds
        {
            throw CommandFailure.usage(
                "The window is empty: '--since' is \(since), '--until' is \(until).")
        }
        return (bounds[0], bounds[1])
    }
}
