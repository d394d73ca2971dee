import RouteDBRouting
import RouteDBTestSupport
import Testing

@Suite("Routes for a time")
struct RoutePeriodTests {
    private let table: RoutingTable

    /// A sale from 100 to 200, before a route for every time.
    init() throws {
        let namespace = RouteNamespace(
            id: NamespaceID(rawValue: 1), name: RouteNamespace.defaultName)
        func route(
            _ id: Int64, _ pattern: String?, _ period: RoutePeriod, name: String? = nil
        ) throws -> Route {
            Route(
                id: RouteID(rawValue: id), namespace: namespace.id, name: name,
                pattern: try pattern.map { try RoutePattern($0) }, target: "t",
                starts: period.starts, ends: period.ends)
        }
        table = RoutingTable(
            RegistrySnapshot(
                revision: 1, namespaces: [namespace],
                routes: [
                    try route(1, "/sale", RoutePeriod(starts: 100, ends: 200)),
                    try route(2, "/{page}", .always),
                    try route(3, nil, RoutePeriod(ends: 200), name: "pay"),
                    try route(4, "/old", RoutePeriod(starts: 100)),
                ]))
    }

    private func first(_ url: String, at time: Timestamp?) -> Int64? {
        var request = ResolutionRequest(url)
        request.time = time
        return table.resolve(request).route?.id.rawValue
    }

    @Test("a route matches from its start on and before its end; behind it the next one does")
    func bounds() {
        #expect(first("/sale", at: 99) == 2)
        #expect(first("/sale", at: 100) == 1)
        #expect(first("/sale", at: 199) == 1)
        #expect(first("/sale", at: 200) == 2)
        #expect(first("/old", at: 100) == 4)
        #expect(first("/old", at: .distantFuture) == 4)
    }

    @Test("a route whose time is over is told, and none that has not begun or takes other kinds")
    func ended() {
        func ended(_ url: String, at time: Timestamp?, kind: String? = nil) -> Int64? {
            var request = ResolutionRequest(url, kind: kind)
            request.time = time
            return table.ended(answering: request)?.id.rawValue
        }
        #expect(ended("/sale", at: 200) == 1 && ended("/sale", at: .distantFuture) == 1)
        #expect(ended("/sale", at: 99) == nil && ended("/sale", at: 150) == nil)
        #expect(ended("/sale", at: nil) == nil)
        #expect(ended("/old", at: 99) == nil && ended("/none/x", at: 500) == nil)
        #expect(ended("http://[", at: 500) == nil)
    }

    @Test("a request without a time is outside every period, and the table says that it needs one")
    func unknown() {
        #expect(first("/sale", at: nil) == 2)
        #expect(table.asksForTime)
    }

    @Test("a table without periods and rules does not ask for the time")
    func untimed() {
        let snapshot = table.content
        var routes = snapshot.routes
        for index in routes.indices { (routes[index].starts, routes[index].ends) = (nil, nil) }
        let untimed = RoutingTable(
            RegistrySnapshot(revision: 1, namespaces: snapshot.namespaces, routes: routes))
        #expect(!untimed.asksForTime)
    }

    @Test("a task is found by its name only in its time, which is no other kind")
    func tasks() {
        var request = ResolutionRequest(named: "pay")
        request.time = 199
        #expect(table.resolve(request).outcome == .matched)
        request.time = 200
        let ended = table.resolve(request)
        #expect(ended.outcome == .unmatched)
        #expect(ended.otherKind == nil)
    }

    @Test("a changed route changes whether the table asks for the time")
    func changing() throws {
        var route = try #require(table.content.routes.first { $0.id.rawValue == 1 })
        (route.starts, route.ends) = (nil, nil)
        let changed = table.changing(
            to: 2, removing: [RouteID(rawValue: 3), RouteID(rawValue: 4)], upserting: [route])
        #expect(!changed.asksForTime)
        #expect(changed.resolve("/sale").route?.id.rawValue == 1)
    }

    @Test("periods cover and overlap as sets of times do", arguments: 0..<200)
    func sets(seed: UInt64) {
        var state = seed &* 0x9E37_79B9_7F4A_7C15 | 1
        func next() -> Timestamp? {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            let value = Int64(state >> 33) % 8
            return value == 7 ? nil : Timestamp(microseconds: value)
        }
        func period() -> RoutePeriod {
            let starts = next()
            let ends = next()
            if let starts, let ends, ends <= starts { return RoutePeriod(starts: starts) }
            return RoutePeriod(starts: starts, ends: ends)
        }
        let (first, second) = (period(), period())
        let times = (-1...8).map { Timestamp(microseconds: $0) }
        let both = times.filter { first.contains($0) && second.contains($0) }
        #expect(first.overlaps(second) == !both.isEmpty)
        // Beyond the tried times, a missing bound decides.
        #expect(
            first.covers(second) == times.allSatisfy { !second.contains($0) || first.contains($0) })
        for time in times { #expect((first.absence(at: time) == nil) == first.contains(time)) }
    }
}
