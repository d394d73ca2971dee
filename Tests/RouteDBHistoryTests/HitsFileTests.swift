import Foundation
import RouteDB
import RouteDBDatabase
import RouteDBHistory
import RouteDBMigrations
import RouteDBSQLite
import RouteDBStorage
import RouteDBTestSupport
import RouteDBTraffic
import Testing

@Suite("The history file")
struct HitsFileTests {
    let fixture: HistoryFixture

    init() throws {
        fixture = try HistoryFixture()
    }

    @Test("a writer creates the file, with a header that identifies it")
    func header() throws {
        let writer = try fixture.writer()
        #expect(try fixture.number("PRAGMA application_id") == 0x5274_4869)
        #expect(
            try fixture.number("PRAGMA user_version") == Int64(MigrationScript.history.count))
        #expect(try fixture.number("PRAGMA page_size") == 16_384)
        #expect(try fixture.number("PRAGMA auto_vacuum") == 2)
        #expect(FileManager.default.fileExists(atPath: fixture.path + "-wal"))
        #expect(FileManager.default.fileExists(atPath: fixture.directory.path("routes.hits.lock")))
        #expect(try fixture.hits().isEmpty)
        #expect(try fixture.reader().verify().isEmpty)
        withExtendedLifetime(writer) {}
    }

    @Test("a reader creates nothing")
    func missing() throws {
        #expect(try code { try fixture.reader() } == .databaseMissing)
        #expect(try FileManager.default.contentsOfDirectory(atPath: fixture.directory.path) == [])
    }

    @Test("a registry is not a history and is left unchanged")
    func registry() throws {
        let path = fixture.path
        do { _ = try RegistryStore.open(path: path, mode: .creating(.test())) }
        let before = try Data(contentsOf: URL(fileURLWithPath: path))
        #expect(try code { try fixture.writer() } == .notAHistory)
        #expect(try code { try fixture.reader() } == .notAHistory)
        #expect(try complaint { try fixture.reader() }.contains("is not a history"))
        #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == before)
    }

    @Test("a history is not a registry")
    func history() throws {
        do { _ = try fixture.writer() }
        #expect(
            try code { try RegistryStore.open(path: fixture.path, mode: .reading) }
                == .notARegistry)
    }

    @Test("a file of other bytes is not a history")
    func otherBytes() throws {
        try Data(repeating: 65, count: 5_000).write(to: URL(fileURLWithPath: fixture.path))
        #expect(try code { try fixture.writer() } == .notAHistory)
        #expect(try code { try fixture.reader() } == .notAHistory)
    }

    @Test("a newer schema is refused, by readers and writers")
    func newer() throws {
        do { _ = try fixture.writer() }
        let next = MigrationScript.history.count + 1
        try fixture.damage("PRAGMA user_version = \(next)")
        #expect(try code { try fixture.writer() } == .schemaTooNew)
        #expect(try code { try fixture.reader() } == .schemaTooNew)
    }

    @Test("who has a history open writes no more after a newer RouteDB has upgraded it")
    func upgradedMeanwhile() throws {
        var generator = HitGenerator(seed: 1)
        let writer = try fixture.writer()
        try writer.append(HitBatch(generator.hits(1)))
        try fixture.damage("PRAGMA user_version = \(MigrationScript.history.count + 1)")
        #expect(try code { try writer.append(HitBatch(generator.hits(1))) } == .schemaTooNew)
        try fixture.damage("PRAGMA user_version = \(MigrationScript.history.count)")
        try writer.append(HitBatch(generator.hits(1)))
        #expect(try writer.writtenHits() == 2)
    }

    @Test(
        "an older schema is brought up to date by a writer; a reader refuses it, and says by whom")
    func older() throws {
        var generator = HitGenerator(seed: 1)
        do { try fixture.writer().append(HitBatch(generator.hits(10))) }
        let hits = try fixture.hits()
        let later = MigrationScript.history.adding("CREATE TABLE later (a)")
        #expect(try code { try HitsReader(path: fixture.path, scripts: later) } == .schemaMismatch)
        let refusal = try complaint { try HitsReader(path: fixture.path, scripts: later) }
        #expect(refusal.contains("this RouteDB reads version \(later.count)"))
        #expect(
            try fixture.number("PRAGMA user_version") == Int64(MigrationScript.history.count))
        do {
            _ = try HitsWriter(
                path: fixture.path, stream: [UInt8](repeating: 1, count: 16), time: 9,
                scripts: later)
        }
        #expect(try fixture.number("PRAGMA user_version") == Int64(later.count))
        #expect(try fixture.number("SELECT max(applied_at) FROM migration") == 9)
        let reader = try HitsReader(path: fixture.path, scripts: later)
        #expect(try reader.verify().isEmpty)
        var read: [Hit] = []
        try reader.scan(texts: .all) { read += try $0.hits() }
        #expect(read == hits)
    }

    @Test("an edited script is refused")
    func edited() throws {
        do { _ = try fixture.writer() }
        try fixture.damage("UPDATE migration SET checksum = '0123456789abcdef'")
        #expect(try code { try fixture.writer() } == .schemaMismatch)
        #expect(try code { try fixture.reader() } == .schemaMismatch)
    }

    @Test("a missing directory cannot contain a history")
    func noDirectory() throws {
        #expect(
            try code {
                try HitsWriter(
                    path: fixture.directory.path("none/routes.hits.db"),
                    stream: [UInt8](repeating: 0, count: 16), time: 0)
            } == .permissionDenied)
    }

    @Test(
        "a history in a read-only directory can be read, unless its log is needed",
        .enabled(if: getuid() == 0, "only the superuser can become somebody else"))
    func readOnlyDirectory() async throws {
        let files = FileManager.default
        let path = fixture.path
        var generator = HitGenerator(seed: 8)
        do {
            let writer = try fixture.writer()
            try writer.append(HitBatch(generator.hits(2_000)))
        }
        for name in try files.contentsOfDirectory(atPath: fixture.directory.path) {
            try files.setAttributes(
                [.posixPermissions: 0o644], ofItemAtPath: fixture.directory.path(name))
        }
        try files.setAttributes(
            [.posixPermissions: 0o755], ofItemAtPath: fixture.directory.path)
        // With all of its files.
        await #expect(processExitsWith: .success) { [path = path as String] in
            precondition(setgid(65_534) == 0 && setuid(65_534) == 0)
            let findings = try HitsReader(path: path).verify()
            precondition(findings.isEmpty)
        }
        try files.removeItem(atPath: path + "-shm")
        await #expect(processExitsWith: .success) { [path = path as String] in
            precondition(setgid(65_534) == 0 && setuid(65_534) == 0)
            let failure = try complaint { try HitsReader(path: path) }
            precondition(failure.contains("copy both files"))
        }
        // With nothing but the file itself.
        let writer = try fixture.writer()
        try writer.checkpoint()
        try files.removeItem(atPath: path + "-shm")
        try files.removeItem(atPath: path + "-wal")
        await #expect(processExitsWith: .success) { [path = path as String] in
            precondition(setgid(65_534) == 0 && setuid(65_534) == 0)
            let findings = try HitsReader(path: path).verify()
            precondition(findings.isEmpty)
            let session = try SQLSession(registry: nil, history: path)
            var rows: [[SQLCell]] = []
            try session.run("SELECT count(*) FROM hits") { rows.append($0) }
            precondition(rows == [[.integer(2_000)]])
        }
    }
}
