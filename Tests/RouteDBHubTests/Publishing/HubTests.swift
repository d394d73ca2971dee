#if Hub
import Foundation
import RouteDB
import RouteDBFollower
import RouteDBHub
import RouteDBStorage
import RouteDBTestSupport
import Testing

@Suite(
    "A hub",
    .enabled(if: TestHub.server != nil, "ROUTEDB_TEST_HUB names no PostgreSQL: see 'make test-hub'"))
struct HubTests {
    private let directory: TemporaryDirectory
    private let test: TestHub
    private let hub: HubDesk
    private let source: RegistryStore

    init() throws {
        directory = try TemporaryDirectory()
        test = try TestHub()
        hub = HubDesk(test.address)
        source = try RegistryStore.open(
            path: directory.path("routes.db"), mode: .creating(.test("init")))
    }

    private func add(_ names: String...) throws {
        for name in names {
            try source.write(.test()) { editor in
                try editor.add(RouteDraft(pattern: "/\(name)/{id:int}", target: name, name: name))
            }
        }
    }

    private func follower(_ name: String = "node") throws -> RegistryFollower {
        try RegistryFollower(
            HubSource(test.address, node: name),
            FollowOptions(path: directory.path("\(name).db")))
    }

    private func expectEqual(_ name: String = "node") throws {
        let copy = try RegistryStore.open(path: directory.path("\(name).db"), mode: .reading)
        #expect(try copy.revisions() == source.revisions())
        #expect(try copy.snapshot() == source.snapshot())
        #expect(try copy.tags.all() == source.tags.all())
        #expect(try copy.check() == [])
    }

    @Test("its tables are made once")
    func tables() async throws {
        let error = await #expect(throws: RouteDBError.self) { try await hub.status() }
        #expect(error?.code == .notARegistry)
        #expect(try await hub.makeTables() == false)
        #expect(try await hub.makeTables())
        #expect(try await hub.status().position == .start)
    }

    @Test("nodes get what is published, then what is new, and the hub knows what they have")
    func follows() async throws {
        _ = try await hub.makeTables()
        try add("a", "b")
        #expect(try await hub.publish(source.path, isReplacing: false).new.revision == 3)
        let node = try follower()
        #expect(try await node.step().new?.revision == 3)
        try expectEqual()
        #expect(try await node.step().new == nil)
        try add("c")
        _ = try source.tags.set("live", to: .live, .test(), isMoving: false, dryRun: false)
        let done = try await hub.publish(source.path, isReplacing: false)
        #expect((done.old.revision, done.new.revision) == (3, 4))
        #expect(try await node.step().new?.revision == 4)
        try expectEqual()
        let nodes = try await hub.nodes()
        #expect(nodes.map(\.name) == ["node"])
        #expect(nodes.map(\.revision) == [4])
        #expect(nodes.allSatisfy { $0.isKnown && $0.error == nil })
        await node.shutDown()
    }

