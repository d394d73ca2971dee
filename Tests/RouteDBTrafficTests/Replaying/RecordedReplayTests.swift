import RouteDBHistory
import RouteDBTestSupport
import Testing

@testable import RouteDB
@testable import RouteDBTraffic

/// Recorded hits, replayed.
@Suite("What decided a hit")
struct RecordedReplayTests {
    private let directory: TemporaryDirectory

    init() throws { directory = try TemporaryDirectory() }

    private static let namespace = NamespaceID(rawValue: 1)

    /// A registry with a rule for each attribute that a rule can read.
    private static func registry() throws -> RegistrySnapshot {
        var snapshot = RegistrySnapshot.of([
            "/staff", "/pro", "/beta", "/cart", "/cart", "/user/{id}",
        ])
        (snapshot.routes[3].kind, snapshot.routes[4].kind) = ("GET", "POST")
        snapshot.routes[4].target = "add"
        func allow(
            _ route: Int, _ subject: AccessRule.Subject, _ conditions: [AccessRule.Condition] = []
        ) -> AccessRule {
            AccessRule(
                id: RuleID(rawValue: Int64(route) + 1), scope: .route(snapshot.routes[route].id),
                effect: .allow, subject: subject, conditions: conditions)
        }
        snapshot.accessRules = [
            allow(0, .role("staff")), allow(1, .claim("plan", "pro")),
            allow(
                2, .anyone, [AccessRule.Condition(.context("build"), .range(ExactNumber(7), nil))]),
        ]
        return snapshot
    }

    private static func requests(_ random: inout SeededGenerator) -> [ResolutionRequest] {
        (0..<300).map { _ in
            var request = ResolutionRequest(
                random.pick(["/staff", "/pro", "/beta", "/cart", "/user/7", "/none"]))
            request.time = Timestamp(microseconds: Int64(random.below(1_000)))
            request.kind = random.pick([nil, "GET", "POST", "PUT"])
            if random.oneIn(3) { request.context = ["build": .int(Int64(random.below(12)))] }
            if random.oneIn(2) {
                request.principal = RequestPrincipal(
                    random.pick(["ann", "bob"]), roles: random.oneIn(2) ? ["staff", "b"] : ["b"],
                    claims: random.oneIn(2) ? ["plan": "pro", "secret": 1] : [:])
            }
            return request
        }
    }

    @Test("a hit keeps what decided it, and its replay decides the same", arguments: 1...4)
    func exact(seed: UInt64) async throws {
        var random = SeededGenerator(seed: seed)
        let snapshot = try Self.registry()
        let table = RoutingTable(snapshot)
        let requests = Self.requests(&random)
        let path = directory.path("routes.hits.db")
        let recorder = HitRecorder(history: path)
        let answers = requests.map { table.resolve($0) }
        for answer in answers { recorder.record(answer) }
        await recorder.shutdown()

        let history = try await HitHistory.open(path)
        let again = HitRequests(table)
        var place = 0
        for try await hit in history.hits(HitSelection()) {
            let replayed = table.resolve(again.request(of: hit))
            #expect(replayed.outcome == answers[place].outcome)
            #expect(replayed.target == answers[place].target)
            #expect(replayed.access == answers[place].access)
            #expect(hit.outcome == answers[place].outcome)
            #expect(hit.attributes.claims["secret"] == nil)
            place += 1
        }
        await history.close()
        #expect(place == requests.count)

        // Opening every route changes just the answers that were refused.
        var open = snapshot
        open.accessRules = []
        let report = try await Replay(from: snapshot, to: open).run(.history(path))
        let refused = answers.count { $0.outcome == .denied }
        #expect(refused > 0 && report.changed.recorded == Int64(refused))
        #expect(report.groups.allSatisfy { $0.classes == [.otherDecision] })
        #expect(report.lacks.isEmpty)
        // Nobody asked for this role before, but the roles are there.
        var closed = snapshot
        closed.accessRules[0].subject = .role("b")
        #expect(try await Replay(from: snapshot, to: closed).run(.history(path)).lacks.isEmpty)
        // Nobody asked for this claim.
        closed.accessRules[1].subject = .claim("tier", nil)
        let lacks = try await Replay(from: snapshot, to: closed).run(.history(path)).lacks
        #expect(lacks.map(\.attribute) == [.claim("tier")])
        let asked = answers.count { $0.foundRoute?.id == snapshot.routes[1].id }
        #expect(lacks.first?.count.recorded == Int64(asked))
    }

