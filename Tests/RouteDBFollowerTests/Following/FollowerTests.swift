#if Server
import Foundation
import RouteDB
import RouteDBFollower
import RouteDBServer
import RouteDBTestSupport
import Testing

@Suite("Following a service")
struct FollowerTests {
    private let directory: TemporaryDirectory
    private var source: String { directory.path("routes.db") }
    private var copy: String { directory.path("local.db") }

    init() throws { directory = try TemporaryDirectory() }

    @Test("a follower gets what there is, then what is new, and asks in vain for nothing")
    func follows() async throws {
        let registry = try await RouteRegistry.opened(source)
        try await registry.add("a")
        let service = try await SourceService(source)
        let follower = try service.follower(copy)
        #expect(try await follower.prepare() == nil)
        #expect(try await follower.step().taken().new.revision == 2)
        try await expectEqual(copy, source)
        #expect(try await follower.step().isUnchanged)
        try await registry.add("b")
        _ = try await registry.setTag("live", to: .live)
        let step = try await follower.step().taken()
        #expect((step.old.revision, step.new.revision) == (2, 3))
        try await expectEqual(copy, source)
        try await registry.removeTag("live")
        #expect(try await follower.step().isUnchanged)
        try await expectEqual(copy, source)
        await follower.shutDown()
        await service.stop()
    }

    @Test("it may be asked several times at once, also while it runs")
    func atOnce() async throws {
        let registry = try await RouteRegistry.opened(source)
        let service = try await SourceService(source)
        let follower = try service.follower(copy)
        let running = Task { try await follower.run { event in #expect(event.error == nil) } }
        for index in 0..<5 {
            try await registry.add("r\(index)")
            await withTaskGroup(of: Void.self) { group in
                for _ in 0..<4 {
                    group.addTask {
                        let event = try? await follower.step()
                        #expect(event != nil && event?.error == nil)
                    }
                }
            }
            // Whoever has asked finds it.
            try await expectEqual(copy, source)
        }
        running.cancel()
        _ = await running.result
        await follower.shutDown()
        await service.stop()
    }

    @Test("users of the file are told when the source last answered, as long as it follows")
    func contact() async throws {
        let registry = try await RouteRegistry.opened(source)
        try await registry.add("a")
        let service = try await SourceService(source)
        let follower = try service.follower(copy) { $0.now = { 7_000_000 } }
        _ = try await follower.step()
        let open = try await RouteRegistry.opened(copy, .writing)
        #expect(try await open.sourceContact == ReplicaStatus(time: 7_000_000))
        await service.stop()
        #expect(try await follower.step().error?.code == .sourceUnavailable)
        #expect(
            try await open.sourceContact
                == ReplicaStatus(time: 7_000_000, error: "sourceUnavailable"))
        await follower.shutDown()
        _ = try await open.stopFollowing()
        #expect(try await open.sourceContact == nil)
        #expect(ReplicaStatus(besideRegistry: copy) == nil)
        await open.close()
        await registry.close()
    }

    @Test("a registry that is open on the file sees each step, also when the history is replaced")
    func library() async throws {
        let registry = try await RouteRegistry.opened(source)
        try await registry.add("a")
        let service = try await SourceService(source)
        let follower = try service.follower(copy)
        _ = try await follower.step()
        let open = try await RouteRegistry.opened(copy, .reading)
        #expect(open.resolve("/a/1").target == "a")
        try await registry.add("b")
        #expect(open.resolve("/b/1").target == nil)
        _ = try await follower.step()
        try await open.refresh()
        #expect(open.resolve("/b/1").target == "b")
        let cache = SnapshotCache()
        #expect(try await cache.snapshot(3, of: open).routes.map(\.name) == ["a", "b"])
        await service.stop()
        await registry.close()
        // Another registry with as many revisions takes its place.
        let other = directory.path("other.db")
        let replacement = try await RouteRegistry.opened(other)
        try await replacement.add("x")
        try await replacement.add("y")
        let second = try await SourceService(other, port: service.port)
        let again = try second.follower(copy)
        let step = try await again.step().taken()
        #expect(step.isReplaced)
        #expect(step.old.revision == step.new.revision)
        try await open.refresh()
        #expect(open.resolve("/a/1").target == nil)
        #expect(open.resolve("/x/1").target == "x")
        #expect(try await cache.snapshot(3, of: open).routes.map(\.name) == ["x", "y"])
        // An edit of the same route in the new history is seen, too.
        try await replacement.add("z")
        _ = try await again.step()
        try await open.refresh()
        #expect(open.resolve("/z/1").target == "z")
        try await expectEqual(copy, other)
        await open.close()
        await follower.shutDown()
        await again.shutDown()
        await second.stop()
    }

    @Test("edits of the file are refused, and say where to make them")
    func edits() async throws {
        let registry = try await RouteRegistry.opened(source)
        try await registry.add("a")
        let service = try await SourceService(source)
        let follower = try service.follower(copy)
        _ = try await follower.step()
        let open = try await RouteRegistry.opened(copy, .writing)
        await #expect {
            try await open.add("b")
        } throws: { error in
            guard let error = error as? RouteDBError else { return false }
            return error.code == .readOnly && error.message.contains(service.url)
        }
        await #expect(throws: RouteDBError.self) { try await open.setTag("t", to: .live) }
        #expect(try await open.origin?.address == service.url)
        #expect(try await follower.step().isUnchanged)
        try await expectEqual(copy, source)
        await open.close()
        await follower.shutDown()
        await service.stop()
    }

