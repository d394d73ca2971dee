#if Server
import RouteDB
import RouteDBInsight
import RouteDBTestSupport
import RouteDBTraffic
import Testing

@testable import RouteDBPages

@Suite("Pages on hits, and their parts")
struct PartedPageTests {
    @Test("the overview and the history name what found nothing, with the route that would answer")
    func hits() async throws {
        let (directory, registry) = try await ConsoleFixture.registry()
        defer { withExtendedLifetime(directory) {} }
        let fixture = try HistoryFixture()
        let day: Int64 = 1_767_225_600_000_000
        var hits = (0..<30).map { index in
            var hit = Hit(
                time: Timestamp(microseconds: day + Int64(index)),
                url: Array("https://x.example/item/1".utf8),
                outcome: .matched)
            (hit.namespace, hit.route) = (1, 1)
            return hit
        }
        hits += (0..<10).map { index in
            Hit(
                time: Timestamp(microseconds: day + Int64(index)),
                url: Array("https://x.example/sale/\(index)".utf8), outcome: .unmatched)
        }
        hits.append(
            Hit(
                time: Timestamp(microseconds: day), url: Array("/\(ConsoleFixture.hostile)".utf8),
                outcome: .unmatched))
        try fixture.writer().append(HitBatch(hits))
        let history = try await HitHistory.open(fixture.path)
        let snapshot = try await registry.snapshot()
        let query = AnalysisQuery(
            HitSelection(
                since: Timestamp(microseconds: day),
                until: Timestamp(microseconds: day + 86_400_000_000)), in: snapshot)
        let health = HealthTable(registry.health, try await history.info(), isLintKnown: true) {
            snapshot.lint(at: 0)
        }
        func overview() async throws -> OverviewPage {
            try await OverviewPage(
                try HitPeriod("24h", now: Timestamp(microseconds: day)), query, history,
                health: health,
                traffic: { try await history.traffic(since: $0) }, revisions: [])
        }
        let page = try await overview().page(in: ConsoleFixture.frame())
        ConsoleFixture.check(page, "overview")
        #expect(page.heading.html == "26.8% of 41 hits found nothing in the last 24 hours")
        let body = page.body.html
        #expect(body.contains("Add https://x.example/sale/{id:int}"))
        #expect(body.contains("1 route</a> had no hits."))
        #expect(body.contains("41 hits, the last at") && body.contains("at revision 2"))
        let reading = try await overview()
            .page(in: ConsoleFixture.frame(isWriting: false)).body.html
        #expect(!reading.contains("class=\"button\"") && reading.contains("routedb add"))
        let past = try await HistoryPage(
            try HitPeriod("24h", now: Timestamp(microseconds: day)), query, history
        ).page(
            in: ConsoleFixture.frame())
        ConsoleFixture.check(past, "history")
        #expect(past.heading.html == "11 hits found nothing in the last 24 hours")
        let found = try AppendedHits(
            registry: registry.path, history: history.path, limits: SQLLimits(),
            stoppingWhen: { false })
        #expect(found.hits.count > 1)
        ConsoleFixture.check(LivePage(found).page(in: ConsoleFixture.frame()), "live")
        let chosen = LivePage(found, outcome: "unmatched").page(in: ConsoleFixture.frame())
        ConsoleFixture.check(chosen, "live, chosen")
        #expect(chosen.body.html.contains("events/hits?after=\(found.last)&amp;outcome=unmatched"))
        #expect(!chosen.body.html.contains("outcome matched"))
    }

    @Test("health counts what lint finds by severity, and only errors are bad")
    func severities() async throws {
        let (directory, registry) = try await ConsoleFixture.registry()
        defer { withExtendedLifetime(directory) {} }
        let fixture = try HistoryFixture()
        try fixture.writer().append(
            HitBatch([Hit(time: 0, url: Array("/a".utf8), outcome: .unmatched)]))
        let history = try await HitHistory.open(fixture.path)
        let snapshot = try await registry.snapshot()
        let health = HealthTable(registry.health, try await history.info(), isLintKnown: true) {
            snapshot.lint(at: 0)
        }
        let table = try await health.table(in: ConsoleFixture.frame()).markup.html
        #expect(table.contains("1 note") && !table.contains("badge bad"), "\(table)")
    }

    /// A page with one part.
    private struct Page: PartedPage {
        enum Part: String, CaseIterable, Sendable { case sum }

        let isLong: Bool
        let title = "Sums"
        let address: (path: String, query: [(String, String)]) = ("/sums", [("q", "a b")])

        func isLate(_ part: Part) -> Bool { isLong }
        func markup(of part: Part, in frame: ConsoleFrame) async throws -> Markup { "<p>3</p>" }
        func page(in frame: ConsoleFrame) async throws -> ConsolePage {
            ConsolePage(title, place: nil, try await shown(.sum, in: frame))
        }
    }

    @Test("a part that takes long comes after the page, or by a link")
    func late() async throws {
        let frame = ConsoleFixture.frame()
        #expect(try await Page(isLong: false).page(in: frame).body.html == "<p>3</p>")
        let html = try await Page(isLong: true).page(in: frame).body.html
        #expect(html.contains("data-load=\"/sums?q=a%20b&amp;part=sum&amp;fragment=true\""))
        #expect(html.contains("<a href=\"/sums?q=a%20b&amp;part=sum\">"))
        #expect(!html.contains("<p>3</p>"))
    }

    @Test("what lint finds is listed with the URLs that prove it")
    func lint() async throws {
        let (directory, registry) = try await ConsoleFixture.registry()
        defer { withExtendedLifetime(directory) {} }
        try await registry.edit {
            try $0.add(RouteDraft(pattern: "/item/{n:int}", target: ConsoleFixture.hostile))
        }
        let snapshot = try await registry.snapshot()
        let page = try await LintPage(of: snapshot, isKnown: true) { snapshot.lint(at: 0) }
            .page(in: ConsoleFixture.frame())
        ConsoleFixture.check(page, "lint")
        #expect(page.body.html.contains("<a href=\"/routes/3\">"))
        #expect(page.body.html.contains("for example <a href=\"/try?url="))
        #expect(RouteSearch.shadowed(snapshot.lint(at: 0)) == [RouteID(rawValue: 3)])
    }
}
#endif
