import RouteDB
package import RouteDBDatabase
package import RouteDBRouting
import RouteDBStorage

/// The period of a report, checked.
package struct ReportPeriod: Hashable, Sendable {
    /// The start, inclusive; `nil` for the first hit.
    package let since: Timestamp?
    /// The end, exclusive; `nil` for the last hit.
    package let until: Timestamp?
    /// True if the report also counts the hits of the period before, of the same length.
    package let isCompared: Bool

    /// Creates a period; one that is compared, and has no end, ends `now`.
    package init(
        since: Timestamp?, until: Timestamp?, comparedAt now: Timestamp? = nil
    ) throws(RouteDBError) {
        if now != nil, since == nil { throw Self.startMissing }
        (self.since, isCompared) = (since, now != nil)
        self.until = until ?? now
        if let since, let until = self.until, since >= until {
            throw RouteDBError(
                .invalidValue, "The window is empty: it starts at \(since) and ends at \(until).",
                hint: "Give a start before the end.")
        }
    }

    /// The error for a comparison without a start.
    static var startMissing: RouteDBError {
        RouteDBError(
            .invalidValue, "A comparison needs a window with a start and an end.",
            hint: "Give 'since', such as 7d.")
    }
}

extension AnalysisQuery {
    /// Creates the query of a report on a period, and on one namespace or all.
    package init(
        _ period: ReportPeriod, namespace: String?, bots: BotChoice, regroups: Bool,
        in snapshot: RegistrySnapshot
    ) throws(RouteDBError) {
        self.init(HitSelection(since: period.since, until: period.until), in: snapshot)
        comparesPrevious = period.isCompared
        self.regroups = regroups
        selection.areBots = bots.areBots
        if let namespace {
            selection.namespaces = [try snapshot.namespace(named: namespace).id]
        }
    }
}

extension TimeBucket {
    /// Reads the length of a bucket.
    package static func read(_ text: String) throws(RouteDBError) -> TimeBucket {
        if let bucket = TimeBucket(text) { return bucket }
        throw RouteDBError(
            .invalidValue, "\(text.excerpt) is not the length of a bucket.",
            hint: "Use 15m, 1h, 1d, 1w or 1mo.")
    }
}

extension ZoneRules {
    /// Reads the name of a time zone, or an offset.
    package static func read(_ name: String) throws(RouteDBError) -> ZoneRules {
        if let zone = named(name) { return zone }
        throw ZoneFiles.unknown(name, .invalidValue)
    }
}