    @Test("two followers of one file, one of another, and one of a follower's service stay equal")
    func many() async throws {
        let registry = try await RouteRegistry.opened(source)
        let service = try await SourceService(source)
        let (first, second) = (try service.follower(copy), try service.follower(copy))
        let other = try service.follower(directory.path("other.db"))
        _ = try await first.step()
        let middle = try await SourceService(copy)
        let last = try middle.follower(directory.path("last.db"))
        for index in 0..<6 {
            try await registry.add("r\(index)")
            let one = index % 2 == 0 ? first : second
            #expect(try await one.step().taken().new.revision == Int64(index) + 2)
            _ = try await other.step()
            _ = try await last.step()
            try await expectEqual(copy, source)
            try await expectEqual(directory.path("other.db"), source)
            try await expectEqual(directory.path("last.db"), source)
        }
        let open = try await RouteRegistry.opened(directory.path("last.db"), .reading)
        #expect(try await open.origin?.address == middle.url)
        await open.close()
        for follower in [first, second, other, last] { await follower.shutDown() }
        await middle.stop()
        await service.stop()
    }

    @Test("while the source is away, the file stays, and a new one begins with a snapshot")
    func snapshot() async throws {
        let registry = try await RouteRegistry.opened(source)
        try await registry.add("a")
        let backup = directory.path("backup.db")
        try await registry.backUp(to: backup)
        try await registry.add("b")
        let service = try await SourceService(source)
        await service.stop()
        let follower = try service.follower(copy) { $0.snapshot = backup }
        #expect(try await follower.prepare()?.new.revision == 2)
        try await expectEqual(copy, backup)
        let failure = try await follower.step()
        #expect(failure.error?.code == .sourceUnavailable)
        try await expectEqual(copy, backup)
        // The source comes back, and only what is new is taken.
        let again = try await SourceService(source, port: service.port, token: service.token)
        let step = try await follower.step().taken()
        #expect(!step.isReplaced)
        #expect((step.old.revision, step.new.revision) == (2, 3))
        try await expectEqual(copy, source)
        // A file that is there is not set back to the snapshot.
        #expect(try await follower.prepare() == nil)
        await follower.shutDown()
        await again.stop()
    }

