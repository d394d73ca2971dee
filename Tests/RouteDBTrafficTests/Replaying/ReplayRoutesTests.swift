import RouteDBRouting
import RouteDBStorage
import RouteDBTestSupport
import Testing

@testable import RouteDB
@testable import RouteDBTraffic

@Suite("The routes that decide a replay")
struct ReplayRoutesTests {
    /// Reads a state as a registry is read with a sieve.
    private static func part(
        _ snapshot: RegistrySnapshot, _ requested: RequestedRoutes
    ) -> RegistrySnapshot {
        var part = snapshot
        var origins: Set<String> = []
        part.routes = snapshot.routes.filter { route in
            let pattern = Array((route.pattern?.description ?? "").utf8)
            let origin = RoutePrefilter.origin(of: pattern.span.bytes)
            let isFirst = origins.insert(
                "\(route.namespace) \(route.kind ?? "") \(route.isEnabled) \(origin)"
            ).inserted
            return isFirst || requested.filter.keeps(pattern.span.bytes)
                || requested.ids.contains(route.id)
                || route.name.map(requested.names.contains) ?? false
        }
        return part
    }

    /// Adds routes that no hit comes near to, whose names may be those of others.
    private static func addOthers(
        to snapshot: inout RegistrySnapshot, _ random: inout SeededGenerator
    ) {
        let names = snapshot.routes.map(\.name) + ["renamed", nil]
        for number in 0..<8 {
            snapshot.routes.append(
                Route(
                    id: RouteID(rawValue: 2_000 + Int64(number)),
                    namespace: random.pick(snapshot.namespaces).id, name: random.pick(names),
                    pattern: try? RoutePattern("/far\(random.below(9))/{p1}"), target: "far"))
        }
    }

    /// What a report says, apart from what requests lack: of hits whose answers cannot differ, nothing is said.
    private static func facts(_ report: ReplayReport) -> [String] {
        [
            "\(report.total) \(report.matched) \(report.changed) \(report.refusals)",
            "\(report.isComplete)",
        ] + report.groups.map { "\($0)" }
    }

