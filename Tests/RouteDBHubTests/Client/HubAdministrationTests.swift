#if Hub
import RouteDB
import RouteDBFollower
import RouteDBHistory
import RouteDBHub
import RouteDBStorage
import RouteDBTestSupport
import Testing

@Suite(
    "Administering a hub",
    .enabled(if: TestHub.server != nil, TestHub.skipped))
struct HubAdministrationTests {
    private let local: HistoryFixture
    private let test: TestHub
    private let hub: HubClient
    private let now = SystemClock.now()

    init() async throws {
        local = try HistoryFixture()
        test = try TestHub()
        hub = try await test.client()
    }

    private func hits(_ count: Int, daysAgo days: Int64) -> [Hit] {
        (0..<count).map { index in
            Hit(
                time: now - .seconds(days * 86_400), url: Array("/\(index)".utf8),
                outcome: .unmatched)
        }
    }

    @Test("a node may follow, ship and report, and nothing else")
    func nodeRights() async throws {
        let source = try RegistryStore.open(
            path: local.directory.path("routes.db"), mode: .creating(.test("init")))
        _ = try await hub.publish(source.path, isReplacing: false)
        let user = try test.user()
        let node = HubClient(user.address)
        let error = await #expect(throws: RouteDBError.self) { try await node.status() }
        #expect(error?.code == .permissionDenied)
        try await hub.grant(.node, to: user.name)
        let follower = RegistryFollower(
            HubSource(user.address, node: "web"),
            FollowOptions(path: local.directory.path("local.db")))
        #expect(try await follower.step().error == nil)
        #expect(try await hub.nodes().map(\.name) == ["web"])
        try local.writer().append(HitBatch(hits(5, daysAgo: 0)))
        let shipper = HitShipper(local.path, to: user.address, node: "web")
        #expect(try await shipper.step().hits == 5)
        let connection = try HubConnection(user.address)
        for sql in [
            "SELECT url FROM routedb.hit", "SELECT * FROM routedb.hits",
            "SELECT acked FROM routedb.stream", "DELETE FROM routedb.hit",
            "UPDATE routedb.stream SET acked = 0", "UPDATE routedb.registry_head SET revision = 9",
            "INSERT INTO routedb.registry_part VALUES (1, 1, '')", "DROP SCHEMA routedb CASCADE",
            "SELECT * FROM routedb.node", "UPDATE routedb.hub SET version = 2",
            "CREATE TABLE routedb.mine (id integer)", "SELECT routedb.open_days('{}')",
            "SELECT routedb.advance(repeat('ab', 16), 'web', 1, 9)",
        ] {
            let failure = #expect(throws: HubFailure.self) { try connection.run(sql) }
            #expect(failure?.code == "42501", "\(sql)")
        }
        await follower.shutDown()
        await shipper.close()
    }

    @Test("an editor may publish, and not read hits")
    func editorRights() async throws {
        let source = try RegistryStore.open(
            path: local.directory.path("routes.db"), mode: .creating(.test("init")))
        let user = try test.user()
        try await hub.grant(.editor, to: user.name)
        let editor = HubClient(user.address)
        #expect(try await editor.publish(source.path, isReplacing: false).new.revision == 1)
        let failure = #expect(throws: HubFailure.self) {
            try HubConnection(user.address).run("SELECT * FROM routedb.hit")
        }
        #expect(failure?.code == "42501")
        let error = await #expect(throws: RouteDBError.self) {
            try await hub.grant(.node, to: "nobody'; DROP SCHEMA routedb; --")
        }
        #expect(error?.code == .invalidValue)
    }

    @Test("old days go, their sums stay, and those of streams are joined")
    func prune() async throws {
        try local.writer(stream: 1).append(HitBatch(hits(5, daysAgo: 40)))
        try local.writer(stream: 2).append(HitBatch(hits(7, daysAgo: 40)))
        try local.writer(stream: 2).append(HitBatch(hits(3, daysAgo: 0)))
        try local.writer(stream: 3).append(HitBatch(hits(2, daysAgo: 4_000)))
        let shipper = HitShipper(local.path, to: test.address, node: "web")
        while try await shipper.step() != ShippedHits() {}
        #expect(try await hub.prune(olderThan: 30 * 86_400).deleted.count == 1)
        #expect(try test.number("SELECT count(*) FROM routedb.hit") == 3)
        #expect(try test.number("SELECT sum(hits) FROM routedb.hit_hour") == 17)
        #expect(
            try test.number("SELECT sum(hits) FROM routedb.hit_hour WHERE stream = 0") == 14)
        #expect(try test.number("SELECT count(*) FROM routedb.hit_hour WHERE stream = 0") == 2)
        #expect(try await hub.examine().isEmpty)
        #expect(
            try await hub.prune(olderThan: 30 * 86_400) == PrunedDays(deleted: [], kept: []))
    }
}
#endif