    @Test("a saved feed is a snapshot too, and a broken one is refused")
    func savedFeed() async throws {
        let registry = try await RouteRegistry.opened(source)
        try await registry.add("a")
        var bytes: [UInt8] = []
        var feed = try await registry.beginFeed(after: .start)
        while case let (page, next) = try await registry.readFeed(feed), !page.isEmpty {
            bytes += page
            feed = next
        }
        let file = directory.path("feed.ndjson")
        try Data(bytes.dropLast(20)).write(to: URL(fileURLWithPath: file))
        let away = try ServiceSource(
            SourceAddress("http://127.0.0.1:9"), token: { () throws(RouteDBError) in nil })
        var options = FollowOptions(path: copy)
        options.snapshot = file
        let follower = RegistryFollower(away, options)
        let error = await #expect(throws: RouteDBError.self) { try await follower.prepare() }
        #expect(error?.code == .inputUnreadable)
        #expect(!FileManager.default.fileExists(atPath: copy))
        try Data(bytes).write(to: URL(fileURLWithPath: file))
        #expect(try await follower.prepare()?.new.revision == 2)
        try await expectEqual(copy, source)
        await follower.shutDown()
    }

    @Test("a registry that follows nothing is not touched")
    func ownRegistry() async throws {
        let registry = try await RouteRegistry.opened(source)
        let service = try await SourceService(source)
        let own = try await RouteRegistry.opened(copy)
        try await own.add("mine")
        let follower = try service.follower(copy)
        let error = await #expect(throws: RouteDBError.self) { try await follower.prepare() }
        #expect(error?.code == .fileExists)
        #expect(try await follower.step().error?.code == .fileExists)
        #expect(try await own.snapshot().routes.count == 1)
        await registry.close()
        await own.close()
        await follower.shutDown()
        await service.stop()
    }

    @Test("a token that is missing or limited to a namespace is refused, with what to do")
    func tokens() async throws {
        let registry = try await RouteRegistry.opened(source)
        let service = try await SourceService(source)
        let follower = try service.follower(copy, token: "wrong")
        let error = try await follower.step().error
        #expect(error?.code == .permissionDenied)
        #expect(error?.description.contains("wrong") == false)
        let none = try service.follower(copy, token: .some(nil))
        #expect(try await none.step().error?.code == .permissionDenied)
        #expect(!FileManager.default.fileExists(atPath: copy))
        await registry.close()
        await follower.shutDown()
        await none.shutDown()
        await service.stop()
    }

    @Test("a feed larger than the limit is given up, and a service that is none is said to be none")
    func limits() async throws {
        let registry = try await RouteRegistry.opened(source)
        let service = try await SourceService(source)
        var limits = SourceLimits()
        limits.feedBytes = 100
        // On a busy machine it may take long to connect.
        limits.connectTime = .seconds(900)
        limits.silentTime = .seconds(900)
        let follower = try service.follower(copy, limits: limits)
        #expect(try await follower.step().error?.code == .limitExceeded)
        let lost = try service.follower(copy, at: "\(service.url)/elsewhere")
        #expect(try await lost.step().error?.code == .sourceUnavailable)
        #expect(!FileManager.default.fileExists(atPath: copy))
        await registry.close()
        await follower.shutDown()
        await lost.shutDown()
        await service.stop()
    }

    @Test("a page in place of a feed, such as the login of a network, is not read as one")
    func otherPage() async throws {
        let registry = try await RouteRegistry.opened(source)
        try await registry.edit("Answer everything") { editor in
            try editor.add(RouteDraft(pattern: "/**", target: "login"))
        }
        let service = try await SourceService(source, answersLinks: true)
        let url = try #require(service.linksURL)
        let follower = try service.follower(copy, at: url)
        let error = try await follower.step().error
        #expect(error?.code == .sourceUnavailable)
        #expect(error?.message.contains("something else than a registry's service") == true)
        #expect(!FileManager.default.fileExists(atPath: copy))
        await follower.shutDown()
        await registry.close()
        await service.stop()
    }

