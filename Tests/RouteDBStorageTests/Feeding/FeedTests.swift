import Foundation
import RouteDBDatabase
import RouteDBRouting
import RouteDBSQLite
import RouteDBStorage
import RouteDBTestSupport
import Testing

/// A registry that is kept equal to another one by feeds, without a service between them.
struct FollowingFixture {
    let directory: TemporaryDirectory
    let replica: RegistryStore

    init() throws {
        directory = try TemporaryDirectory()
        replica = try RegistryStore.open(
            path: directory.path("local.db"), mode: .following(time: 7))
    }

    static let origin = RegistryOrigin(address: "https://example.com", since: 7)

    /// The bytes of a feed.
    static func feed(
        of store: RegistryStore, after position: FeedPosition = .start
    ) throws -> [UInt8] {
        var feed = try store.beginFeed(after: position)
        var bytes: [UInt8] = []
        while true {
            let page = try store.readFeed(&feed)
            if page.isEmpty { return bytes }
            bytes += page
        }
    }

    /// Takes the bytes of a feed.
    @discardableResult
    func take(_ bytes: [UInt8]) throws(RouteDBError) -> FeedStep {
        let spool = try SpoolFile(beside: replica.path, limit: 1 << 30)
        try spool.append(bytes)
        return try replica.follow(FeedFile(spool.content, name: "the feed"), from: Self.origin)
    }

    @discardableResult
    func take(_ text: String) throws(RouteDBError) -> FeedStep { try take(Array(text.utf8)) }

    /// Takes what is new in a source, and checks that the two are equal then.
    @discardableResult
    func follow(_ source: RegistryStore) throws -> FeedStep {
        let step = try take(try Self.feed(of: source, after: try replica.position()))
        #expect(step.refusal == nil)
        try expectEqual(to: source)
        return step
    }

    func expectEqual(
        to source: RegistryStore, sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        let isEqual =
            try replica.snapshot() == source.snapshot()
            && replica.revisions() == source.revisions()
            && replica.tags.all() == source.tags.all()
        #expect(isEqual, sourceLocation: sourceLocation)
        #expect(try replica.check() == [], sourceLocation: sourceLocation)
        #expect(try replica.schemaAdditions() == [], sourceLocation: sourceLocation)
    }
}

@Suite("Feeds between registries")
struct FeedTests {
    private let source: RegistryFixture
    private let copy: FollowingFixture

    init() throws {
        source = try RegistryFixture()
        copy = try FollowingFixture()
    }

    private func draft(_ name: String) -> RouteDraft {
        RouteDraft(pattern: "/\(name)/{id:int}", target: name, name: name)
    }