    @Test(
        "a replay against some routes is that against all", arguments: 1...6 as ClosedRange<UInt64>)
    func agreement(seed: UInt64) async throws {
        var (generator, random) = (ReplayGenerator(seed: seed &* 31), SeededGenerator(seed: seed))
        var (left, dropped, whole) = (0, 0, 0)
        for number in 0..<FuzzBudget.tries(80, byDefault: 40) {
            var (base, head) = generator.pair()
            Self.addOthers(to: &base, &random)
            Self.addOthers(to: &head, &random)
            var options = ReplayOptions()
            options.isOneRegistry = number % 3 != 0
            if !options.isOneRegistry { head = generator.renumbered(head) }
            if number % 5 == 0 { swap(&base, &head) }
            let hits = generator.hits(3, base, head)
            let held = try #require(
                await ReplaySource.hits(hits).held(options, upTo: .max))
            var routes = ReplayRoutes(matching: held.urls)
            var (old, new): (RegistrySnapshot, RegistrySnapshot)
            var step: ReplayRoutes.Step
            repeat {
                (old, new) = (
                    Self.part(base, routes.requested), Self.part(head, routes.requested)
                )
                step = routes.add(old, new)
            } while step == .more
            guard step == .enough else {
                whole += 1
                continue
            }
            left += old.routes.count + new.routes.count
            dropped += base.routes.count + head.routes.count - old.routes.count - new.routes.count
            let expected = try await Replay(from: base, to: head, options: options).run(.hits(hits))
            let report = try await Replay(from: old, to: new, options: options).run(held.source)
            #expect(
                Self.facts(report) == Self.facts(expected), "seed \(seed), registry \(number)")
        }
        let counts: Comment = "\(left) read, \(dropped) not; \(whole) of all"
        #expect(left > 100 && dropped > 30 && whole > 0, counts)
    }

    @Test("the partner of a route is read by its number and by its name")
    func partners() {
        var (base, head) = (RegistrySnapshot.of(["/a", "/b"]), RegistrySnapshot.of(["/c", "/a"]))
        base.routes[0].name = "one"
        head.routes[0].name = "one"
        var routes = ReplayRoutes(matching: [Array("/a".utf8)])
        let (old, new) = (Self.part(base, routes.requested), Self.part(head, routes.requested))
        #expect(routes.add(old, new) == .more)
        #expect(routes.requested.names == ["one"])
        #expect(routes.requested.ids.isSuperset(of: [base.routes[0].id, head.routes[1].id]))
        #expect(routes.add(base, head) == .enough)
    }

    @Test(
        "the URL that a route redirects to is looked up as well, and one with values needs all routes"
    )
    func redirects() {
        func step(_ location: String) -> (step: ReplayRoutes.Step, keepsTarget: Bool) {
            var snapshot = RegistrySnapshot.of(["/from/{id}", "/to/x"])
            snapshot.routes[0].redirect = RouteRedirect(to: location)
            var routes = ReplayRoutes(matching: [Array("/from/1".utf8)])
            let step = routes.add(snapshot, snapshot)
            let pattern = Array("/to/x".utf8)
            return (step, routes.requested.filter.keeps(pattern.span.bytes))
        }
        #expect(step("/to/x") == (.more, true))
        #expect(step("https://other.example/to/x") == (.more, false))
        #expect(step("/to/{id}") == (.all, false))
    }

    @Test("screens of other routes need all routes")
    func screens() {
        var snapshot = RegistrySnapshot.of(["/a", "/b"])
        snapshot.routes[0].presentation = RoutePresentation()
        snapshot.routes[0].presentation?.prestack = [.route("/b")]
        var routes = ReplayRoutes(matching: [Array("/a".utf8)])
        #expect(routes.add(snapshot, snapshot) == .all)
        var others = ReplayRoutes(matching: [Array("/b".utf8)])
        #expect(others.add(snapshot, snapshot) == .more)
        #expect(others.add(snapshot, snapshot) == .enough)
    }

    @Test(
        "hits with more bytes of URLs than a limit are not held, nor those of a log that is read once"
    )
    func limits() async throws {
        let hits = (0..<5_000).map { ReplayHit(url: Array("/page/\($0)".utf8)) }
        let source = ReplaySource.hits(hits)
        let count = hits.reduce(0) { $0 + $1.url.count }
        #expect(try await source.held(ReplayOptions(), upTo: count)?.urls == hits.map(\.url))
        #expect(try await source.held(ReplayOptions(), upTo: count - 1) == nil)
        let log = ReplaySource.log("log") { MemoryLogSource(Array("/a\n".utf8)) }
        #expect(try await log.held(ReplayOptions(), upTo: .max) == nil)
    }

    @Test("held hits are those that the options select, with the lines that could not be read")
    func options() async throws {
        let lines =
            "{\"url\":\"/a\",\"time\":\"2026-01-01T00:00:00Z\"}\n{}\n"
            + "{\"url\":\"/b\",\"time\":\"2026-02-01T00:00:00Z\"}\n"
        let log = ReplayLog(name: "log", isReadTwice: true) {
            MemoryLogSource(Array(lines.utf8))
        }
        var options = ReplayOptions()
        options.until = Timestamp("2026-01-15T00:00:00Z")
        let snapshot = RegistrySnapshot.of(["/a"])
        let held = try #require(await ReplaySource.logs([log]).held(options, upTo: .max))
        // The one that is left out tells of hosts.
        #expect(held.batches.map(\.count) == [1])
        #expect(Set(held.urls) == [Array("/a".utf8), Array("/b".utf8)])
        let replay = Replay(from: snapshot, to: snapshot, options: options)
        let report = try await replay.run(held.source)
        #expect(report == (try await replay.run(.logs([log]))))
        #expect(report.rejects?.count == 1 && report.total.hits == 1 && report.isComplete)
    }

    @Test("hits that were held until the user stopped are an incomplete report")
    func stopped() async throws {
        let hits = (0..<10_000).map { ReplayHit(url: Array("/page/\($0)".utf8)) }
        let held = try #require(
            await ReplaySource.hits(hits).held(ReplayOptions(), upTo: .max) { $0.hitCount < 5_000 })
        let snapshot = RegistrySnapshot.of(["/a"])
        let report = try await Replay(from: snapshot, to: snapshot).run(held.source)
        #expect(!report.isComplete && (4_096..<10_000).contains(report.total.hits))
    }
}
