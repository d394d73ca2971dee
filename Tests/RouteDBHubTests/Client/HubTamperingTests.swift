#if Hub
import Foundation
import RouteDB
import RouteDBFollower
import RouteDBHub
import RouteDBTestSupport
import Testing

@testable import RouteDBStorage

/// A hub whose rows somebody has changed by other ways than the library, perhaps with digests that match.
@Suite(
    "A hub that was tampered with",
    .enabled(if: TestHub.server != nil, TestHub.skipped))
struct HubTamperingTests {
    private let directory: TemporaryDirectory
    private let test: TestHub
    private let hub: HubClient
    private let source: RegistryStore
    private let node: RegistryFollower
    private let clock = NodeClock()

    /// A node that has revision 2 of a hub, whose registry has revision 3.
    init() async throws {
        directory = try TemporaryDirectory()
        test = try TestHub()
        hub = try await test.client()
        source = try RegistryStore.open(
            path: directory.path("routes.db"), mode: .creating(.test("init")))
        var options = FollowOptions(path: directory.path("node.db"))
        options.now = { [clock] in clock.now.withLock { $0 } }
        node = RegistryFollower(HubSource(test.address, node: "node"), options)
        try add("a")
        _ = try await hub.publish(source.path, isReplacing: false)
        _ = try await node.step()
        try add("b")
    }

    private func add(_ name: String) throws {
        try source.write(.test()) { editor in
            try editor.add(RouteDraft(pattern: "/\(name)/{id:int}", target: name, name: name))
        }
    }

    private func nodeSnapshot() throws -> RegistrySnapshot {
        try RegistryStore.open(path: directory.path("node.db"), mode: .reading).snapshot()
    }

    /// Publishes the registry with changes behind its back, and digests that are those of its rows.
    private func publishForged(_ sql: String) async throws {
        let path = directory.path("forged.db")
        try FileManager.default.copyItem(atPath: source.path, toPath: path)
        try SQLiteFile.execute("PRAGMA ignore_check_constraints = ON; \(sql)", path: path)
        let forged = try RegistryStore.open(path: path, mode: .writing(time: 1))
        try RevisionDigests(database: forged.database).seal(3)
        _ = try await hub.publish(path, isReplacing: false)
    }