    @Test("with TLS, only a source with a certificate of the given authorities is followed")
    func encryption() async throws {
        let registry = try await RouteRegistry.opened(source)
        let files = CertificateFiles(
            certificates: directory.path("cert.pem"), key: directory.path("key.pem"))
        try LocalhostCertificate.certificate.write(
            toFile: files.certificates, atomically: true, encoding: .utf8)
        try LocalhostCertificate.key.write(toFile: files.key, atomically: true, encoding: .utf8)
        let service = try await SourceService(source, certificate: files)
        let follower = try service.follower(copy, trusting: files.certificates)
        _ = try await follower.step().taken()
        try await expectEqual(copy, source)
        let stranger = try service.follower(directory.path("other.db"))
        #expect(try await stranger.step().error?.code == .sourceUnavailable)
        let error = #expect(throws: RouteDBError.self) {
            try service.follower(copy, trusting: files.key)
        }
        #expect(error?.code == .invalidValue)
        await registry.close()
        await follower.shutDown()
        await stranger.shutDown()
        await service.stop()
    }

    @Test("a running follower is hinted at changes, and comes back after the source was away")
    func runs() async throws {
        let registry = try await RouteRegistry.opened(source)
        let service = try await SourceService(source)
        let follower = try service.follower(copy) { $0.interval = .seconds(7_777) }
        let (events, event) = AsyncStream<FollowEvent>.makeStream()
        let task = Task {
            // The interval is never over: only hints make the follower ask. Backoffs take no time.
            try await follower.run { duration in
                if duration == .seconds(7_777) { try await Task.sleep(for: .seconds(3_600)) }
                await Task.yield()
            } _: {
                event.yield($0)
            }
        }
        var iterator = events.makeAsyncIterator()
        while try #require(await iterator.next()).revision != 1 {}
        try await registry.add("a")
        while try #require(await iterator.next()).revision != 2 {}
        await service.stop()
        try await registry.add("b")
        let again = try await SourceService(source, port: service.port, token: service.token)
        while try #require(await iterator.next()).revision != 3 {}
        task.cancel()
        _ = await task.result
        try await expectEqual(copy, source)
        await follower.shutDown()
        await again.stop()
    }

    @Test("a hint of the source ends the wait after a failure")
    func hintWhileWaiting() async throws {
        let registry = try await RouteRegistry.opened(source)
        try await registry.add("a")
        let service = try await SourceService(source)
        let held = HeldSource(try service.source())
        var options = FollowOptions(path: copy)
        options.interval = .seconds(7_777)
        let follower = RegistryFollower(held, options)
        let task = Task {
            // No wait is ever over.
            try await follower.run { _ in
                try await Task.sleep(for: .seconds(3_600))
            } _: { event in
                if case .failed = event { held.release() }
                if event.revision == 2 { throw CancellationError() }
            }
        }
        _ = await task.result
        #expect(held.asked == 2)
        try await expectEqual(copy, source)
        await follower.shutDown()
        await service.stop()
        await registry.close()
    }
}

/// A source that has nothing until it is released, which it hints at.
private final class HeldSource: RegistrySource {
    private let source: any RegistrySource
    private let state = Locked((isReleased: false, asked: 0))
    private let released = AsyncStream<Void>.makeStream()
    var name: String { source.name }
    /// How often the feed was asked for.
    var asked: Int { state.withLock { $0.asked } }

    init(_ source: any RegistrySource) { self.source = source }

    func release() {
        state.withLock { $0.isReleased = true }
        released.continuation.yield()
    }

    func fetchFeed(
        after position: FeedPosition, unless tag: String?,
        _ receive: @Sendable ([UInt8]) async throws -> Void
    ) async throws -> String? {
        let isReleased = state.withLock { state in
            state.asked += 1
            return state.isReleased
        }
        guard isReleased else {
            throw RouteDBError(.sourceUnavailable, "There is nothing yet.", hint: "Wait.")
        }
        return try await source.fetchFeed(after: position, unless: tag, receive)
    }

    func listen(_ hint: () -> Void) async throws {
        for await _ in released.stream { hint() }
        throw CancellationError()
    }

    func shutDown() async { await source.shutDown() }
}

extension FollowEvent {
    /// The revision of the file afterwards, if nothing failed.
    fileprivate var revision: Int64? {
        switch self {
        case .unchanged(let position): position.revision
        case .took(let step): step.new.revision
        case .failed: nil
        }
    }
}
#endif
