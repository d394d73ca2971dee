public import RouteDB
public import RouteDBDatabase
package import RouteDBInsight
public import RouteDBRouting

// Reports are computed on the history's own queue; long ones use a second thread as well. Each
// report reads one snapshot of the history. All of them throw `RouteDBError` with `corrupt` if
// the history is damaged, `closed`, `busy`, and `invalidValue` if the query is invalid.
extension HitHistory {
    /// Counts hits by a subject, such as routes or principals, the most frequent first.
    ///
    /// Except for principals and referrers, pruned hits are included, and whole quarter hours are
    /// read from the roll-ups if that is faster.
    ///
    /// - Parameters:
    ///   - subject: What to count hits by.
    ///   - query: The hits to count.
    /// - Returns: The report.
    /// - Throws: `RouteDBError` with `invalidValue`, `corrupt`, `busy`, `closed`.
    /// - Complexity: O(*n*) in the hits, or in the roll-ups. Principals and referrers require
    ///   reading texts, and memory for up to a million different ones.
    public func top(
        _ subject: TopReport.Subject, _ query: AnalysisQuery
    ) async throws(RouteDBError) -> TopReport {
        try await analyse(query) { analysis throws(RouteDBError) in try analysis.top(subject) }
    }

    /// Counts hits by several properties at once.
    package func crossed(
        _ dimensions: [HitDimension], _ query: AnalysisQuery, zone: ZoneRules = .utc
    ) async throws(RouteDBError) -> CrossReport {
        try await analyse(query) { analysis throws(RouteDBError) in
            try analysis.crossed(dimensions, zone: zone)
        }
    }

    /// Counts hits over time.
    ///
    /// - Parameters:
    ///   - query: The hits to count. Its limit is the maximum number of routes with their own
    ///     series.
    ///   - division: Whether to divide hits by outcome or by route.
    ///   - bucket: The length of a bucket, or `nil` for one that suits the window.
    ///   - zone: The time zone of the buckets.
    /// - Returns: The report.
    /// - Throws: `RouteDBError` with `invalidValue` (for example for more than 100,000 buckets),
    ///   `corrupt`, `busy`, `closed`.
    /// - Complexity: O(*n*) in the hits, or in the roll-ups if all buckets consist of quarter
    ///   hours.
    public func timeline(
        _ query: AnalysisQuery, by division: TimelineReport.Division = .outcome,
        bucket: TimeBucket? = nil, zone: ZoneRules = .utc
    ) async throws(RouteDBError) -> TimelineReport {
        try await analyse(query) { analysis throws(RouteDBError) in
            try analysis.timeline(by: division, bucket: bucket, zone: zone)
        }
    }

    /// Reports how long resolutions or responses took.
    ///
    /// - Parameters:
    ///   - query: The hits to count. Its limit is the maximum number of routes, or of buckets, the
    ///     latest of which are kept.
    ///   - division: What to divide hits by, or `nil` to report only the total.
    ///   - bucket: The length of a bucket, or `nil` for one that suits the window.
    ///   - zone: The time zone of the buckets.
    /// - Returns: The report.
    /// - Throws: `RouteDBError` with `invalidValue`, `corrupt`, `busy`, `closed`.
    /// - Complexity: O(*n*) in the hits, or in the roll-ups if no routes are asked about and all
    ///   buckets consist of quarter hours.
    public func latency(
        _ query: AnalysisQuery, by division: LatencyReport.Division? = nil,
        bucket: TimeBucket? = nil, zone: ZoneRules = .utc
    ) async throws(RouteDBError) -> LatencyReport {
        try await analyse(query) { analysis throws(RouteDBError) in
            try analysis.latency(by: division, bucket: bucket, zone: zone)
        }
    }

    /// Groups the URLs that matched no route by cause and by what they have in common.
    ///
    /// - Parameter query: The hits to count. Only those that are unmatched or invalid are used.
    /// - Returns: The report.
    /// - Throws: `RouteDBError` with `invalidValue`, `corrupt`, `busy`, `closed`.
    /// - Complexity: O(*n*) in the unmatched hits; memory is bounded, whatever their number.
    public func unmatched(_ query: AnalysisQuery) async throws(RouteDBError) -> UnmatchedReport {
        try await analyse(query) { analysis throws(RouteDBError) in try analysis.unmatched() }
    }

    /// Finds the routes without hits.
    ///
    /// - Parameter query: The hits to look for. Its routes and namespaces also limit which routes
    ///   are reported.
    /// - Returns: The report.
    /// - Throws: `RouteDBError` with `invalidValue`, `corrupt`, `busy`, `closed`.
    public func dead(_ query: AnalysisQuery) async throws(RouteDBError) -> DeadReport {
        try await dead(query, lint: nil)
    }

    /// Finds the routes without hits, with what lint has found in the whole snapshot.
    package func dead(
        _ query: AnalysisQuery, lint: LintReport?
    ) async throws(RouteDBError) -> DeadReport {
        try await analyse(query) { analysis throws(RouteDBError) in try analysis.dead(lint: lint) }
    }

    /// Counts the values of a route's parameters.
    ///
    /// - Parameters:
    ///   - route: The route.
    ///   - query: The hits to count. Its limit is the maximum number of values for each parameter.
    ///   - countingUnmatched: Whether to include unmatched hits that would have matched the route
    ///     if a value had had the right type.
    /// - Returns: The report.
    /// - Throws: `RouteDBError` with `invalidValue`, `corrupt`, `busy`, `closed`.
    /// - Complexity: O(*n*) in the hits of the route and, if those are included, in the unmatched
    ///   hits.
    public func parameters(
        of route: RouteID, _ query: AnalysisQuery, countingUnmatched: Bool = false
    ) async throws(RouteDBError) -> ParameterReport {
        try await analyse(query) { analysis throws(RouteDBError) in
            try analysis.parameters(of: route, countingUnmatched: countingUnmatched)
        }
    }

    /// Counts the hits that access rules denied or challenged, by route.
    ///
    /// - Parameter query: The hits to count.
    /// - Returns: The report.
    /// - Throws: `RouteDBError` with `invalidValue`, `corrupt`, `busy`, `closed`.
    /// - Complexity: O(*n*) in the hits.
    public func denied(_ query: AnalysisQuery) async throws(RouteDBError) -> DenialReport {
        try await analyse(query) { analysis throws(RouteDBError) in try analysis.denied() }
    }

    /// Divides a window into buckets, for a report on each of them.
    package func buckets(
        of query: AnalysisQuery, length: TimeBucket, zone: ZoneRules
    ) async throws(RouteDBError) -> [TimelineReport.Bucket] {
        try await analyse(query) { analysis throws(RouteDBError) in
            try analysis.buckets(of: length, zone: zone)
        }
    }

    private func analyse<Report: Sendable>(
        _ query: AnalysisQuery,
        _ report: @Sendable (Analysis) throws(RouteDBError) -> Report
    ) async throws(RouteDBError) -> Report {
        let scan = HistoryScan(path: path, busyTimeout: core.busyTimeout)
        return try await core.read { _ throws(RouteDBError) in
            try report(try Analysis(query, of: scan))
        }
    }
}
