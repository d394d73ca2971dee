#if Server
import Hummingbird
import RouteDB
import RouteDBPages
import RouteDBTraffic

/// The pages that show the registry and its history.
struct BrowsePages: Sendable {
    let context: ConsoleContext

    private var state: ServiceState { context.state }

    var endpoints: [Endpoint] {
        [overview, routes, route, history, count, live, changes, difference, revision]
    }

    /// The most revisions that are looked at for marks on a chart.
    private static let mostMarked = 100

    // MARK: Hits of a period

    private var overview: Endpoint {
        context.parted(
            OverviewPage.self, "overviewPage", "/", "Whether links work.", ConsoleContext.period
        ) { call, frame in
            try await onHits(call, frame) { period, query, history in
                let snapshot = query.snapshot
                let health = HealthTable(
                    state.registry.health, try await history.info(),
                    isLintKnown: await context.isLintKnown(snapshot)
                ) { try await context.lint(snapshot).report }
                let revisions = try await state.registry.revisions(limit: Self.mostMarked)
                return try await OverviewPage(
                    period, query, history, health: health,
                    traffic: { try await context.traffic(since: $0) },
                    revisions: try await state.registry.outputs(of: Array(revisions.prefix(5))),
                    marked: revisions)
            }
        }
    }

    private var history: Endpoint {
        context.parted(
            HistoryPage.self, "historyPage", "/history", "What was asked for.",
            ConsoleContext.period
        ) { call, frame in
            try await onHits(call, frame) { try await HistoryPage($0, $1, $2) }
        }
    }

    private var count: Endpoint {
        context.parted(
            CountPage.self, "countPage", "/count", "The hits, by several properties at once.",
            ConsoleContext.period + [
                .query("by", "\(HitDimension.words)."),
                .query("where", "Conditions on fields, a field=value a line."),
            ]
        ) { call, frame in
            try await onHits(call, frame) { period, query, history in
                try await CountPage(
                    period, query, history, by: call.text("by") ?? CountPage.usual,
                    where: call.text("where") ?? "")
            }
        }
    }

    /// Answers with a page on the hits of a period.
    private func onHits<Page: PartedPage>(
        _ call: Call, _ frame: ConsoleFrame,
        _ make: (HitPeriod, AnalysisQuery, HitHistory) async throws -> Page
    ) async throws -> Response {
        let snapshot = try await state.snapshot(for: call)
        let period = try context.period(of: call)
        let query = AnalysisQuery(
            HitSelection(since: period.since, until: period.until), in: snapshot)
        return try await context.withHistory { history in
            guard let history else { return ConsoleContext.answer(Self.withoutHistory, in: frame) }
            let page = try await make(period, query, history)
            return try await ConsoleContext.answer(call, frame, page)
        }
    }

    private static let withoutHistory = ConsolePage(
        "Overview", heading: "Nothing was recorded yet", place: "/",
        """
        <p>Hits are recorded by <code>routedb serve --record</code> and by apps, or imported from logs:</p>
        <pre class="command">routedb hits import access.log</pre>
        """)

    private var live: Endpoint {
        context.page(
            "livePage", "/live", "The newest hits.", scope: ConsoleContext.reading,
            [
                .query(
                    "outcome", .word(ResolutionOutcome.allCases.map(\.rawValue)),
                    "Only hits with this outcome.")
            ]
        ) { call, frame in
            let found = try await HitFollower.hits(after: nil, state)
            return LivePage(found, outcome: call.text("outcome") ?? "").page(in: frame)
        }
    }

    // MARK: Routes

    private var routes: Endpoint {
        let words = RouteSearch.states.map(\.0).filter { !$0.isEmpty }
        return context.page(
            "routesPage", "/routes", "The table of routes, with their hits.",
            scope: ConsoleContext.reading,
            [
                .query("q", "A part of the name, group, pattern or target."),
                .query("namespace", "Only routes of this namespace."),
                .query("group", "Only routes of this group."),
                .query("kind", "Only routes of this kind."),
                .query("label", "Only routes with this label: its key, or 'key=value'."),
                .query("target", "Only routes to this target or one below it."),
                .query("state", "One of: \(words.joined(separator: ", "))."), ConsoleContext.preset,
                .query("order", .word(RouteSearch.orders), "The order of the routes."),
                .query("page", .integer(1...1_000_000), "The number of the page."),
            ]
        ) { call, frame in
            let revision = try await state.revision(for: call)
            let (search, page) = (RouteSearch { call.text($0) }, call.integer("page") ?? 1)
            let found = try await context.routes(
                search, at: revision, page: RoutesPage.places(ofPage: page))
            return RoutesPage(
                search, found, page: page,
                namespaces: try await state.items(for: call).namespaces.map(\.name),
                groups: try await state.registry.groups(
                    limit: RoutesPage.groupLimit, at: .number(revision))
            ).page(in: frame)
        }
    }

