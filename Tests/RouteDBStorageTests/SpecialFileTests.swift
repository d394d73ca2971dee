import Foundation
import RouteDBDatabase
import RouteDBHistory
import RouteDBRouting
import RouteDBStorage
import RouteDBTestSupport
import Testing

/// Paths at which there is something other than a file of ours, and files with several names.
struct SpecialFileTests {
    let fixture: RegistryFixture
    let history: HistoryFixture

    init() throws {
        fixture = try RegistryFixture()
        history = try HistoryFixture()
    }

    private static let modes: [RegistryMode] = [
        .reading, .writing(time: 0), .creating(.test()),
    ]

    private func pipe(_ name: String) throws -> String {
        let path = fixture.directory.path(name)
        // The call reads the path only until it returns.
        try unsafe #require(mkfifo(path, 0o600) == 0)
        return path
    }

    @Test("a pipe or a device is refused without waiting", arguments: modes.indices)
    func strangers(mode: Int) throws {
        for path in [try pipe("pipe"), "/dev/null"] {
            let text = try complaint { try RegistryStore.open(path: path, mode: Self.modes[mode]) }
            #expect(text.contains("is not a registry: it is a"))
            let failure = try code { try HitsReader(path: path) }
            #expect(failure == .notAHistory)
        }
    }

    @Test(
        "nor is one in the place of a journal", arguments: ["-journal", "-wal", "-shm"])
    func companions(suffix: String) throws {
        let path = try pipe("routes.db" + suffix)
        for mode in Self.modes {
            let text = try complaint { try RegistryStore.open(path: fixture.path, mode: mode) }
            #expect(text.contains(path) && text.contains("a named pipe"))
        }
    }

    @Test("nor is one in the place of a lock, or a link there")
    func lock() throws {
        let lock = history.directory.path("routes.hits.lock")
        // The call reads the path only until it returns.
        try unsafe #require(mkfifo(lock, 0o600) == 0)
        #expect(try complaint { try history.writer() }.contains("a named pipe"))
        try FileManager.default.removeItem(atPath: lock)
        try FileManager.default.createSymbolicLink(
            atPath: lock, withDestinationPath: history.path)
        #expect(try code { try history.writer() } == .permissionDenied)
    }

    @Test("a history has one lock, whatever symbolic links name it")
    func oneLock() throws {
        let link = history.directory.path("other.db")
        try FileManager.default.createSymbolicLink(
            atPath: link, withDestinationPath: "routes.hits.db")
        var generator = HitGenerator(seed: 1)
        let hits = generator.hits(10)
        // The link leads nowhere yet.
        for (number, path) in [link, history.path, link].enumerated() {
            let writer = try HitsWriter(
                path: path, stream: [UInt8](repeating: UInt8(number), count: 16), time: 0)
            try writer.append(HitBatch(hits))
        }
        #expect(try history.hits().count == 30)
        let names = try FileManager.default.contentsOfDirectory(atPath: history.directory.path)
        #expect(names.filter { $0.hasSuffix(".lock") } == ["routes.hits.lock"])
    }

    @Test("a lock removed while its history is open is recreated and used")
    func removedLock() throws {
        var generator = HitGenerator(seed: 2)
        let first = try history.writer(stream: 1)
        try first.append(HitBatch(generator.hits(10)))
        try FileManager.default.removeItem(atPath: history.directory.path("routes.hits.lock"))
        let second = try history.writer(stream: 2)
        try second.append(HitBatch(generator.hits(10)))
        try first.append(HitBatch(generator.hits(10)))
        #expect(try history.hits().count == 30)
        let names = try FileManager.default.contentsOfDirectory(atPath: history.directory.path)
        #expect(names.contains("routes.hits.lock"))
    }

    @Test("a file with several hard links is only read")
    func hardLinks() throws {
        let files = FileManager.default
        let other = fixture.directory.path("other.db")
        try files.linkItem(atPath: fixture.path, toPath: other)
        for path in [fixture.path, other] {
            #expect(
                try code {
                    try RegistryStore.open(path: path, mode: .writing(time: 0))
                } == .readOnly)
            #expect(try RegistryStore.open(path: path, mode: .reading).latestRevision() == 1)
        }
        try files.removeItem(atPath: other)
        _ = try fixture.reopened(.writing(time: 0))
        var generator = HitGenerator(seed: 3)
        try history.writer().append(HitBatch(generator.hits(10)))
        try files.linkItem(atPath: history.path, toPath: history.directory.path("other.db"))
        #expect(try code { try history.writer() } == .readOnly)
        #expect(try history.hits().count == 10)
    }

    @Test("a registry is removed only if it is untouched since its creation")
    func removal() throws {
        let path = fixture.path
        let reader = try fixture.reopened(.reading)
        let writer = try fixture.reopened(.writing(time: 0))
        #expect(try fixture.store.removeIfUntouched())
        #expect(!FileManager.default.fileExists(atPath: path))
        #expect(try reader.latestRevision() == 1)
        // Nobody writes to a file that is gone without being told.
        let failure = try code {
            try writer.write(.test()) { try $0.add(RouteDraft(pattern: "/a", target: "t")) }
        }
        #expect(failure == .storageFailure)
        let used = try RegistryFixture()
        try used.add(RouteDraft(pattern: "/a", target: "t"))
        #expect(try !used.store.removeIfUntouched())
        #expect(FileManager.default.fileExists(atPath: used.path))
    }

    @Test("a history is removed only if it is empty and not open elsewhere")
    func historyRemoval() throws {
        let writer = try history.writer()
        let other = try history.reader()
        #expect(try !writer.removeIfUnused())
        withExtendedLifetime(other) {}
        let used = try HistoryFixture()
        var generator = HitGenerator(seed: 4)
        let recorder = try used.writer()
        try recorder.append(HitBatch(generator.hits(1)))
        #expect(try !recorder.removeIfUnused())
        let empty = try HistoryFixture()
        #expect(try empty.writer().removeIfUnused())
        let names = try FileManager.default.contentsOfDirectory(atPath: empty.directory.path)
        #expect(names == [])
    }
}
