import Foundation
import RouteDBDatabase
import RouteDBRouting
import RouteDBSQLite
import RouteDBStorage
import RouteDBTestSupport
import Testing

/// A write that the process does not live to end, as another process finds it: the file with a
/// part of the new pages, and the journal with the old ones.
struct CutOffWriteTests {
    let fixture: RegistryFixture
    let path: String
    private let before: RegistrySnapshot

    private struct Stop: Error {}

    init() throws {
        let fixture = try RegistryFixture()
        let path = fixture.directory.path("found.db")
        try fixture.edit { editor in
            for number in 0..<200 {
                try editor.add(RouteDraft(pattern: "/old/\(number)", target: "t"))
            }
        }
        before = try fixture.store.snapshot()
        // A cache of few pages writes changed pages to the file before the commit.
        try fixture.store.database.connection.setPragma("cache_size", to: 5)
        do {
            try fixture.edit { editor in
                for number in 0..<200 {
                    try editor.setEnabled(RouteReference("/old/\(number)"), false)
                }
                for suffix in ["", "-journal"] {
                    try FileManager.default.copyItem(
                        atPath: fixture.path + suffix, toPath: path + suffix)
                }
                throw Stop()
            }
        } catch is Stop {}
        self.fixture = fixture
        self.path = path
    }

    @Test("a writer finds the previous revision")
    func writer() throws {
        let store = try RegistryStore.open(path: path, mode: .writing(time: 0))
        #expect(try store.snapshot() == before)
        #expect(try store.check().isEmpty)
        #expect(!FileManager.default.fileExists(atPath: path + "-journal"))
    }

    @Test(
        "a reader that may write the file finds the previous revision too, and undoes the write")
    func reader() throws {
        let store = try RegistryStore.open(path: path, mode: .reading)
        #expect(try store.snapshot() == before)
        #expect(store.copyNotice == nil)
        #expect(!FileManager.default.fileExists(atPath: path + "-journal"))
        let failure = try code {
            try store.write(.test()) { try $0.add(RouteDraft(pattern: "/n", target: "t")) }
        }
        #expect(failure == .readOnly)
    }

    @Test("a copy in memory has the previous revision, and nothing is written")
    func copy() throws {
        let bytes = try Data(contentsOf: URL(fileURLWithPath: path))
        let store = try RegistryStore.open(path: path, mode: .copying(time: 0))
        #expect(try store.snapshot() == before)
        try store.write(.test()) { try $0.add(RouteDraft(pattern: "/n", target: "t")) }
        #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == bytes)
        #expect(FileManager.default.fileExists(atPath: path + "-journal"))
    }

    @Test("a reader opened before the interrupted write continues too")
    func olderReader() throws {
        let store = try RegistryStore.open(path: fixture.path, mode: .reading)
        #expect(try store.snapshot() == before)
        for suffix in ["", "-journal"] {
            let bytes = try Data(contentsOf: URL(fileURLWithPath: path + suffix))
            try bytes.write(to: URL(fileURLWithPath: fixture.path + suffix))
        }
        #expect(try store.snapshot() == before)
        #expect(!FileManager.default.fileExists(atPath: fixture.path + "-journal"))
    }