    @Test("a new file gets every revision, with the same digests")
    func whole() throws {
        try source.add(draft("a"), draft("b"))
        try source.edit { editor in
            try editor.remove(RouteReference("a"))
            try editor.add(draft("c"))
        }
        let step = try copy.follow(source.store)
        #expect(step.old == .start)
        #expect(step.new == (try source.store.position()))
        #expect(!step.isReplaced)
        #expect(try copy.replica.origin() == FollowingFixture.origin)
        for revision in 1...step.new.revision {
            #expect(
                try copy.replica.snapshot(at: revision) == source.store.snapshot(at: revision))
        }
    }

    @Test("then it gets what is new only, and nothing is written if nothing is")
    func delta() throws {
        try source.add(draft("a"))
        try copy.follow(source.store)
        try source.add(draft("b"))
        let position = try copy.replica.position()
        let feed = try FollowingFixture.feed(of: source.store, after: position)
        #expect(feed.count { $0 == UInt8(ascii: "\n") } == 4)
        #expect(try copy.take(feed).new.revision == position.revision + 1)
        let reader = try RegistryStore.open(path: copy.replica.path, mode: .reading)
        let version = try reader.dataVersion()
        try copy.follow(source.store)
        #expect(try reader.dataVersion() == version)
    }

    @Test("a feed that comes twice changes nothing the second time")
    func twice() throws {
        try copy.follow(source.store)
        let position = try copy.replica.position()
        try source.add(draft("a"), draft("b"))
        let feed = try FollowingFixture.feed(of: source.store, after: position)
        try copy.take(feed)
        let step = try copy.take(feed)
        #expect(step.old == step.new)
        try copy.expectEqual(to: source.store)
    }

    @Test("tags follow, though they are in no revision")
    func tags() throws {
        try source.add(draft("a"))
        let set = { (name: String, revision: Int64, isMoving: Bool) in
            _ = try source.store.tags.set(
                name, to: .number(revision), .test(), isMoving: isMoving, dryRun: false)
        }
        try set("old", 1, false)
        try set("live", 1, false)
        try copy.follow(source.store)
        let before = try source.store.beginFeed(after: source.store.position()).fingerprint
        try set("live", 2, true)
        _ = try source.store.tags.remove("old", expecting: nil, dryRun: false)
        let after = try source.store.beginFeed(after: source.store.position()).fingerprint
        #expect(before != after)
        try copy.follow(source.store)
        #expect(try copy.replica.tags.all().map(\.name) == ["live"])
    }

    @Test("a source that was rolled back from a backup, or is another one, replaces the content")
    func divergence() throws {
        try source.add(draft("a"), draft("b"))
        try copy.follow(source.store)
        let other = try RegistryFixture()
        try other.add(draft("x"), draft("y"))
        #expect(try other.store.latestRevision() == source.store.latestRevision())
        let position = try copy.replica.position()
        #expect(try other.store.beginFeed(after: position).head.mustRefetch)
        #expect(try copy.follow(other.store).isReplaced)
        // A shorter history, too.
        let short = try RegistryFixture()
        #expect(try copy.follow(short.store).isReplaced)
        #expect(try copy.replica.latestRevision() == 1)
    }

    @Test("random registries with random edits stay equal, step by step")
    func random() throws {
        var generator = SeededGenerator(seed: 18)
        for round in 0..<40 {
            try source.edit { editor in
                for _ in 0..<Int.random(in: 1...5, using: &generator) {
                    let name = "r\(Int.random(in: 0..<12, using: &generator))"
                    switch Int.random(in: 0..<4, using: &generator) {
                    case 0: _ = try? editor.remove(RouteReference(name))
                    case 1:
                        try editor.setDefault(
                            name, to: .int(Int64(round)), in: .namespace("default"))
                    default: _ = try? editor.add(draft(name))
                    }
                }
            }
            if Bool.random(using: &generator) { try copy.follow(source.store) }
        }
        try copy.follow(source.store)
    }

    @Test("a history that is replaced while it is read ends the feed")
    func replacedWhileRead() throws {
        try source.add(draft("a"))
        try copy.follow(source.store)
        var feed = try copy.replica.beginFeed(after: .start)
        let other = try RegistryFixture()
        try other.add(draft("x"))
        try copy.follow(other.store)
        let error = #expect(throws: RouteDBError.self) { try copy.replica.readFeed(&feed) }
        #expect(error?.code == .revisionConflict)
    }

    @Test("a revision of thousands of rows comes in pages, which are bounded")
    func pages() throws {
        try source.edit { editor in
            for index in 0..<3_000 { try editor.add(draft("route-\(index)")) }
        }
        try source.edit { editor in
            for index in 0..<2_500 { try editor.remove(RouteReference("route-\(index)")) }
        }
        var feed = try source.store.beginFeed(after: .start)
        var sizes: [Int] = []
        while true {
            let page = try source.store.readFeed(&feed)
            if page.isEmpty { break }
            #expect(page.last == UInt8(ascii: "\n"))
            sizes.append(page.count)
        }
        #expect(sizes.count > 1)
        #expect((sizes.max() ?? 0) < 300_000)
        try copy.follow(source.store)
    }
}

@Suite("Registries that follow")
struct ReplicaTests {
    private let source: RegistryFixture
    private let copy: FollowingFixture

    init() throws {
        source = try RegistryFixture()
        copy = try FollowingFixture()
        try source.add(RouteDraft(pattern: "/a", target: "a", name: "a"))
        try copy.follow(source.store)
    }

    private func expectRefused(_ body: () throws -> Void) {
        let error = #expect(throws: RouteDBError.self) { try body() }
        #expect(error?.code == .readOnly)
        #expect(error?.message.contains("follows 'https://example.com'") == true)
        #expect(error?.hint?.contains("follow --stop") == true)
    }

