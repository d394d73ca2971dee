public import RouteDBRouting
public import RouteDBStorage

// Reports are made on the history's own queue, long ones by a second thread as well; each sees the
// history as it is at one moment. All of them throw ``RouteDBError`` with `corrupt` for a damaged
// history, `closed`, `busy`, and `invalidValue` for a query that cannot be answered.
extension HitHistory {
    /// What was hit most.
    ///
    /// Where that is quicker, whole quarters of an hour come from roll-ups; pruned hits count.
    ///
    /// - Parameters:
    ///   - subject: What hits are counted by.
    ///   - query: Which hits.
    /// - Returns: The report.
    /// - Throws: ``RouteDBError`` with `invalidValue`, `corrupt`, `busy`, `closed`.
    /// - Complexity: O(*n*) in the hits, or in the roll-ups; principals and referrers need the
    ///   texts, and memory for a million different ones.
    public func top(
        _ subject: TopReport.Subject, _ query: AnalysisQuery
    ) async throws(RouteDBError) -> TopReport {
        try await analyse(query) { analysis throws(RouteDBError) in try analysis.top(subject) }
    }

    /// How hits are spread over time.
    ///
    /// - Parameters:
    ///   - query: Which hits; its limit is the most routes that have series of their own.
    ///   - division: What hits are told apart by.
    ///   - bucket: How long buckets are; `nil`: as it fits the window.
    ///   - zone: Whose clocks cut the window.
    /// - Returns: The report.
    /// - Throws: ``RouteDBError`` with `invalidValue` (more than 100,000 buckets among others),
    ///   `corrupt`, `busy`, `closed`.
    /// - Complexity: O(*n*) in the hits, or in the roll-ups where quarters of an hour suit the
    ///   buckets.
    public func timeline(
        _ query: AnalysisQuery, by division: TimelineReport.Division = .outcome,
        bucket: TimeBucket? = nil, zone: ZoneRules = .utc
    ) async throws(RouteDBError) -> TimelineReport {
        try await analyse(query) { analysis throws(RouteDBError) in
            try analysis.timeline(by: division, bucket: bucket, zone: zone)
        }
    }

    /// How long resolving took.
    ///
    /// - Parameters:
    ///   - query: Which hits; its limit is the most routes, or the most buckets: the latest.
    ///   - division: What hits are told apart by; `nil`: nothing.
    ///   - bucket: How long buckets are; `nil`: as it fits the window.
    ///   - zone: Whose clocks cut the window.
    /// - Returns: The report.
    /// - Throws: ``RouteDBError`` with `invalidValue`, `corrupt`, `busy`, `closed`.
    /// - Complexity: O(*n*) in the hits.
    public func latency(
        _ query: AnalysisQuery, by division: LatencyReport.Division? = nil,
        bucket: TimeBucket? = nil, zone: ZoneRules = .utc
    ) async throws(RouteDBError) -> LatencyReport {
        try await analyse(query) { analysis throws(RouteDBError) in
            try analysis.latency(by: division, bucket: bucket, zone: zone)
        }
    }

    /// What was asked for and not found, by what the URLs have in common.
    ///
    /// - Parameter query: Which hits; only the unmatched and invalid ones of them are looked at.
    /// - Returns: The report.
    /// - Throws: ``RouteDBError`` with `invalidValue`, `corrupt`, `busy`, `closed`.
    /// - Complexity: O(*n*) in the unmatched hits; memory is bounded, whatever their number.
    public func unmatched(_ query: AnalysisQuery) async throws(RouteDBError) -> UnmatchedReport {
        try await analyse(query) { analysis throws(RouteDBError) in try analysis.unmatched() }
    }

    /// The routes that nobody reached.
    ///
    /// - Parameter query: Which hits, and the routes that are looked at.
    /// - Returns: The report.
    /// - Throws: ``RouteDBError`` with `invalidValue`, `corrupt`, `busy`, `closed`.
    public func dead(_ query: AnalysisQuery) async throws(RouteDBError) -> DeadReport {
        try await analyse(query) { analysis throws(RouteDBError) in try analysis.dead() }
    }

    /// What the parameters of a route had for values.
    ///
    /// - Parameters:
    ///   - route: The route.
    ///   - query: Which hits; its limit is the most values of a parameter.
    ///   - countingUnmatched: Whether to look for the unmatched hits that the route would have
    ///     taken but for the type of a value.
    /// - Returns: The report.
    /// - Throws: ``RouteDBError`` with `invalidValue`, `corrupt`, `busy`, `closed`.
    /// - Complexity: O(*n*) in the hits of the route, and, counting those, in the unmatched ones.
    public func parameters(
        of route: RouteID, _ query: AnalysisQuery, countingUnmatched: Bool = false
    ) async throws(RouteDBError) -> ParameterReport {
        try await analyse(query) { analysis throws(RouteDBError) in
            try analysis.parameters(of: route, countingUnmatched: countingUnmatched)
        }
    }

    /// Where access was refused.
    ///
    /// - Parameter query: Which hits.
    /// - Returns: The report.
    /// - Throws: ``RouteDBError`` with `invalidValue`, `corrupt`, `busy`, `closed`.
    /// - Complexity: O(*n*) in the hits.
    public func denied(_ query: AnalysisQuery) async throws(RouteDBError) -> DenialReport {
        try await analyse(query) { analysis throws(RouteDBError) in try analysis.denied() }
    }

    /// The buckets of a window, for reports on each of them.
    ///
    /// - Parameters:
    ///   - query: Which hits; a window without beginning or end is from the first hit to the last.
    ///   - length: How long buckets are.
    ///   - zone: Whose clocks cut the window.
    /// - Returns: The buckets, in the order of time; none if there are no hits.
    /// - Throws: ``RouteDBError`` with `invalidValue` (more than 1,000 buckets among others),
    ///   `corrupt`, `busy`, `closed`.
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
        let scan = HistoryScan(
            path: path, busyTimeoutMilliseconds: core.busyTimeoutMilliseconds)
        return try await core.read { _ throws(RouteDBError) in
            try report(try Analysis(query, of: scan))
        }
    }
}
