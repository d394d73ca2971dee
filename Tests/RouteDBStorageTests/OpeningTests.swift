import Foundation
import RouteDBDatabase
import RouteDBMigrations
import RouteDBRouting
import RouteDBSQLite
import RouteDBStorage
import RouteDBTestSupport
import Testing

struct OpeningTests {
    let directory: TemporaryDirectory
    let path: String

    init() throws {
        directory = try TemporaryDirectory()
        path = directory.path("routes.db")
    }

    private func open(_ mode: RegistryMode) throws -> RegistryStore {
        try RegistryStore.open(path: path, mode: mode, busyTimeout: .zero)
    }

    private static let modes: [RegistryMode] = [
        .reading, .writing(time: 0), .creating(.test()),
    ]

    @Test("a new registry has revision 1, with the namespace default alone")
    func fresh() throws {
        let store = try open(.creating(.test("first words")))
        let snapshot = try store.snapshot()
        #expect(snapshot.revision == 1)
        #expect(snapshot.namespaces.map(\.name) == ["default"])
        #expect(snapshot.routes.isEmpty && snapshot.defaults.isEmpty)
        #expect(try store.revisions().map(\.message) == ["first words"])
        #expect(try store.check().isEmpty)
    }

    @Test("opening again changes nothing")
    func again() throws {
        _ = try open(.creating(.test("one")))
        let before = try Data(contentsOf: URL(fileURLWithPath: path))
        for mode in [.creating(.test("two"))] + Self.modes {
            #expect(try open(mode).latestRevision() == 1)
        }
        #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == before)
    }

    @Test("a missing file is created only on request")
    func missing() throws {
        #expect(try code { try open(.reading) } == .databaseMissing)
        #expect(try code { try open(.writing(time: 0)) } == .databaseMissing)
        #expect(!FileManager.default.fileExists(atPath: path))
        #expect(try complaint { try open(.reading) }.contains(path))
    }

    @Test("a registry is not created in a missing directory")
    func missingDirectory() throws {
        let path = directory.path("none/routes.db")
        let failure = try code { try RegistryStore.open(path: path, mode: .creating(.test())) }
        #expect(failure == .databaseMissing)
    }

    @Test("a directory is not a registry", arguments: modes.indices)
    func directoryInstead(mode: Int) throws {
        let path = directory.path
        #expect(
            try complaint { try RegistryStore.open(path: path, mode: Self.modes[mode]) }
                .contains("it is a directory"))
    }

    @Test("an empty path and one with a NUL are refused", arguments: ["", "a\0b"])
    func badPath(path: String) throws {
        #expect(try code { try RegistryStore.open(path: path, mode: .reading) } == .invalidValue)
    }

    @Test("an empty file is not a registry but can become one")
    func emptyFile() throws {
        #expect(FileManager.default.createFile(atPath: path, contents: Data()))
        #expect(try code { try open(.reading) } == .notARegistry)
        #expect(try code { try open(.writing(time: 0)) } == .notARegistry)
        #expect(try complaint { try open(.reading) }.contains("is an empty file"))
        #expect(try open(.creating(.test())).latestRevision() == 1)
    }

    @Test("a foreign database is refused and left unchanged", arguments: modes.indices)
    func foreign(mode: Int) throws {
        let scripts = [
            "CREATE TABLE note (text TEXT)",
            "PRAGMA application_id = 77; PRAGMA user_version = 1",
            "PRAGMA journal_mode = WAL; PRAGMA user_version = 4",
        ]
        for (index, script) in scripts.enumerated() {
            let path = directory.path("foreign-\(index).db")
            let connection = try Connection(path: path, mode: .create)
            try connection.execute(script)
            try connection.close()
            let before = try Data(contentsOf: URL(fileURLWithPath: path))
            let failure = try code {
                try RegistryStore.open(path: path, mode: Self.modes[mode])
            }
            #expect(failure == .notARegistry)
            #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == before)
        }
    }

    @Test("a file that is not a database is refused", arguments: modes.indices)
    func noDatabase(mode: Int) throws {
        let text = Data(String(repeating: "not a database\n", count: 100).utf8)
        try text.write(to: URL(fileURLWithPath: path))
        #expect(try code { try open(Self.modes[mode]) } == .notARegistry)
        #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == text)
    }

    @Test("a truncated registry is damaged", arguments: modes.indices)
    func truncated(mode: Int) throws {
        _ = try open(.creating(.test()))
        let data = try Data(contentsOf: URL(fileURLWithPath: path))
        try data.prefix(data.count / 2).write(to: URL(fileURLWithPath: path))
        #expect(try code { try open(Self.modes[mode]) } == .corrupt)
    }

    @Test("a registry written by another process is busy for writers only")
    func busy() throws {
        let first = try open(.creating(.test()))
        try first.write(.test()) { _ in
            let second = try open(.writing(time: 0))
            let failure = try code { try second.write(.test()) { _ in } }
            #expect(failure == .busy)
            let latest = try open(.reading).latestRevision()
            #expect(latest == 1)
        }
    }

    @Test("a writer switches from a write-ahead log back to the rollback journal")
    func journalMode() throws {
        _ = try open(.creating(.test()))
        let connection = try Connection(path: path, mode: .readWrite)
        try connection.execute("PRAGMA journal_mode = WAL")
        try connection.close()
        let store = try open(.writing(time: 0))
        #expect(try store.database.connection.pragmaText("journal_mode") == "delete")
        #expect(try store.database.connection.pragma("synchronous") == 3)
    }

    @Test(
        "missing permissions are reported before anything is tried",
        .enabled(if: getuid() != 0, "the superuser may do everything"))
    func permissions() throws {
        _ = try open(.creating(.test()))
        let files = FileManager.default
        try files.setAttributes([.posixPermissions: 0o500], ofItemAtPath: directory.path)
        #expect(try code { try open(.writing(time: 0)) } == .readOnly)
        #expect(try open(.reading).latestRevision() == 1)
        try files.setAttributes([.posixPermissions: 0o700], ofItemAtPath: directory.path)
        try files.setAttributes([.posixPermissions: 0o400], ofItemAtPath: path)
        #expect(try code { try open(.creating(.test())) } == .readOnly)
        #expect(try open(.reading).latestRevision() == 1)
        try files.setAttributes([.posixPermissions: 0o000], ofItemAtPath: path)
        #expect(try code { try open(.reading) } == .permissionDenied)
    }
}
