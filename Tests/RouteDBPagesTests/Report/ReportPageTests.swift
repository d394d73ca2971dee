import RouteDB
import RouteDBTestSupport
import RouteDBTraffic
import Testing

@testable import RouteDBPages

@Suite("The report")
struct ReportPageTests {
    @Test("equal hits give equal bytes")
    func bytes() async throws {
        let fixture = try await ReportFixture()
        let first = try await fixture.page(comparing: true)
        let isSame = try await fixture.page(comparing: true) == first
        #expect(isSame)
    }

    @Test("the page is well formed, and has no script and nothing from elsewhere")
    func form() async throws {
        let html = try await ReportFixture().page(comparing: true)
        #expect(HTMLCheck(html).problems == [])
        for part in ["<script", "<link", "src="] { #expect(!has(html, part)) }
        let anchors = html.split(separator: "href=\"#").dropFirst().map { $0.prefix { $0 != "\"" } }
        #expect(anchors.count >= 6)
        for anchor in anchors { #expect(has(html, "id=\"\(anchor)\"")) }
    }

    @Test("hostile names, URLs and values are shown as text")
    func hostile() async throws {
        let html = try await ReportFixture(hostile: true).page(comparing: true)
        #expect(HTMLCheck(html).problems == [])
        for part in ["<img", "<script", "\u{202E}"] { #expect(!has(html, part)) }
        #expect(has(html, "&lt;img src=x onerror=alert(1)&gt;"))
        #expect(has(html, "\\u202e"))
        #expect(html.utf8.count < 400_000)
    }

    @Test("findings name what changed and what to fix, with their commands")
    func findings() async throws {
        let html = try await ReportFixture().page(comparing: true)
        #expect(has(html, "<strong>100.0% more hits</strong>: 80, before 40."))
        #expect(has(html, "<strong>25.0% found nothing</strong>, before 0.0%."))
        #expect(
            has(html, "<strong>No hits any more</strong> for <code>old</code>: 10 hits before."))
        #expect(
            has(
                html,
                "<strong>20 hits</strong> on <code>https://shop.example/sale/&lt;int&gt;</code>"))
        #expect(
            has(
                html,
                "routedb add &#39;https://shop.example/sale/{id:int}&#39; --target sale --db shop.db"
            ))
        #expect(has(html, "routedb stats dead --since 2026-01-02T00:00:00Z"))
    }

    @Test("figures are those of the library's reports")
    func figures() async throws {
        let html = try await ReportFixture().page(comparing: true)
        #expect(has(html, "<span class=\"figure\">80</span><span class=\"what\">hits</span>"))
        #expect(has(html, "<span class=\"figure\">75.0%</span><span class=\"what\">matched</span>"))
        #expect(has(html, "20 of 80 hits found nothing."))
        #expect(has(html, "1 of 2 routes had no hits"))
        #expect(has(html, "Compared with"))
    }

    @Test("hits are counted by group and label")
    func divisions() async throws {
        let html = try await ReportFixture().page(comparing: true)
        #expect(has(html, "<h3>Groups</h3>") && has(html, ">goods<"))
        #expect(has(html, "<h3>Label &#39;owner&#39;</h3>"))
        #expect(!has(html, "<h3>Namespaces</h3>") && !has(html, "<h3>Hosts</h3>"))
    }

    @Test("hits are counted by host, if there are several")
    func hosts() async throws {
        let html = try await ReportFixture(hosts: ["shop.example", "go.example"])
            .page(comparing: true)
        #expect(has(html, "<h3>Hosts</h3>") && has(html, ">go.example<"))
    }

    @Test("with URLs resolved again, hits count for the routes of that revision")
    func regrouped() async throws {
        let fixture = try await ReportFixture()
        let html = try await fixture.page(comparing: true) { query in
            query.regroups = true
        }
        #expect(has(html, "<span class=\"figure\">75.0%</span><span class=\"what\">matched</span>"))
        #expect(has(html, "--compare previous --as-of 2 --db shop.db"))
        let empty = try await fixture.page(comparing: true, at: 1) { $0.regroups = true }
        #expect(has(empty, "<span class=\"figure\">0.0%</span><span class=\"what\">matched</span>"))
        let again = try await fixture.page(comparing: true, at: 1) { $0.regroups = true }
        #expect(again == empty)
    }

