#if Hub
import RouteDB
import RouteDBFollower
import RouteDBHistory
import RouteDBHub
import RouteDBStorage
import RouteDBTestSupport
import Testing

@Suite(
    "Hubs of other versions",
    .enabled(if: TestHub.server != nil, TestHub.skipped))
struct HubVersionTests {
    private let local: HistoryFixture
    private let test: TestHub
    private let hub: HubDesk
    private let source: RegistryStore
    private let now = SystemClock.microseconds()

    init() async throws {
        local = try HistoryFixture()
        test = try TestHub()
        hub = HubDesk(test.address)
        source = try RegistryStore.open(
            path: local.directory.path("routes.db"), mode: .creating(.test("init")))
    }

    private func ship(_ count: Int, to address: HubAddress) async throws {
        let hits = (0..<count).map { index in
            Hit(timeMicroseconds: now, url: Array("/\(index)".utf8), outcome: .unmatched)
        }
        try local.writer().append(HitBatch(hits))
        let shipper = HitShipper(local.path, to: address, node: "web")
        #expect(try await shipper.step().hits == Int64(count))
        await shipper.close()
    }

    @Test("a node works with a hub of version 1, before and after that is brought up to date")
    func upgrade() async throws {
        #expect(try await hub.makeTables(upTo: 1) == 0)
        _ = try await hub.publish(source.path, isReplacing: false)
        let user = try test.user()
        for right in [
            "USAGE ON SCHEMA routedb", "SELECT (key, acked) ON routedb.stream",
            "SELECT ON routedb.hub, routedb.registry_head, routedb.registry_revision,"
                + " routedb.registry_part",
            "EXECUTE ON FUNCTION routedb.heard, routedb.ship",
        ] {
            try test.run("GRANT \(right) TO \(user.name)")
        }
        let node = RegistryFollower(
            HubSource(user.address, node: "web", groups: ["canary"]),
            FollowOptions(path: local.directory.path("local.db")))
        #expect(try await node.step().error == nil)
        try await ship(3, to: user.address)
        #expect(try await hub.nodes().map(\.offered) == [1])
        #expect(try await hub.groups().isEmpty)
        #expect(try await hub.examine().isEmpty)
        #expect(try await hub.status().version == 1)
        for work in [
            { _ = try await hub.addGroup("canary") },
            { try await hub.grant(.node, to: user.name) },
        ] {
            let error = await #expect(throws: RouteDBError.self) { try await work() }
            #expect(error?.code == .schemaMismatch)
        }
        #expect(try await hub.makeTables() == 1)
        #expect(try await hub.status().version == 3)
        // The first promotion has hits to compare with.
        #expect(try test.number("SELECT sum(hits) FROM routedb.hit_revision") == 3)
        try source.write(.test()) { try $0.add(RouteDraft(pattern: "/a", target: "a")) }
        _ = try await hub.publish(source.path, isReplacing: false)
        #expect(try await node.step().error == nil)
        try await ship(2, to: user.address)
        #expect(try await hub.nodes().map(\.groups) == [["canary"]])
        #expect(try await hub.nodes().map(\.revision) == [2])
        #expect(try test.number("SELECT sum(hits) FROM routedb.hit_revision") == 5)
        #expect(try await hub.examine().isEmpty)
        await node.shutDown()
    }

    @Test("a hub of version 2, with groups and hits, is brought up to date, and then forgets")
    func secondVersion() async throws {
        #expect(try await hub.makeTables(upTo: 2) == 0)
        _ = try await hub.addGroup("canary")
        try await ship(3, to: test.address)
        let error = await #expect(throws: RouteDBError.self) {
            _ = try await hub.forget(.principal("ada"))
        }
        #expect(error?.code == .schemaMismatch)
        #expect(try await hub.examine().filter { $0.area == "hits" }.map(\.message) == [])
        #expect(try await hub.makeTables() == 2)
        try await ship(2, to: test.address)
        #expect(try await hub.forget(.principal("ada")) == 0)
        #expect(try test.number("SELECT sum(hits) FROM routedb.hit_revision") == 5)
        #expect(try await hub.examine().filter { $0.area == "hits" }.map(\.message) == [])
    }

    @Test("what knows no groups may read a hub as long as there are none, and write in any case")
    func oldClients() async throws {
        _ = try await hub.makeTables()
        func least() throws -> [String?]? {
            try test.run("SELECT version, min_reader, min_writer FROM routedb.hub").first
        }
        #expect(try least() == ["3", "1", "1"])
        _ = try await hub.addGroup("canary")
        #expect(try least() == ["3", "2", "1"])
        // What a node of version 1 does.
        #expect(
            try test.run("SELECT routedb.heard('old', '1', 0, '', NULL, 0)").first == ["f"])
        for group in ["canary", "all"] { try await hub.removeGroup(group) }
        #expect(try least() == ["3", "1", "1"])
    }

    @Test("an update of the tables that fails leaves them as they were")
    func interrupted() async throws {
        _ = try await hub.makeTables(upTo: 1)
        try test.run("CREATE TABLE routedb.halt (id integer)")
        await #expect(throws: RouteDBError.self) { _ = try await hub.makeTables() }
        #expect(try await hub.status().version == 1)
        #expect(try await hub.examine().isEmpty)
        try test.run("DROP TABLE routedb.halt")
        #expect(try await hub.makeTables() == 1)
    }

    @Test("a hub that lost a table of groups says which")
    func incomplete() async throws {
        _ = try await hub.makeTables()
        try test.run("DROP TABLE routedb.halt CASCADE")
        #expect(try await hub.examine().map(\.message).first?.contains("'halt'") == true)
        let error = await #expect(throws: RouteDBError.self) { _ = try await hub.groups() }
        #expect(error?.code == .schemaMismatch)
    }
}
#endif
