package import RouteDB
package import RouteDBDatabase
package import RouteDBRouting

/// A report, with the parameters that only it has.
package enum ReportKind: Hashable, Sendable {
    case top(TopReport.Subject)
    /// The hits by several properties at once, or by one that only such a report has.
    case crossed([HitDimension])
    case timeline(by: TimelineReport.Division)
    case unmatched(causes: [UnmatchedReport.Cause])
    case dead
    case denied
    case latency(by: LatencyReport.Division?)
    case parameters(countingUnmatched: Bool)

    /// The report on the most frequent values of properties, which are separated by commas.
    package static func top(by words: String) throws(RouteDBError) -> ReportKind {
        let dimensions = try HitDimension.list(words)
        if dimensions.count == 1, case .subject(let subject) = dimensions[0] {
            return .top(subject)
        }
        return .crossed(dimensions)
    }

    /// The default number of rows of what may have many.
    static let rows = 20
    /// The default number of values for each parameter.
    static let values = 10
    /// The default number of routes with a series in a timeline.
    static let series = 10

    /// The limit for people and the service unless they ask for another; 0 for all rows.
    var defaultLimit: Int {
        switch self {
        case .top, .crossed, .unmatched, .denied, .latency(by: .route): Self.rows
        case .parameters: Self.values
        case .timeline(by: .route): Self.series
        case .timeline, .dead, .latency: 0
        }
    }

    /// The limit for programs, of all rows; a timeline has the routes beyond its limit in one series.
    var wholeLimit: Int { if case .timeline = self { defaultLimit } else { 0 } }

    /// The title of a drawing of the report.
    var title: String {
        switch self {
        case .top(let subject): "Hits by \(subject.title)"
        case .crossed(let dimensions):
            "Hits by \(dimensions.map(\.title).joined(separator: ", "))"
        case .timeline: "Hits over time"
        case .unmatched: "Hits without a route"
        case .dead: "Dead routes"
        case .denied: "Refused hits"
        case .latency: "Durations"
        case .parameters: "Values of parameters"
        }
    }

    /// The labels of routes by whose values hits are counted.
    package var labels: [String] {
        let subjects: [TopReport.Subject] =
            switch self {
            case .top(let subject): [subject]
            case .crossed(let dimensions):
                dimensions.compactMap {
                    if case .subject(let subject) = $0 { subject } else { nil }
                }
            default: []
            }
        return subjects.compactMap { if case .label(let key) = $0 { key } else { nil } }
    }

    /// True if the report looks at routes that were not hit.
    package var asksForAllRoutes: Bool {
        switch self {
        case .unmatched, .dead, .parameters(countingUnmatched: true): true
        case .crossed(let dimensions): dimensions.contains(.nearest)
        case .top, .timeline, .denied, .latency, .parameters(countingUnmatched: false): false
        }
    }

    /// True if the rows may be buckets of time; other reports are made once for each bucket.
    var hasOwnBuckets: Bool {
        switch self {
        case .timeline: true
        case .latency(let division): division != .route
        default: false
        }
    }
}

/// A report with everything that it is asked for.
package struct ReportRequest: Sendable {
    private let kind: ReportKind
    private var query: AnalysisQuery
    private let bucket: TimeBucket?
    private let zone: ZoneRules

    /// Creates a request; if programs read the report, it is whole unless the query has a limit.
    package init(
        _ kind: ReportKind, _ query: AnalysisQuery, bucket: TimeBucket? = nil,
        zone: ZoneRules = .utc, isWhole: Bool = false
    ) throws(RouteDBError) {
        (self.kind, self.query, self.bucket, self.zone) = (kind, query, bucket, zone)
        self.query.limit = query.limit ?? (isWhole ? kind.wholeLimit : kind.defaultLimit)
        if case .parameters = kind { _ = try Self.route(of: query) }
    }

    /// The title of a drawing of the report.
    package var title: String { kind.title }

    /// The route whose parameters are reported.
    private static func route(of query: AnalysisQuery) throws(RouteDBError) -> RouteID {
        if let route = query.selection.routes?.first { return route }
        throw RouteDBError(
            .invalidValue, "A report on parameters needs a route.",
            hint: "Give the route whose parameters to report.")
    }

    /// Computes the report, or a report on each bucket.
    package func sheets(of history: HitHistory) async throws -> ReportSheets {
        guard let bucket, !kind.hasOwnBuckets else {
            return ReportSheets(try await report(query, of: history))
        }
        let buckets = try await history.buckets(of: query, length: bucket, zone: zone)
        var reports: [any ReportOutput] = []
        for part in buckets {
            try Task.checkCancellation()
            reports.append(try await report(query.part(in: part), of: history))
        }
        // Without hits, an empty report still has the columns.
        let first =
            if let report = reports.first { report } else { try await report(query, of: history) }
        return ReportSheets(reports, on: buckets, length: bucket, like: first)
    }

    private func report(
        _ query: AnalysisQuery, of history: HitHistory
    ) async throws(RouteDBError) -> any ReportOutput {
        var query = query
        switch kind {
        case .top(let subject): return try await history.top(subject, query)
        case .crossed(let dimensions):
            return try await history.crossed(dimensions, query, zone: zone)
        case .timeline(let division):
            let report = try await history.timeline(query, by: division, bucket: bucket, zone: zone)
            return division == .outcome ? report.latest(query.limit ?? 0) : report
        case .unmatched(let causes):
            // Hits without a route are filtered by the route nearest to them.
            let (routes, limit) = (query.takeRoutes(), query.limit ?? 0)
            if causes.isEmpty, routes == nil { return try await history.unmatched(query) }
            query.limit = 0
            return try await history.unmatched(query).part(
                causes: causes, near: routes, limit: limit)
        case .dead: return try await history.dead(query)
        case .denied: return try await history.denied(query)
        case .latency(let division):
            return try await history.latency(
                query, by: division ?? (bucket == nil ? nil : .bucket), bucket: bucket, zone: zone)
        case .parameters(let countingUnmatched):
            let route = try Self.route(of: query)
            query.selection.routes = nil
            return try await history.parameters(
                of: route, query, countingUnmatched: countingUnmatched)
        }
    }
}