    @Test(
        "a reader that may not write uses a copy of the previous revision, and recovers",
        .enabled(if: getuid() == 0, "only the superuser can become somebody else"),
        arguments: [0o755, 0o777])
    func stranger(directoryMode: Int) async throws {
        let path = path
        let files = FileManager.default
        try files.setAttributes(
            [.posixPermissions: directoryMode], ofItemAtPath: fixture.directory.path)
        try files.setAttributes([.posixPermissions: 0o644], ofItemAtPath: path)
        try files.setAttributes([.posixPermissions: 0o644], ofItemAtPath: path + "-journal")
        let bytes = try Data(contentsOf: URL(fileURLWithPath: path))
        let (revision, routes) = (before.revision, before.routes.count)
        await #expect(processExitsWith: .success) {
            [path = path as String, revision = revision as Int64, routes = routes as Int] in
            precondition(setgid(65_534) == 0 && setuid(65_534) == 0)
            let store = try RegistryStore.open(path: path, mode: .reading)
            let snapshot = try store.snapshot()
            guard snapshot.revision == revision else { exit(11) }
            guard snapshot.routes.count == routes else { exit(12) }
            guard store.copyNotice?.code == .readOnly else { exit(13) }
            guard !store.isOutdatedCopy else { exit(14) }
            guard try store.check().isEmpty else { exit(15) }
        }
        #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == bytes)
        #expect(files.fileExists(atPath: path + "-journal"))
        try files.setAttributes([.posixPermissions: 0o600], ofItemAtPath: path + "-journal")
        await #expect(processExitsWith: .success) { [path = path as String] in
            precondition(setgid(65_534) == 0 && setuid(65_534) == 0)
            let failure = try code { try RegistryStore.open(path: path, mode: .reading) }
            precondition(failure == .readOnly)
        }
        _ = try RegistryStore.open(path: path, mode: .reading)
        await #expect(processExitsWith: .success) { [path = path as String] in
            precondition(setgid(65_534) == 0 && setuid(65_534) == 0)
            let store = try RegistryStore.open(path: path, mode: .reading)
            precondition(store.copyNotice == nil)
        }
    }
}

/// Writes that fail in the middle, and processes that end there.
struct FailedWriteTests {
    private static func disable(_ numbers: Range<Int>, by editor: RegistryEditor) throws {
        for number in numbers {
            try editor.setEnabled(RouteReference("/old/\(number)"), false)
        }
    }

    private static func fixture() throws -> RegistryFixture {
        let fixture = try RegistryFixture()
        try fixture.edit { editor in
            for number in 0..<300 {
                try editor.add(RouteDraft(pattern: "/old/\(number)", target: "t"))
            }
        }
        return fixture
    }

    @Test("a write to a full disk is undone at once and leaves no journal")
    func noRoom() async throws {
        let fixture = try Self.fixture()
        let before = try fixture.store.snapshot()
        let path = fixture.path
        await #expect(processExitsWith: .success) { [path = path as String] in
            signal(SIGXFSZ, SIG_IGN)
            let store = try RegistryStore.open(path: path, mode: .writing(time: 0))
            try store.database.connection.setPragma("cache_size", to: 5)
            let size = try Data(contentsOf: URL(fileURLWithPath: path)).count
            var limit = rlimit()
            unsafe getrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit)
            limit.rlim_cur = rlim_t(size + 8_192)
            unsafe setrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit)
            let failure = try code {
                try store.write(.test()) { editor in
                    for number in 0..<20_000 {
                        try editor.add(RouteDraft(pattern: "/new/\(number)", target: "t"))
                    }
                }
            }
            // SQLite calls only a full disk so, and not a file that may not grow.
            precondition(failure == .full || failure == .storageFailure)
            precondition(!FileManager.default.fileExists(atPath: path + "-journal"))
            // The same store goes on, with what there is room for.
            let findings = try store.check()
            precondition(findings.isEmpty)
        }
        #expect(try fixture.store.snapshot() == before)
        #expect(try fixture.reopened().check().isEmpty)
    }

    @Test("a killed writer leaves the previous revision to readers")
    func killed() async throws {
        let fixture = try Self.fixture()
        let before = try fixture.store.snapshot()
        let path = fixture.path
        await #expect(processExitsWith: .signal(SIGKILL)) { [path = path as String] in
            let store = try RegistryStore.open(path: path, mode: .writing(time: 0))
            try store.database.connection.setPragma("cache_size", to: 5)
            try store.write(.test()) { editor in
                try Self.disable(0..<300, by: editor)
                kill(getpid(), SIGKILL)
            }
        }
        #expect(FileManager.default.fileExists(atPath: path + "-journal"))
        let reader = try fixture.reopened(.reading)
        #expect(try reader.snapshot() == before)
        #expect(try reader.check().isEmpty)
        #expect(!FileManager.default.fileExists(atPath: path + "-journal"))
    }
}