    @Test("a registry with another history is published only on demand, and replaces the nodes'")
    func divergence() async throws {
        _ = try await hub.makeTables()
        let other = try RegistryStore.open(
            path: directory.path("other.db"), mode: .creating(.test("init")))
        for name in ["x", "y", "z"] {
            try other.write(.test()) { try $0.add(RouteDraft(pattern: "/\(name)", target: name)) }
        }
        _ = try await hub.publish(other.path, isReplacing: false)
        let node = try follower()
        _ = try await node.step()
        try add("a")
        let error = await #expect(throws: RouteDBError.self) {
            try await hub.publish(source.path, isReplacing: false)
        }
        #expect(error?.code == .revisionConflict)
        #expect(try await hub.status().position == other.position())
        #expect(try await hub.publish(source.path, isReplacing: true).isReplaced)
        let step = try await node.step()
        #expect(step.new?.revision == 2)
        try expectEqual()
        await node.shutDown()
    }

    @Test("publications at once follow each other: no revision is there twice, and none is missing")
    func concurrent() async throws {
        _ = try await hub.makeTables()
        try add("a", "b", "c", "d")
        let (path, address) = (source.path, test.address)
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<4 {
                group.addTask {
                    let desk = HubDesk(address)
                    _ = try await desk.publish(path, isReplacing: false)
                    await desk.close()
                }
            }
            try await group.waitForAll()
        }
        let node = try follower()
        _ = try await node.step()
        try expectEqual()
        await node.shutDown()
    }

    @Test("a hub of a newer version is refused, by readers and writers apart")
    func versions() async throws {
        _ = try await hub.makeTables()
        try test.run("UPDATE routedb.hub SET version = 9, min_writer = 9")
        let error = await #expect(throws: RouteDBError.self) {
            try await hub.publish(source.path, isReplacing: false)
        }
        #expect(error?.code == .schemaTooNew)
        #expect(try await hub.status().version == 9)
        try test.run("UPDATE routedb.hub SET min_reader = 9")
        let node = try follower()
        #expect(try await node.step().error?.code == .schemaTooNew)
        await node.shutDown()
    }

    @Test("rows that somebody has changed at the hub are refused, and the hub is told")
    func hostile() async throws {
        _ = try await hub.makeTables()
        try add("a")
        _ = try await hub.publish(source.path, isReplacing: false)
        let node = try follower()
        _ = try await node.step()
        let before = try RegistryStore.open(
            path: directory.path("node.db"), mode: .reading).snapshot()
        try add("b")
        _ = try await hub.publish(source.path, isReplacing: false)
        try test.run(
            "UPDATE routedb.registry_part SET lines = replace(lines, '\"target\":\"b\"', '\"target\":\"c\"')"
        )
        #expect(try await node.step().error?.code == .revisionRefused)
        let after = try RegistryStore.open(
            path: directory.path("node.db"), mode: .reading).snapshot()
        #expect(after == before)
        #expect(try await hub.nodes().first?.error?.contains("Revision 3") == true)
        await node.shutDown()
    }

    @Test("a node whose connection is cut goes on with a new one")
    func cutConnection() async throws {
        _ = try await hub.makeTables()
        try add("a")
        _ = try await hub.publish(source.path, isReplacing: false)
        let node = try follower()
        _ = try await node.step()
        try test.run(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
                + " WHERE datname = current_database() AND pid <> pg_backend_pid()")
        #expect(try await node.step().error?.code == .sourceUnavailable)
        #expect(try await node.step().error == nil)
        try expectEqual()
        await node.shutDown()
    }

    @Test("a revision of many rows comes in parts")
    func parts() async throws {
        _ = try await hub.makeTables()
        try source.write(.test()) { editor in
            for index in 0..<4_000 {
                try editor.add(RouteDraft(pattern: "/many/\(index)", target: "t"))
            }
        }
        _ = try await hub.publish(source.path, isReplacing: false)
        let node = try follower()
        #expect(try await node.step().new?.revision == 2)
        try expectEqual()
        await node.shutDown()
    }
}

@Suite("Addresses of hubs")
struct HubAddressTests {
    @Test(
        "a password in an address is refused, and not repeated",
        arguments: [
            "postgresql://ada:secret@db/routes", "host=db password=secret",
            "postgresql://db/routes?password=secret", "nonsense", "host='db",
        ])
    func invalid(_ text: String) {
        let error = #expect(throws: RouteDBError.self) { try HubAddress(text) }
        #expect(error?.code == .invalidValue)
        #expect(error?.description.contains("secret") == false)
    }

    @Test("a hub that is not there is said to be away")
    func away() async throws {
        let desk = HubDesk(try HubAddress("host=127.0.0.1 port=9 dbname=routes"))
        let error = await #expect(throws: RouteDBError.self) { try await desk.status() }
        #expect(error?.code == .sourceUnavailable)
    }
}

extension FollowEvent {
    /// What the file has after a step that changed it.
    fileprivate var new: FeedPosition? {
        if case .took(let step) = self { step.new } else { nil }
    }
}
#endif