    /// The node refuses what the hub has, keeps what it has itself, and the hub is told why.
    private func expectRefusal(
        _ reason: String, sourceLocation: SourceLocation = #_sourceLocation
    ) async throws {
        let before = try nodeSnapshot()
        for _ in 1...2 {
            let error = try await node.step().error
            // What was refused is not asked for again at once.
            guard let error else { continue }
            #expect(
                [.revisionRefused, .invalidInput].contains(error.code), "\(error)",
                sourceLocation: sourceLocation)
        }
        #expect(try nodeSnapshot() == before, sourceLocation: sourceLocation)
        let told = try await hub.nodes().first?.error ?? "nothing"
        #expect(told.contains(reason), "\(told)", sourceLocation: sourceLocation)
        #expect(told.utf8.count < 4_000, sourceLocation: sourceLocation)
        let found = try await hub.examine().map(\.area)
        #expect(found.contains("node"), sourceLocation: sourceLocation)
    }

    /// The node is equal to the registry again once the hub is, though it may have the same name there.
    private func expectMended(sourceLocation: SourceLocation = #_sourceLocation) async throws {
        clock.now.withLock { $0 = $0 + .seconds(15) }
        let error = try await node.step().error
        #expect(error == nil, sourceLocation: sourceLocation)
        #expect(try nodeSnapshot() == source.snapshot(), sourceLocation: sourceLocation)
        #expect(try await hub.nodes().first?.error == nil, sourceLocation: sourceLocation)
        #expect(try await hub.examine().isEmpty, sourceLocation: sourceLocation)
        await node.shutDown()
    }

    /// A change of a registry's rows that no edit makes, and what is said of it.
    private static let forgeries = [
        ("UPDATE route SET name = 'b' || char(7) WHERE name = 'b'", "valid name"),
        ("UPDATE route SET target = 'b' || char(0) || 'c' WHERE name = 'b'", "valid target"),
        (
            "UPDATE route SET target = printf('%.*c', 15000000, 'x') WHERE name = 'b'",
            "valid target"
        ),
        (
            "UPDATE route SET target = printf('%.*c', 17000000, 'x') WHERE name = 'b'",
            "valid target"
        ),
        ("UPDATE revision SET author = 'x' || char(27) || '[2J' WHERE number = 3", "its author"),
        ("UPDATE revision SET message = 'x' || char(0) WHERE number = 3", "its message"),
        ("UPDATE revision SET created_at = 9223372036854775807 WHERE number = 3", "its time"),
        ("UPDATE revision SET created_at = -9223372036854775808 WHERE number = 3", "its time"),
        ("UPDATE route SET starts = -9223372036854775808 WHERE name = 'b'", "years 0 to 9999"),
        ("UPDATE route SET ends = 9223372036854775807 WHERE name = 'b'", "years 0 to 9999"),
    ]

    @Test(
        "rows that no edit could have made are refused, though their digest matches",
        arguments: forgeries)
    func forged(_ forgery: (sql: String, reason: String)) async throws {
        try await publishForged(forgery.sql)
        try await expectRefusal(forgery.reason)
        _ = try await hub.publish(source.path, isReplacing: true)
        try await expectMended()
    }

    private static let tags = "UPDATE routedb.registry_head SET ending = '{\"end\":3,\"tags\":[%]}'"

    private static func tag(_ name: String, _ revision: Int, _ author: String = "") -> String {
        let tag =
            "{\"name\":\"\(name)\",\"revision\":\(revision),\"time\":0,\"author\":\"\(author)\","
            + "\"message\":\"\"}"
        return tags.replacing("%", with: tag)
    }

    /// A change of the hub's tables, and what is said of it.
    private static let changes = [
        (tag("t", 99), "revision 99, which is not there"), (tag("t", 0), "which is not there"),
        (tag("t", 2, "x\\u001b"), "its author"), (tag("1", 2), "valid name"),
        (tags.replacing("%", with: "7"), "'tags'"),
        ("UPDATE routedb.registry_head SET ending = ''", "line 1"),
        (
            "UPDATE routedb.registry_part SET lines = lines || '{\"end\":3,\"tags\":[]}' || chr(10)"
                + " WHERE number = 3", "after its last line"
        ),
        (
            "UPDATE routedb.registry_revision SET digest = repeat('0', 64) WHERE number = 3",
            "head is not its newest"
        ),
        (
            "UPDATE routedb.registry_head SET digest = repeat('0', 64)", "head is not its newest"
        ),
        (
            "UPDATE routedb.registry_revision SET digest = repeat('0', 64) WHERE number = 2",
            "does not have the digest"
        ),
        ("UPDATE routedb.registry_part SET lines = replace(lines, '/b/', '/c/')", "digest is not"),
        (
            "UPDATE routedb.registry_part SET lines = repeat('x', 18000000) WHERE number = 3",
            "bytes"
        ),
        (
            "UPDATE routedb.registry_head SET ending = repeat('x', 18000000)",
            "its head is not its newest revision, or is too long"
        ),
        ("DELETE FROM routedb.registry_part WHERE number = 3", "it ends after revision 2 of 3"),
        ("UPDATE routedb.registry_part SET lines = '' WHERE number = 3", "line of a feed"),
    ]

    @Test(
        "tables that do not fit together are refused, and mended by publishing again",
        arguments: changes)
    func changed(_ change: (sql: String, reason: String)) async throws {
        _ = try await hub.publish(source.path, isReplacing: false)
        try test.run(change.sql)
        try await expectRefusal(change.reason)
        _ = try await hub.publish(source.path, isReplacing: true)
        try await expectMended()
    }

    @Test("a head that is gone is said to be, and followed again when it is back")
    func headIsGone() async throws {
        _ = try await hub.publish(source.path, isReplacing: false)
        try test.run("CREATE TABLE kept AS TABLE routedb.registry_head")
        try test.run("DELETE FROM routedb.registry_head")
        let before = try nodeSnapshot()
        #expect(try await node.step().error?.code == .corrupt)
        #expect(try nodeSnapshot() == before)
        #expect(
            try await hub.examine().contains {
                $0.message.contains("head of the registry is missing")
            })
        try test.run("INSERT INTO routedb.registry_head TABLE kept")
        try await expectMended()
    }

    @Test("a revision of many parts is fetched by some of them at a time")
    func manyParts() async throws {
        try source.write(.test()) { editor in
            for index in 0..<300 {
                try editor.add(
                    RouteDraft(
                        pattern: "/large/\(index)", target: "t",
                        defaults: ["k": .string(String(repeating: "x", count: 100_000))]))
            }
        }
        _ = try await hub.publish(source.path, isReplacing: false)
        let parts = try test.number("SELECT count(*) FROM routedb.registry_part WHERE number = 4")
        #expect(parts > 50)
        let sizes = Locked<[Int]>([])
        let own = HubSource(test.address, node: "other")
        _ = try await own.fetchFeed(after: .start, unless: nil) { lines in
            sizes.withLock { $0.append(lines.count) }
        }
        await own.shutDown()
        #expect(sizes.withLock { $0.max() ?? 0 } <= 4 << 20)
        #expect(sizes.withLock { $0.reduce(0, +) } > 30_000_000)
        try await expectMended()
    }
}

/// The time by the node's clock.
private final class NodeClock: Sendable {
    let now = Locked(SystemClock.now())
}
#endif
