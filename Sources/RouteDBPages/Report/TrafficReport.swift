package import RouteDB
import RouteDBInsight
package import RouteDBTraffic

/// The content of a report page, as the reports of the library count it.
package struct TrafficReport: Sendable {
    /// The subject of a report.
    package struct Request: Sendable {
        /// The hits, and the registry that gives meaning to them.
        package var query: AnalysisQuery
        /// The time zone of buckets and times.
        package var zone: PageZone
        /// The title of the report: the name of the registry.
        package var title: String
        /// The command lines of its parts.
        package var commands: ReportCommandLine

        /// Creates a request.
        package init(
            _ query: AnalysisQuery, title: String, zone: PageZone = .utc,
            commands: ReportCommandLine = ReportCommandLine()
        ) {
            (self.query, self.title, self.zone) = (query, title, zone)
            self.commands = commands
        }
    }

    let request: Request
    let timeline: TimelineReport
    let routes: TopReport
    let targets: TopReport
    let divisions: PropertyFigures
    let visitors: PropertyFigures
    let unmatched: UnmatchedReport
    let dead: DeadReport
    let denied: DenialReport
    let latency: LatencyReport
    let slowest: LatencyReport
    let parameters: [ParameterReport]
    let lint: LintReport
    /// The revisions of the period, the newest first.
    let revisions: [RevisionOutput]
    /// The changes that they made together.
    let changes: RegistryDiff?
    /// The last revision of the period that changed a route, for the routes whose hits the report compares.
    let causes: [RouteID: RevisionOutput]

    /// How many rows the tables have.
    private static let rows = 10
    /// How many routes have their parameters shown, with how many values.
    private static let parameterRoutes = 2

    /// Counts everything that the page shows.
    ///
    /// - Complexity: O(*n*) in the hits, read about nineteen times.
    package init(
        _ request: Request, of registry: RouteRegistry, _ history: HitHistory
    ) async throws(RouteDBError) {
        self.request = request
        var query = request.query
        let zone = request.zone.rules
        timeline = try await history.timeline(query, zone: zone)
        query.limit = Self.rows
        routes = try await history.top(.routes, query)
        targets = try await history.top(.targets, query)
        unmatched = try await history.unmatched(query)
        denied = try await history.denied(query)
        slowest = try await history.latency(query, by: .route, zone: zone)
        query.limit = nil
        latency = try await history.latency(query, by: .bucket, bucket: timeline.bucket, zone: zone)
        query.limit = 5
        divisions = try await .divisions(query, of: history)
        visitors = try await .visitors(query, of: history)
        var parameters: [ParameterReport] = []
        for row in routes.rows where parameters.count < Self.parameterRoutes {
            guard let id = row.route, Self.hasParameters(id, in: query.snapshot) else { continue }
            parameters.append(try await history.parameters(of: id, query))
        }
        self.parameters = parameters
        // Lint asks whether rules have expired at the end of the period.
        let end = query.selection.until ?? timeline.buckets.last?.end
        var options = LintOptions(namespace: query.selection.namespaces?.first)
        options.requestKinds = try await history.kinds(decidingIn: RoutingTable(query.snapshot))
        lint = query.snapshot.lint(at: end ?? .epoch, options: options)
        query.limit = nil
        dead = try await history.dead(query, lint: options.namespace == nil ? lint : nil)
        (revisions, changes) = try await Self.changes(query, timeline, registry)
        let compared = routes.rows.compactMap(\.route) + dead.first(Self.rows).rows.map(\.route.id)
        causes =
            timeline.frame.previousSelection == nil
            ? [:] : try await Self.causes(of: compared, among: revisions, registry)
    }

    /// The last of some revisions that changed each of some routes.
    private static func causes(
        of routes: [RouteID], among revisions: [RevisionOutput], _ registry: RouteRegistry
    ) async throws(RouteDBError) -> [RouteID: RevisionOutput] {
        var causes: [RouteID: RevisionOutput] = [:]
        for route in routes where !revisions.isEmpty {
            let numbers = Set(try await registry.revisions(of: route).map(\.number))
            causes[route] = revisions.first { numbers.contains($0.revision.number) }
        }
        return causes
    }

    private static func hasParameters(_ id: RouteID, in snapshot: RegistrySnapshot) -> Bool {
        snapshot.routes.first { $0.id == id }?.pattern?.parameters.isEmpty == false
    }

    /// The revisions that were committed in the period.
    private static func changes(
        _ query: AnalysisQuery, _ timeline: TimelineReport, _ registry: RouteRegistry
    ) async throws(RouteDBError) -> ([RevisionOutput], RegistryDiff?) {
        let since = query.selection.since ?? timeline.buckets.first?.start
        let until = query.selection.until ?? timeline.buckets.last?.end
        guard let since, let until else { return ([], nil) }
        let made = try await registry.revisions().filter {
            since <= $0.time && $0.time < until
        }
        guard let first = made.last, let last = made.first else { return ([], nil) }
        let diff = try await registry.diff(
            from: .number(first.number - 1), to: .number(last.number))
        return (try await registry.outputs(of: made), diff)
    }

    /// The hits of an outcome.
    func count(_ outcome: Resolution.Outcome) -> HitCount {
        timeline.series.first { $0.label == outcome.rawValue }?.total ?? HitCount()
    }

    /// The hits of an outcome in the previous period; `nil` unless compared.
    func previous(_ outcome: Resolution.Outcome) -> HitCount? {
        guard timeline.frame.previousSelection != nil else { return nil }
        return timeline.series.first { $0.label == outcome.rawValue }?.previousTotal ?? HitCount()
    }

    /// All hits.
    var total: HitCount { timeline.frame.total }

    /// The hits that found nothing: those of no route, and those that are no URL.
    var notFound: HitCount { [count(.unmatched), count(.invalid)].sum }

    /// The same in the previous period.
    var previousNotFound: HitCount? {
        guard let unmatched = previous(.unmatched), let invalid = previous(.invalid) else {
            return nil
        }
        return [unmatched, invalid].sum
    }

    /// A time, in the zone of the report, to the minute.
    func text(_ time: Timestamp) -> String { request.zone.text(time) }
}
