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
    .enabled(if: TestHub.server != nil, TestHub.skipped))
struct HubTests {
    private let directory: TemporaryDirectory
    private let test: TestHub
    private let hub: HubClient
    private let source: RegistryStore

    init() throws {
        directory = try TemporaryDirectory()
        test = try TestHub()
        hub = HubClient(test.address)
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

    private func follower(_ name: String = "node") -> RegistryFollower {
        RegistryFollower(
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
        #expect(try await hub.makeTables() == 0)
        #expect(try await hub.makeTables() == HubSchema.version)
        #expect(try await hub.status().position == .start)
        #expect(try await hub.examine().isEmpty)
    }

    @Test("a database whose texts are not UTF-8 is made no hub")
    func encoding() async throws {
        let other = try TestHub(encoding: "LATIN1")
        let client = HubClient(other.address)
        let error = await #expect(throws: RouteDBError.self) { try await client.makeTables() }
        #expect(error?.code == .invalidValue)
        #expect(error?.message.contains("stores texts in LATIN1, and a hub needs UTF-8") == true)
        #expect(try other.run("SELECT to_regclass('routedb.hub')") == [[nil]])
        await client.close()
    }

    @Test("nodes get what is published, then what is new, and the hub knows what they have")
    func follows() async throws {
        _ = try await hub.makeTables()
        try add("a", "b")
        #expect(try await hub.publish(source.path, isReplacing: false).new.revision == 3)
        let node = follower()
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
        let node = follower()
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
                    let client = HubClient(address)
                    _ = try await client.publish(path, isReplacing: false)
                    await client.close()
                }
            }
            try await group.waitForAll()
        }
        let node = follower()
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
        let node = follower()
        #expect(try await node.step().error?.code == .schemaTooNew)
        await node.shutDown()
        await #expect(throws: RouteDBError.self) { try await hub.makeTables() }
    }

    @Test("tables that cannot all be made are not made at all")
    func interrupted() async throws {
        try test.run("CREATE SCHEMA routedb")
        try test.run("CREATE TABLE routedb.halt (id integer)")
        await #expect(throws: RouteDBError.self) { _ = try await hub.makeTables() }
        let error = await #expect(throws: RouteDBError.self) { try await hub.status() }
        #expect(error?.code == .notARegistry)
        try test.run("DROP TABLE routedb.halt")
        #expect(try await hub.makeTables() == 0)
        #expect(try await hub.status().version == 1)
        #expect(try await hub.examine().isEmpty)
    }

    @Test("a hub that lost a table of groups says which")
    func incompleteGroups() async throws {
        _ = try await hub.makeTables()
        try test.run("DROP TABLE routedb.halt CASCADE")
        #expect(try await hub.examine().map(\.message).first?.contains("'halt'") == true)
        let error = await #expect(throws: RouteDBError.self) { _ = try await hub.groups() }
        #expect(error?.code == .schemaMismatch)
    }

    @Test("a hub that lacks a table, or its own row, is said to be incomplete")
    func incomplete() async throws {
        _ = try await hub.makeTables()
        try add("a")
        try test.run("DROP TABLE routedb.registry_part")
        let error = await #expect(throws: RouteDBError.self) {
            try await hub.publish(source.path, isReplacing: false)
        }
        #expect(error?.code == .schemaMismatch)
        #expect(try await hub.examine().map(\.area) == ["schema"])
        try test.run("DELETE FROM routedb.hub")
        let other = await #expect(throws: RouteDBError.self) { try await hub.status() }
        #expect(other?.code == .schemaMismatch)
    }

    @Test("rows that somebody has changed at the hub are refused, and the hub is told")
    func hostile() async throws {
        _ = try await hub.makeTables()
        try add("a")
        _ = try await hub.publish(source.path, isReplacing: false)
        let node = follower()
        _ = try await node.step()
        let before = try RegistryStore.open(
            path: directory.path("node.db"), mode: .reading
        ).snapshot()
        try add("b")
        _ = try await hub.publish(source.path, isReplacing: false)
        try test.run(
            """
            UPDATE routedb.registry_part
            SET lines = replace(lines, '"target":"b"', '"target":"c"')
            """
        )
        #expect(try await node.step().error?.code == .revisionRefused)
        _ = try await node.step()
        let after = try RegistryStore.open(
            path: directory.path("node.db"), mode: .reading
        ).snapshot()
        #expect(after == before)
        #expect(try await hub.nodes().first?.error?.contains("Revision 3") == true)
        #expect(try await hub.examine().map(\.area) == ["node"])
        await node.shutDown()
    }

    @Test("a node whose connection is cut goes on with a new one")
    func cutConnection() async throws {
        _ = try await hub.makeTables()
        try add("a")
        _ = try await hub.publish(source.path, isReplacing: false)
        let node = follower()
        _ = try await node.step()
        try test.endConnections()
        try add("b")
        _ = try await hub.publish(source.path, isReplacing: false)
        #expect(try await node.step().new?.revision == 3)
        try expectEqual()
        await node.shutDown()
    }

    @Test("a commit of the registry is told to the nodes at once")
    func notification() async throws {
        _ = try await hub.makeTables()
        try add("a")
        let source = HubSource(test.address, node: "node")
        let (hub, path) = (hub, self.source.path)
        let hints = HintCount()
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask {
                do {
                    try await source.listen {
                        let count = hints.next()
                        // The first says that it listens.
                        if count == 1 {
                            Task { _ = try await hub.publish(path, isReplacing: false) }
                        } else {
                            unsafe withUnsafeCurrentTask { unsafe $0?.cancel() }
                        }
                    }
                } catch is CancellationError {}
            }
            try await group.waitForAll()
        }
        #expect(hints.next() == 3)
        await source.shutDown()
    }

    @Test("a hub without a registry makes no file at a node, and keeps the one that it has")
    func empty() async throws {
        _ = try await hub.makeTables()
        let node = follower()
        #expect(try await node.step().error?.code == .sourceUnavailable)
        #expect(!FileManager.default.fileExists(atPath: directory.path("node.db")))
        await node.shutDown()
    }

    @Test("two processes of one name are noticed, and a clock that is wrong")
    func doubledName() async throws {
        _ = try await hub.makeTables()
        try add("a")
        _ = try await hub.publish(source.path, isReplacing: false)
        let sources = [
            HubSource(test.address, node: "web"),
            HubSource(test.address, node: "web", clock: { SystemClock.now() + .seconds(60) }),
        ]
        let position = try source.position()
        #expect(await sources[0].report(at: position, refusing: nil) == nil)
        #expect(await sources[1].report(at: position, refusing: nil) == nil)
        // One that was restarted looks the same until the other is heard of again.
        #expect(await sources[0].report(at: position, refusing: nil) != nil)
        #expect(await sources[1].report(at: position, refusing: nil) != nil)
        let messages = try await hub.examine().map(\.message)
        #expect(messages.count == 2)
        #expect(messages.contains { $0.contains("name of two processes") })
        #expect(messages.contains { $0.contains("ahead of the hub's") })
        for source in sources { await source.shutDown() }
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
        let node = follower()
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
            "postgresql://db/routes?password=secret", "nonsense", "host='db password=secret",
            "postgresql://ada:secret@db:port/routes",
        ])
    func invalid(_ text: String) {
        let error = #expect(throws: RouteDBError.self) { try HubAddress(text) }
        #expect(error?.code == .invalidValue)
        #expect(error?.description.contains("secret") == false)
    }

    @Test("a hub that is not there is said to be away")
    func away() async throws {
        let client = HubClient(try HubAddress("host=127.0.0.1 port=9 dbname=routes"))
        let error = await #expect(throws: RouteDBError.self) { try await client.status() }
        #expect(error?.code == .sourceUnavailable)
    }
}

/// Counts hints.
private final class HintCount: Sendable {
    private let count = Locked(0)

    func next() -> Int {
        count.withLock { count in
            count += 1
            return count
        }
    }
}

extension FollowEvent {
    /// What the file has after a step that changed it.
    fileprivate var new: FeedPosition? {
        if case .took(let step) = self { step.new } else { nil }
    }
}
#endif
