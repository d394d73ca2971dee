#if Server
import RouteDB
import RouteDBTestSupport
import RouteDBTraffic
import Testing

@testable import RouteDBPages

@Suite("The table of routes")
struct RouteSearchTests {
    @Test("routes are found by a part of their texts, by what they belong to, and by their state")
    func routes() async throws {
        let (directory, registry) = try await ConsoleFixture.registry()
        defer { withExtendedLifetime(directory) {} }
        func heading(
            page number: Int = 1, _ change: (inout RouteSearch) -> Void
        ) async throws(RouteDBError) -> String {
            var search = RouteSearch()
            change(&search)
            let found = try await search.found(
                in: registry, page: RoutesPage.places(ofPage: number),
                shadowed: [RouteID(rawValue: 2)])
            let page = RoutesPage(search, found, page: number, namespaces: [], groups: [])
                .page(in: ConsoleFixture.frame())
            ConsoleFixture.check(page, "routes")
            return page.heading.html
        }
        #expect(try await heading { _ in } == "2 routes")
        #expect(try await heading { $0.text = "ITEM" } == "1 route")
        #expect(try await heading { $0.text = ConsoleFixture.hostile } == "0 routes")
        #expect(try await heading { $0.state = "disabled" } == "1 route")
        #expect(try await heading { $0.state = "enabled" } == "1 route")
        #expect(try await heading { $0.state = "shadowed" } == "1 route")
        // Without a history, nothing is known to be without hits.
        #expect(try await heading { $0.state = "unhit" } == "0 routes")
        #expect(try await heading { $0.state = "never" } == "0 routes")
        for wrong in [
            { (search: inout RouteSearch) in search.namespace = "none" }, { $0.label = "owner=" },
            { $0.state = "lost" }, { $0.state = "Enabled" }, { $0.period = "8d" },
            { $0.order = "size" },
        ] {
            await #expect(throws: RouteDBError.self) { try await heading(wrong) }
        }
        #expect(try await heading { $0.group = "shop" } == "1 route")
        #expect(try await heading { $0.group = "sho" } == "0 routes")
        #expect(try await heading { $0.target = "item" } == "1 route")
        #expect(try await heading { $0.target = "ite" } == "0 routes")
        #expect(try await heading { $0.label = "owner" } == "1 route")
        #expect(try await heading { $0.label = "owner=\(ConsoleFixture.hostile)" } == "1 route")
        #expect(try await heading { $0.label = "owner=ada" } == "0 routes")
        #expect(try await heading(page: 9) { _ in } == "2 routes")
        #expect(try await heading(page: 1_000_000) { _ in } == "2 routes")
    }

    @Test("the most frequent routes come first, unless another order is asked for")
    func order() async throws {
        let directory = try TemporaryDirectory()
        let registry = try await RouteRegistry.open(
            directory.path("routes.db"), options: .testing(.creating))
        try await registry.edit { editor in
            for (pattern, name) in [("/c", "a"), ("/a", nil), ("/b", "c"), ("/d", "b")] {
                try editor.add(RouteDraft(pattern: pattern, target: "t", name: name))
            }
        }
        let fixture = try HistoryFixture()
        let time: Int64 = 1_767_225_600_000_000
        let hits = [Int64(2), 2, 4, 1, 2, 4].map { route in
            let day: Int64 = route == 1 ? 86_400_000_000 : 0
            var hit = Hit(
                time: Timestamp(microseconds: time + day), url: Array("/x".utf8), outcome: .matched)
            (hit.namespace, hit.route) = (1, route)
            return hit
        }
        try fixture.writer().append(HitBatch(hits))
        let traffic = try await HitHistory.open(fixture.path)
            .traffic(since: Timestamp(microseconds: time - 1))
        func ids(_ order: String, _ traffic: RouteTraffic?, page: Int = 1) async throws -> [Int64] {
            var search = RouteSearch()
            search.order = order
            let found = try await search.found(
                in: registry, page: (page - 1) * 3..<page * 3, traffic)
            #expect(found.count == 4)
            return found.routes.map(\.id.rawValue)
        }
        #expect(try await ids("", traffic) == [2, 4, 1])
        #expect(try await ids("", traffic, page: 2) == [3])
        #expect(try await ids("", nil) == [1, 2, 3])
        #expect(try await ids("hits", nil) == [1, 2, 3])
        #expect(try await ids("last hit", traffic) == [1, 2, 4])
        #expect(try await ids("name", traffic) == [1, 4, 3])
        #expect(try await ids("pattern", traffic) == [2, 3, 1])
        #expect(try await ids("registration", traffic, page: 2) == [4])
        await registry.close()
    }

    @Test("a name that no route has is said with those that there are")
    func unknownNames() async throws {
        let (directory, registry) = try await ConsoleFixture.registry()
        defer { withExtendedLifetime(directory) {} }
        func told(_ change: (inout RouteSearch) -> Void) async throws -> Bool {
            var search = RouteSearch()
            change(&search)
            let found = try await search.found(in: registry)
            let page = RoutesPage(search, found, namespaces: [], groups: [])
                .page(in: ConsoleFixture.frame())
            return page.body.html.contains("role=\"alert\"")
        }
        for unknown in [
            { (search: inout RouteSearch) in search.group = "sho" }, { $0.label = "ownr" },
            { $0.target = "ite" },
        ] {
            #expect(try await told(unknown))
        }
        for known in [
            { (search: inout RouteSearch) in search.group = "shop" }, { $0.text = "none" },
            { $0.label = "owner=nobody" },
        ] {
            #expect(try await !told(known))
        }
    }

    @Test("a search keeps its address, and who only reads chooses no routes")
    func address() async throws {
        let (directory, registry) = try await ConsoleFixture.registry()
        defer { withExtendedLifetime(directory) {} }
        let fields = ["q": "i", "group": "shop", "label": "owner", "state": "enabled"]
        let search = RouteSearch { fields[$0] }
        #expect(search.period == "7d" && search.label == "owner")
        let page = RoutesPage(
            search, try await search.found(in: registry), namespaces: [], groups: [])
        let html = page.page(in: ConsoleFixture.frame()).body.html
        #expect(
            html.contains(
                "/routes?q=i&amp;group=shop&amp;label=owner&amp;state=enabled&amp;period=24h"))
        #expect(html.contains("action=\"/routes/bulk\""))
        #expect(html.contains("routedb list --group shop --label owner"))
        let reading = page.page(in: ConsoleFixture.frame(isWriting: false)).body.html
        #expect(!reading.contains("type=\"checkbox\"") && !reading.contains("/routes/bulk"))
    }
}
#endif