    @Test("they refuse edits and tags, and say where to make them")
    func readOnly() throws {
        let store = try RegistryStore.open(path: copy.replica.path, mode: .writing(time: 1))
        let draft = RouteDraft(pattern: "/b", target: "b")
        expectRefused { try store.write(.test()) { try $0.add(draft) } }
        expectRefused {
            _ = try store.tags.set("t", to: .live, .test(), isMoving: false, dryRun: false)
        }
        try copy.expectEqual(to: source.store)
        // What is tried out changes nothing.
        let tried = try store.write(.test(), dryRun: true) { try $0.add(draft) }
        #expect(tried.revision == 3)
        let memory = try RegistryStore.open(path: copy.replica.path, mode: .copying(time: 1))
        #expect(try memory.write(.test()) { try $0.add(draft) }.revision == 3)
    }

    @Test("once they follow no longer, they can be edited, and are not replaced")
    func stop() throws {
        let store = try RegistryStore.open(path: copy.replica.path, mode: .writing(time: 1))
        #expect(try store.stopFollowing()?.address == "https://example.com")
        #expect(try store.stopFollowing() == nil)
        try store.write(.test()) { try $0.add(RouteDraft(pattern: "/b", target: "b")) }
        let feed = try FollowingFixture.feed(of: source.store)
        let error = #expect(throws: RouteDBError.self) { try copy.take(feed) }
        #expect(error?.code == .fileExists)
        #expect(try store.latestRevision() == 3)
    }

    @Test("a registry that does not follow is never replaced")
    func foreign() throws {
        let other = try RegistryFixture()
        let store = try RegistryStore.open(path: other.path, mode: .following(time: 1))
        let spool = try SpoolFile(beside: other.path, limit: 1 << 20)
        try spool.append(try FollowingFixture.feed(of: source.store))
        let error = #expect(throws: RouteDBError.self) {
            try store.follow(
                FeedFile(spool.content, name: "the feed"), from: FollowingFixture.origin)
        }
        #expect(error?.code == .fileExists)
        #expect(try other.store.latestRevision() == 1)
    }

    @Test("one that follows can be followed in turn")
    func chain() throws {
        let second = try FollowingFixture()
        try second.follow(copy.replica)
        try source.add(RouteDraft(pattern: "/b", target: "b"))
        try copy.follow(source.store)
        try second.follow(copy.replica)
        try second.expectEqual(to: source.store)
    }

    @Test("a table of somebody else with the name of ours is no mark")
    func foreignTable() throws {
        try source.damage("CREATE TABLE routedb_origin (x)")
        #expect(try source.store.origin() == nil)
        #expect(try source.store.schemaAdditions().map(\.name) == ["routedb_origin"])
        try source.add(RouteDraft(pattern: "/b", target: "b"))
    }

    @Test("a feed that ends too early, or is interrupted by an error, leaves the file as it was")
    func cutOff() throws {
        try source.add(RouteDraft(pattern: "/b", target: "b"))
        let feed = try FollowingFixture.feed(of: source.store, after: try copy.replica.position())
        let before = try copy.replica.snapshot()
        for count in stride(from: 0, to: feed.count, by: 7) {
            let error = #expect(throws: RouteDBError.self) {
                try copy.take(Array(feed.prefix(count)))
            }
            #expect(error.map { [.inputUnreadable, .invalidInput].contains($0.code) } == true)
            #expect(try copy.replica.snapshot() == before)
        }
        try copy.take(feed)
        try copy.expectEqual(to: source.store)
    }

    @Test("no file is left behind by what was received")
    func spool() throws {
        let files = try FileManager.default.contentsOfDirectory(atPath: copy.directory.path)
        #expect(files == ["local.db"])
        let spool = try SpoolFile(beside: copy.replica.path, limit: 10)
        try spool.append(Array(repeating: 0, count: 10))
        let error = #expect(throws: RouteDBError.self) { try spool.append([0]) }
        #expect(error?.code == .limitExceeded)
        #expect(
            try FileManager.default.contentsOfDirectory(atPath: copy.directory.path)
                == ["local.db"])
    }
}
