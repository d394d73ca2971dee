#if Server
import HTTPTypes
import Hummingbird
import RouteDB
import RouteDBTraffic

/// The endpoints for the reports on the history: the same fields as the tool's `stats --json`.
enum StatsEndpoints {
    static func endpoints(_ state: ServiceState) -> [Endpoint] {
        [
            top(state), timeline(state), unmatched(state), dead(state), denied(state),
            latency(state), parameters(state),
        ]
    }

    private static let window: [Endpoint.Parameter] = [
        .query("since", .time, "The start, inclusive: a time, or how long ago, such as 7d."),
        .query("until", .time, "The end, exclusive (default: now, if compared)."),
        .query("namespace", "Only hits of this namespace."),
        .query("route", "Only hits of this route."),
        .query(
            "compare", .word(["previous"]), "Compare with the window before, of the same length."),
        .query("limit", .integer(0...10_000), "The most rows (default: as the tool's; 0: all)."),
        .query(
            "asOf",
            "Resolve every URL again at this revision: a number, a tag, a time, or 'now'."),
    ]

    private static let buckets: [Endpoint.Parameter] = [
        .query("bucket", "The length of time buckets: 15m, 1h, 1d, 1w or 1mo."),
        .query("tz", "The time zone, such as Europe/Berlin (default: UTC)."),
    ]

    /// How a report is computed.
    private typealias Computation =
        @Sendable (HitHistory, AnalysisQuery, Call) async throws -> any ReportFacts

    /// An endpoint for a report.
    ///
    /// - Parameters:
    ///   - state: What it works with.
    ///   - name: The name of the report.
    ///   - key: The key of its rows.
    ///   - summary: What it reports.
    ///   - limit: The most rows by default.
    ///   - others: Parameters beside the usual ones.
    ///   - ownBuckets: Whether a call asks for a report whose rows are buckets of time. For others,
    ///     `bucket` makes a report on each bucket.
    ///   - report: Computes the report.
    /// - Returns: The endpoint.
    private static func report(
        _ state: ServiceState, _ name: String, key: String?, _ summary: String, limit: Int?,
        _ others: [Endpoint.Parameter] = [],
        ownBuckets: @escaping @Sendable (Call) -> Bool = { _ in false },
        _ report: @escaping Computation
    ) -> Endpoint {
        var members: [JSONSchema.Member] = [
            .init("schema", .integer("The version of this JSON.")),
            .init("window", .any("The period."), isRequired: false),
            .init("revision", .integer("The revision."), isRequired: false),
            .init(
                "regrouped", .truth("Whether URLs were resolved again."), isRequired: false),
            .init("total", .named("HitCount")),
            .init("previousTotal", .any("The hits before, if compared."), isRequired: false),
        ]
        if key != "buckets" {
            members.append(
                .init(
                    "buckets", .list(.any("A report."), "The reports, with 'bucket'."),
                    isRequired: false))
        }
        if let key {
            members.append(.init(key, .list(.any("A row."), "The rows."), isRequired: false))
        }
        return Endpoint(
            "stats" + name.prefix(1).uppercased() + name.dropFirst(), .get,
            "/api/v1/stats/\(name)", summary, access: .scope([.read, .hits]), namespaces: .all,
            parameters: window + others + buckets,
            answers: [.json(.object(members, summary), "The report.")]
        ) { call in
            let query = try await query(call, limit: limit, state)
            let (length, zone) = (try bucket(call), try zone(call))
            let object = try await state.withHistory { history in
                guard let length, !ownBuckets(call) else {
                    return try await report(history, query, call).object
                }
                return try await sheets(history, query, length, zone) { part in
                    try await report(history, part, call)
                }
            }
            return .json(object)
        }
    }

    /// The reports on all buckets.
    private static func sheets(
        _ history: HitHistory, _ query: AnalysisQuery, _ length: TimeBucket, _ zone: ZoneRules,
        _ report: (AnalysisQuery) async throws -> any ReportFacts
    ) async throws -> JSONObject {
        // There are at most a thousand.
        let buckets = try await history.buckets(of: query, length: length, zone: zone)
        var (total, sheets) = (HitCount(), [(bucket: TimelineReport.Bucket, report: JSONObject)]())
        for bucket in buckets {
            try Task.checkCancellation()
            let sheet = try await report(query.part(in: bucket))
            total += sheet.frame.total
            sheets.append((bucket, sheet.content))
        }
        return ReportSheets.object(length, total: total, sheets)
    }

    private static func query(
        _ call: Call, limit: Int?, _ state: ServiceState
    ) async throws -> AnalysisQuery {
        let now = state.clock()
        let since = call.time("since", now: now)
        var until = call.time("until", now: now)
        let isCompared = call.text("compare") != nil
        if isCompared, until == nil { until = now }
        if let since, let until, since >= until {
            throw Problem(
                .badRequest, "invalidRequest", "The window is empty.",
                hint: "Give a 'since' before 'until'.")
        }
        var snapshot = try await state.snapshots.snapshot(
            state.registry.table.revision, of: state.registry)
        if let text = call.text("asOf"), text != "now" {
            let number = try await state.registry.revision(try RevisionReference(text)).number
            snapshot = try await state.snapshots.snapshot(number, of: state.registry)
        }
        var query = AnalysisQuery(
            HitSelection(
                since: since.map { Timestamp(microseconds: $0) },
                until: until.map { Timestamp(microseconds: $0) }), in: snapshot)
        query.regroups = call.text("asOf") != nil
        query.comparesPrevious = isCompared
        query.limit = call.integer("limit") ?? limit
        if let name = call.text("namespace") {
            query.selection.namespaces = [try snapshot.namespace(named: name).id]
        }
        if let route = call.text("route") {
            query.selection.routes = [try snapshot.route(RouteReference(route)).id]
        }
        return query
    }