    private var route: Endpoint {
        context.parted(
            RoutePage.self, "routePage", "/routes/{id}", "A route.",
            [
                .path("id", "The number of the route."),
                .query(
                    "value", "The texts for its parameters, in order, to build a URL.",
                    isRepeated: true),
                .query("wildcard", "The texts for its wildcards, in order.", isRepeated: true),
                .query("scheme", "The scheme of the URL to build."),
                .query("host", "The host of the URL to build."),
            ] + ConsoleContext.period
        ) { call, frame in
            let found = try await state.route(
                RouteReference("#" + call.required("id")), for: call)
            let (route, part) = (found.route, found.part)
            let period = try context.period(of: call)
            let query = AnalysisQuery(
                HitSelection(since: period.since, until: period.until, routes: [route.id]),
                in: part)
            let builder = URLForm(
                route, in: state.registry.table, values: call.texts("value"),
                wildcards: call.texts("wildcard"), scheme: call.text("scheme") ?? "",
                host: call.text("host") ?? "")
            let blame = try await state.registry.blame(route.id)
            return try await context.withHistory { history in
                var hits: RoutePage.Hits?
                if let history {
                    hits = try await RoutePage.Hits(
                        query, history,
                        revisions: try await state.registry.revisions(of: route.id))
                }
                let page = RoutePage(
                    route, of: part, blame: blame, period: period, hits: hits,
                    builder: builder, now: state.clock())
                return try await ConsoleContext.answer(call, frame, page)
            }
        }
    }

    // MARK: Revisions

    private var changes: Endpoint {
        context.page(
            "changesPage", "/changes", "The log of revisions.",
            [.query("below", .integer(1...Int.max), "Only revisions with lower numbers.")]
        ) { call, frame in
            let revisions = try await state.registry.revisions(
                below: call.integer("below").map(Int64.init), limit: ChangesPage.size)
            return ChangesPage(try await state.registry.outputs(of: revisions)).page(in: frame)
        }
    }

    private var difference: Endpoint {
        context.page(
            "differencePage", "/diff", "What differs between two revisions.",
            [
                .query("from", "The earlier revision: a number, a time or a tag."),
                .query("to", "The later one (default: the newest)."),
            ]
        ) { call, frame in
            let (from, to) = (call.text("from") ?? "", call.text("to") ?? "")
            guard !from.isEmpty else {
                return DifferencePage(from: from, to: to, nil).page(in: frame)
            }
            do {
                let diff = try await state.registry.diff(
                    from: try RevisionReference(from),
                    to: to.isEmpty ? nil : try RevisionReference(to))
                return DifferencePage(from: from, to: to, diff).page(in: frame)
            } catch let error as RouteDBError {
                let problem = context.problem(error, for: call.caller)
                return DifferencePage(from: from, to: to, nil, problem: problem).page(in: frame)
            }
        }
    }

    private var revision: Endpoint {
        context.page(
            "revisionPage", "/changes/{number}", "A revision.",
            [.path("number", "The number of the revision.")]
        ) { call, frame in
            let reference = try RevisionReference(call.required("number"))
            let revision = try await state.registry.revision(reference)
            let diff = try await state.registry.diff(
                from: .number(revision.number - 1), to: .number(revision.number))
            guard let facts = try await state.registry.outputs(of: [revision]).first else {
                throw RouteDBError(.revisionNotFound, "There is no revision \(revision.number).")
            }
            let traffic = try await context.traffic(since: context.period(named: "30d").since)
            return RevisionPage(facts, diff, traffic: traffic).page(in: frame)
        }
    }
}
#endif