    @Test("an exported history is replayed as the history itself, whatever decided its hits")
    func exported() async throws {
        var random = SeededGenerator(seed: 5)
        let snapshot = try Self.registry()
        let table = RoutingTable(snapshot)
        let path = directory.path("routes.hits.db")
        let recorder = HitRecorder(history: path)
        for request in Self.requests(&random) { recorder.record(table.resolve(request)) }
        await recorder.shutdown()
        let session = try SQLSession(registry: nil, history: path)
        let rows = HitRows(HitSQLSelection(), in: session)
        var text: [UInt8] = []
        try rows.forEach { cells in
            rows.append(cells, to: &text)
            text.append(0x0A)
        }
        let log = text
        var open = snapshot
        open.accessRules = []
        let replay = Replay(from: snapshot, to: open)
        let own = try await replay.run(.history(path))
        let other = try await replay.run(.log("hits", format: "ndjson") { MemoryLogSource(log) })
        #expect(own.changed.hits > 0 && other.groups == own.groups && other.lacks == own.lacks)
        #expect(other.matched == own.matched)
    }

    @Test("privacy rules keep an attribute as it is, or drop it")
    func privacy() async throws {
        let snapshot = try Self.registry()
        let table = RoutingTable(snapshot)
        var request = ResolutionRequest("/staff")
        request.context = ["build": 7]
        request.principal = RequestPrincipal("ann", roles: ["staff"], claims: ["plan": "pro"])
        func attributes(_ rules: [String]) async throws -> ResolutionRequest.Attributes {
            let directory = try TemporaryDirectory()
            let path = directory.path("routes.hits.db")
            let options = HitRecorder.Options(
                privacy: try PrivacyRules(rules, key: [UInt8](repeating: 7, count: 16)))
            let recorder = HitRecorder(history: path, options: options)
            recorder.record(table.resolve(request))
            await recorder.shutdown()
            let history = try await HitHistory.open(path)
            var found = ResolutionRequest.Attributes()
            for try await hit in history.hits(HitSelection()) { found = hit.attributes }
            await history.close()
            return found
        }
        var all = ResolutionRequest.Attributes()
        (all.roles, all.claims, all.context) = (["staff"], ["plan": "pro"], ["build": 7])
        #expect(try await attributes([]) == all)
        var some = all
        some.context = [:]
        #expect(try await attributes(["build=hash"]) == some)
        (some.roles, some.claims, some.context) = (nil, [:], ["build": 7])
        #expect(try await attributes(["@principal=drop"]) == some)
        some = all
        (some.claims, some.context) = ([:], [:])
        #expect(try await attributes(["*=drop"]) == some)
    }

    @Test("requests without hosts are warned about, where routes need one")
    func hosts() async throws {
        let base = RegistrySnapshot.of(["https://shop.example/a", "/b"])
        let head = RegistrySnapshot.of(["https://shop.example/c", "/b"])
        let lines = Array("{\"url\":\"/a\"}\n{\"url\":\"/b\"}\n".utf8)
        let report = try await Replay(from: base, to: head)
            .run(.log("l") { MemoryLogSource(lines) })
        #expect(report.matched.hits == 1)
        #expect(report.hostWarning?.remedy.host == "shop.example")
        #expect(report.hostWarning?.matched == 1 && report.hostWarning?.tried == 2)
        let hosted = try await Replay(from: base, to: head)
            .run(.log("l", options: LogOptions(host: "shop.example")) { MemoryLogSource(lines) })
        #expect(hosted.hostWarning == nil && hosted.groups.map(\.classes) == [[.nowUnmatched]])
    }
}