    private static func bucket(_ call: Call) throws(Problem) -> TimeBucket? {
        guard let text = call.text("bucket") else { return nil }
        guard let bucket = TimeBucket(text) else {
            throw Problem(
                .badRequest, "invalidRequest", "\(text.excerpt) is not the length of a bucket.",
                hint: "Use 15m, 1h, 1d, 1w or 1mo.")
        }
        return bucket
    }

    private static func zone(_ call: Call) throws(Problem) -> ZoneRules {
        guard let text = call.text("tz") else { return .utc }
        guard let zone = ZoneRules.named(text) else {
            throw Problem(
                .badRequest, "invalidRequest", "\(text.excerpt) is not a time zone.",
                hint: "Use one such as Europe/Berlin or +02:00.")
        }
        return zone
    }

    // MARK: The reports

    private static func top(_ state: ServiceState) -> Endpoint {
        let subject = Endpoint.Parameter.query(
            "by", "routes, targets, namespaces, principals, referrers, or label:KEY.")
        return report(
            state, "top", key: nil, "The most frequent routes, targets and more.", limit: 20,
            [subject]
        ) { history, query, call in
            let word = call.text("by") ?? "routes"
            guard let subject = TopReport.Subject(rawValue: word) else {
                let words = TopReport.Subject.allCases.map(\.rawValue)
                throw Problem(
                    .badRequest, "invalidRequest", "Hits are not counted by \(word.excerpt).",
                    hint: NameSuggestion.didYouMean(word, among: words)
                        ?? "Use one of \(words.joined(separator: ", ")), or label:KEY.")
            }
            return try await history.top(subject, query)
        }
    }

    private static func timeline(_ state: ServiceState) -> Endpoint {
        let by = Endpoint.Parameter.query(
            "by", .word(TimelineReport.Division.allCases.map(\.rawValue)),
            "What to divide hits by (default: outcome).")
        return report(
            state, "timeline", key: "buckets", "Hits over time, by outcome or by route.",
            limit: nil, [by], ownBuckets: { _ in true }
        ) { history, query, call in
            let division =
                call.text("by").flatMap(TimelineReport.Division.init) ?? .outcome
            let report = try await history.timeline(
                query, by: division, bucket: try bucket(call), zone: try zone(call))
            return LatestBuckets(
                report: report, limit: division == .outcome ? query.limit ?? 0 : 0)
        }
    }

    /// A timeline of its latest buckets only.
    private struct LatestBuckets: ReportFacts {
        let report: TimelineReport
        /// The most buckets; 0 for all.
        let limit: Int

        var frame: ReportFrame { report.frame }
        var head: JSONObject { report.head }
        var key: String { report.key }
        var objects: [JSONObject] { limit == 0 ? report.objects : report.objects.suffix(limit) }
    }

    private static func unmatched(_ state: ServiceState) -> Endpoint {
        let cause = Endpoint.Parameter.query(
            "cause", .word(UnmatchedReport.Cause.allCases.map(\.rawValue)),
            "Only URLs with this cause.", isRepeated: true)
        return report(
            state, "unmatched", key: "clusters",
            "URLs that matched no route, in groups of similar ones, with suggested routes.",
            limit: 20, [cause]
        ) { history, query, call in
            var query = query
            // Hits without a route are filtered by the route nearest to them.
            let route = query.selection.routes?.first
            query.selection.routes = nil
            let limit = query.limit ?? 0
            query.limit = 0
            return try await history.unmatched(query).part(
                causes: call.texts("cause").compactMap(UnmatchedReport.Cause.init),
                near: route, limit: limit)
        }
    }

    private static func dead(_ state: ServiceState) -> Endpoint {
        report(state, "dead", key: "dead", "Routes that were never hit.", limit: nil) {
            history, query, _ in try await history.dead(query)
        }
    }

    private static func denied(_ state: ServiceState) -> Endpoint {
        report(
            state, "denied", key: "denied", "Routes to which access was denied or challenged.",
            limit: 20
        ) { history, query, _ in try await history.denied(query) }
    }

    private static func latency(_ state: ServiceState) -> Endpoint {
        let by = Endpoint.Parameter.query(
            "by", .word(LatencyReport.Division.allCases.map(\.rawValue)),
            "What to divide hits by (default: nothing).")
        return report(
            state, "latency", key: "rows", "How long resolving took.", limit: nil, [by],
            ownBuckets: { $0.text("by") != LatencyReport.Division.route.rawValue }
        ) { history, query, call in
            let bucket = try bucket(call)
            let division =
                call.text("by").flatMap(LatencyReport.Division.init)
                ?? (bucket == nil ? nil : .bucket)
            var query = query
            if division == .route { query.limit = query.limit ?? 20 }
            return try await history.latency(
                query, by: division, bucket: bucket, zone: try zone(call))
        }
    }

    private static func parameters(_ state: ServiceState) -> Endpoint {
        let unmatched = Endpoint.Parameter.query(
            "unmatched", .flag,
            "Whether to include URLs that the route would match but for the type of a value.")
        return report(
            state, "params", key: "parameters", "The values of a route's parameters.", limit: 10,
            [unmatched]
        ) { history, query, call in
            guard let route = query.selection.routes?.first else {
                throw Problem(
                    .badRequest, "invalidRequest", "The parameter 'route' is missing.",
                    hint: "Give the route whose parameters to report.")
            }
            var query = query
            query.selection.routes = nil
            return try await history.parameters(
                of: route, query, countingUnmatched: call.flag("unmatched"))
        }
    }
}
#endif
