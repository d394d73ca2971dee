#if Server
import Hummingbird
import RouteDB
import RouteDBPages
import RouteDBTraffic

/// The pages that show the registry and its history.
struct ReadingPages: Sendable {
    let desk: ConsoleDesk

    private var state: ServiceState { desk.state }

    var endpoints: [Endpoint] { [overview, routes, route, history, live, changes, revision] }

    private var overview: Endpoint {
        desk.page("overviewPage", "/", "Whether links work.", [ConsoleDesk.period]) { call, frame in
            let snapshot = try await state.snapshot(for: call)
            guard let history = try await desk.history() else { return Self.withoutHistory }
            let period = ConsoleDesk.period(of: call)
            let query = AnalysisQuery(
                HitSelection(since: period.since, until: period.now), in: snapshot)
            let page = try await OverviewPage(
                period.name, query, history,
                revisions: try await state.registry.revisions(limit: 5))
            await history.close()
            return page.page(in: frame)
        }
    }

    private static let withoutHistory = ConsolePage(
        "Overview", heading: "Nothing was recorded yet", place: "/",
        """
        <p>Hits are recorded by <code>routedb serve --record</code> and by apps, or imported from logs:</p>
        <pre class="command">routedb hits import access.log</pre>
        """)

    private var routes: Endpoint {
        desk.page(
            "routesPage", "/routes", "The table of routes.",
            [
                .query("q", "A part of the name, group, pattern or target."),
                .query("namespace", "Only routes of this namespace."),
                .query("state", "'enabled', 'disabled' or 'unhit'."), ConsoleDesk.period,
                .query("page", .integer(1...1_000_000), "The number of the page."),
            ]
        ) { call, frame in
            let snapshot = try await state.snapshot(for: call)
            let period = ConsoleDesk.period(of: call)
            var filter = RoutesPage.Filter()
            filter.text = call.text("q") ?? ""
            filter.namespace = call.text("namespace") ?? ""
            filter.state = call.text("state") ?? ""
            filter.period = period.name
            filter.page = call.integer("page") ?? 1
            var traffic: RouteTraffic?
            if let history = try await desk.history() {
                traffic = try await history.traffic(since: period.since)
                await history.close()
            }
            return RoutesPage(filter, of: snapshot, traffic).page(in: frame)
        }
    }

    private var route: Endpoint {
        desk.page(
            "routePage", "/routes/{id}", "A route.",
            [.path("id", "The number of the route."), ConsoleDesk.period]
        ) { call, frame in
            let snapshot = try await state.snapshot(for: call)
            let route = try snapshot.route(RouteReference("#" + call.required("id")))
            let period = ConsoleDesk.period(of: call)
            var timeline: TimelineReport?
            var parameters: ParameterReport?
            if let history = try await desk.history() {
                var query = AnalysisQuery(
                    HitSelection(since: period.since, until: period.now, routes: [route.id]),
                    in: snapshot)
                query.limit = 8
                timeline = try await history.timeline(query)
                parameters = try await history.parameters(of: route.id, query)
                await history.close()
            }
            let blame = try await state.registry.blame(route.id)
            return RoutePage(
                route, of: snapshot, blame: blame, period: period.name, timeline: timeline,
                parameters: parameters
            ).page(in: frame)
        }
    }

    private var history: Endpoint {
        desk.page(
            "historyPage", "/history", "What was asked for.", scope: .hits, [ConsoleDesk.period]
        ) {
            call, frame in
            let snapshot = try await state.snapshot(for: call)
            guard let history = try await desk.history() else { return Self.withoutHistory }
            let period = ConsoleDesk.period(of: call)
            let query = AnalysisQuery(
                HitSelection(since: period.since, until: period.now), in: snapshot)
            let page = try await HistoryPage(period.name, query, history)
            await history.close()
            return page.page(in: frame)
        }
    }

    private var live: Endpoint {
        Endpoint(
            "livePage", .get, "/live", "The newest hits.", access: .scope(.hits),
            parameters: [.query("fragment", .flag, "Whether to answer with the list only.")],
            answers: [.text("text/html", "The page.")], show: desk.show
        ) { call in
            let frame = await desk.frame(for: call.caller)
            let snapshot = try await state.snapshot(for: call)
            var hits: [RecordedHit] = []
            if let history = try await desk.history() {
                let hour: Int64 = 3_600_000_000
                let since = Timestamp(microseconds: SystemClock.microseconds() - hour)
                for try await hit in history.hits(HitSelection(since: since)) {
                    hits.append(hit)
                    // Only the newest are kept; a busy hour has more than fit into memory.
                    if hits.count >= 2_000 { hits.removeFirst(hits.count - LivePage.limit) }
                }
                await history.close()
            }
            hits = Array(
                hits.sorted { $0.time.microseconds > $1.time.microseconds }.prefix(LivePage.limit))
            let page = LivePage(hits, of: snapshot)
            if call.flag("fragment") { return ConsoleDesk.html(page.list(in: frame).html) }
            return ConsoleDesk.answer(page.page(in: frame), in: frame)
        }
    }

    private var changes: Endpoint {
        desk.page(
            "changesPage", "/changes", "The log of revisions.",
            [.query("below", .integer(1...Int.max), "Only revisions with lower numbers.")]
        ) { call, frame in
            let revisions = try await state.registry.revisions(
                below: call.integer("below").map(Int64.init), limit: ChangesPage.size)
            return ChangesPage(revisions).page(in: frame)
        }
    }

    private var revision: Endpoint {
        desk.page(
            "revisionPage", "/changes/{number}", "A revision.",
            [.path("number", "The number of the revision.")]
        ) { call, frame in
            let reference = try RevisionReference(call.required("number"))
            let revision = try await state.registry.revision(reference)
            let diff = try await state.registry.diff(
                from: .number(revision.number - 1), to: .number(revision.number))
            return RevisionPage(revision, diff).page(in: frame)
        }
    }
}
#endif