    @Test("without a comparison, the page says how to get one")
    func alone() async throws {
        let html = try await ReportFixture().page(comparing: false)
        #expect(has(html, "Add <code>--compare previous</code>"))
        #expect(!has(html, "Compared with"))
    }

    @Test("a history without hits gives a page that says so")
    func empty() async throws {
        let html = try await ReportFixture(isEmpty: true).page(comparing: false)
        #expect(has(html, "There are no hits in this period."))
        #expect(HTMLCheck(html).problems == [])
    }
}

/// Whether a page has a text; a failed expectation then does not print the page.
private func has(_ page: String, _ text: String) -> Bool { page.contains(text) }

/// A registry with two routes, and two days of hits.
private struct ReportFixture {
    private static let day: Int64 = 1_767_225_600_000_000
    private static let length: Int64 = 86_400_000_000

    private let history: HistoryFixture
    private let registry: RouteRegistry

    init(
        hostile: Bool = false, isEmpty: Bool = false, hosts: [String] = ["shop.example"]
    ) async throws {
        history = try HistoryFixture()
        registry = try await RouteRegistry.open(
            history.directory.path("routes.db"),
            options: RegistryOptions(
                access: .creating, refreshInterval: nil, now: { Timestamp(microseconds: Self.day) })
        )
        let label = hostile ? "<img src=x onerror=alert(1)>\u{202E}" : "item"
        _ = try await registry.edit("Routes", author: label) { editor in
            var item = RouteDraft(
                pattern: "/item/{id:int}", target: label, name: "item", group: "goods")
            item.labels = ["owner": label]
            try editor.add(item)
            try editor.add(RouteDraft(pattern: "/old", target: "old", name: "old"))
        }
        let writer = try history.writer()
        var hits: [Hit] = []
        if !isEmpty {
            hits += (0..<30).map { Self.hit($0, day: 0, route: 1, "/item/\($0 % 7)") }
            hits += (0..<10).map { Self.hit($0, day: 0, route: 2, "/old") }
            hits += (0..<60).map { Self.hit($0, day: 1, route: 1, "/item/\($0 % 7)") }
            hits += (0..<20).map { Self.hit($0, day: 1, route: nil, "/sale/\($0)") }
        }
        if hostile {
            let urls = [
                "/<img src=x onerror=alert(1)>", "/\u{202E}gpj",
                "/" + String(repeating: "<", count: 50_000),
            ]
            hits += urls.enumerated().map { Self.hit($0, day: 1, route: nil, $1) }
        }
        for index in hits.indices where hosts.count > 1 {
            let path = hits[index].url.dropFirst("https://shop.example".utf8.count)
            hits[index].url = Array("https://\(hosts[index % hosts.count])".utf8) + path
        }
        try writer.append(HitBatch(hits))
    }

    private static func hit(_ index: Int, day: Int64, route: Int64?, _ path: String) -> Hit {
        var hit = Hit(
            time: Timestamp(microseconds: Self.day + day * length + Int64(index) * 600_000_000),
            url: Array("https://shop.example\(path)".utf8),
            outcome: route == nil ? .unmatched : .matched)
        hit.namespace = 1
        hit.route = route
        hit.durationMicroseconds = Int64(100 + index)
        return hit
    }

    func page(
        comparing: Bool, at revision: Int64? = nil,
        _ change: (inout AnalysisQuery) -> Void = { _ in }
    ) async throws -> String {
        var query = AnalysisQuery(in: try await registry.snapshot(at: revision))
        if comparing {
            query.selection.since = Timestamp(microseconds: Self.day + Self.length)
            query.selection.until = Timestamp(microseconds: Self.day + 2 * Self.length)
            query.comparesPrevious = true
        }
        change(&query)
        let report = try await TrafficReport(
            TrafficReport.Request(
                query, title: "shop.db", commands: ReportCommandLine(registry: "shop.db")),
            of: registry, try await HitHistory.open(history.path))
        return ReportPage(report, command: "routedb report").html
    }
}
