#if Hub
package import RouteDB

/// Which days are closed, old or in the future is decided by the hub's clock, and when a hit happened
/// by that of its node. So it matters if they are not the same.
extension HubClient {
    /// Clock skew below this, in microseconds, is not reported.
    package static let slightError: Int64 = 5_000_000
    /// Clock skew below this, in microseconds, cannot move a hit to another day.
    private static let tolerableError: Int64 = 3_600_000_000

    /// How far the hub's clock is ahead of another one, in microseconds.
    package func clockAhead(of clock: Timestamp) throws(RouteDBError) -> Int64 {
        try link.use(.reading) { connection in
            let now = try connection.run(
                "SELECT (extract(epoch FROM clock_timestamp()) * 1000000)::bigint"
            ).first?.number(0)
            return (now ?? 0).subtractingReportingOverflow(clock.microseconds).partialValue
        }
    }

    /// Throws if the hub's clock is so far from this machine's that days would be dealt with as if
    /// they were over, or old.
    package func requireClock(near clock: Timestamp) throws(RouteDBError) {
        let ahead = try clockAhead(of: clock)
        guard ahead.magnitude > Self.tolerableError.magnitude else { return }
        throw RouteDBError(
            .invalidValue,
            "The clock of the hub '\(try name())' is \(Self.distance(ahead)) this machine's, and"
                + " which days are over, or old, depends on it.",
            hint: "Set the clock that is wrong, and run the command again.")
    }

    /// How far a clock is from another one, such as `7200s ahead of`.
    package static func distance(_ microseconds: Int64) -> String {
        "\(microseconds.magnitude / 1_000_000)s \(microseconds > 0 ? "ahead of" : "behind")"
    }
}
#endif
