import RouteDBDatabase
import RouteDBMigrations
import RouteDBRouting
import RouteDBSQLite
import RouteDBStorage
import RouteDBTestSupport
import Testing

struct MigratorTests {
    let fixture: RegistryFixture

    init() throws {
        fixture = try RegistryFixture()
    }

    /// The version of the schema, and the one that a test's script leads to.
    private static let (newest, next) = (MigrationScript.all.count, MigrationScript.all.count + 1)

    private static func script(_ version: Int, _ sql: String) -> MigrationScript {
        MigrationScript(version: version, name: "v\(version)", sql: Array(sql.utf8))
    }

    private func open(
        _ mode: RegistryMode, adding script: MigrationScript...
    ) throws -> RegistryStore {
        try RegistryStore.open(
            path: fixture.path, mode: mode, busyTimeout: .zero,
            scripts: MigrationScript.all + script)
    }

    private func number(_ sql: StaticString) throws -> Int64 {
        try fixture.store.database.connection.withStatement(sql) { statement in
            _ = try statement.step()
            return statement.int(at: 0)
        }
    }

    @Test("the scripts are numbered from 1 without gaps, and named by their numbers")
    func catalogue() {
        for (index, script) in MigrationScript.all.enumerated() {
            #expect(script.version == index + 1)
            let digits = String(script.version)
            let number = String(repeating: "0", count: max(0, 4 - digits.count)) + digits
            #expect(script.name.hasPrefix("v\(number)_"))
        }
    }

    @Test("a checksum is the FNV-1a hash of the script")
    func checksum() {
        #expect(Self.script(1, "").checksum == "cbf29ce484222325")
        #expect(Self.script(1, "a").checksum == "af63dc4c8601ec8c")
        #expect(Self.script(1, "foobar").checksum == "85944171f73967e8")
    }

    @Test("the header has the application id and the version")
    func header() throws {
        #expect(try number("PRAGMA application_id") == 0x5274_4442)
        #expect(try number("PRAGMA user_version") == Int64(MigrationScript.all.count))
        #expect(try number("SELECT count(*) FROM migration") == Int64(MigrationScript.all.count))
    }

    @Test("a writer upgrades an older schema and keeps its contents")
    func upgrade() throws {
        try fixture.add(RouteDraft(pattern: "/a", target: "a"))
        let (snapshot, revisions) = (try fixture.store.snapshot(), try fixture.store.revisions())
        let script = Self.script(Self.next, "CREATE TABLE extra (a) ; ")
        let store = try open(.writing(time: 9), adding: script)
        #expect(try number("PRAGMA user_version") == Int64(Self.next))
        #expect(try number("SELECT applied_at FROM migration ORDER BY version DESC LIMIT 1") == 9)
        #expect(try store.snapshot() == snapshot && store.revisions() == revisions)
        #expect(try store.snapshot(at: 1).routes.isEmpty)
        #expect(try store.check().isEmpty)
        #expect(try open(.reading, adding: script).snapshot() == snapshot)
    }

    @Test("the first write after an upgrade is the next revision, and earlier ones can be restored")
    func writing() throws {
        try fixture.add(RouteDraft(pattern: "/a", target: "a"))
        let before = try fixture.store.snapshot()
        let column = "ALTER TABLE route ADD COLUMN extra TEXT"
        let store = try open(.creating(.test()), adding: Self.script(Self.next, column))
        let written = try store.write(.test()) { try $0.remove("/a") }
        #expect(written.revision == before.revision + 1)
        try store.write(.test()) { try $0.rollBack(to: .number(before.revision)) }
        #expect(try store.snapshot().routes == before.routes)
        #expect(try store.snapshot(at: before.revision) == before)
        #expect(try store.check().isEmpty)
    }

    @Test("a copy in memory is upgraded, and the file stays as it is")
    func copying() throws {
        try fixture.add(RouteDraft(pattern: "/a", target: "a"))
        let script = Self.script(Self.next, "CREATE TABLE extra (a)")
        let store = try open(.copying(time: 7), adding: script)
        #expect(try store.snapshot() == fixture.store.snapshot())
        #expect(try store.database.number("PRAGMA user_version") == Int64(Self.next))
        #expect(try store.check().isEmpty)
        #expect(try number("PRAGMA user_version") == Int64(Self.newest))
    }

    @Test("a reader does not migrate and explains who does")
    func olderForReader() throws {
        let script = Self.script(Self.next, "CREATE TABLE extra (a)")
        #expect(try code { try open(.reading, adding: script) } == .schemaMismatch)
        #expect(
            try complaint { try open(.reading, adding: script) }.contains("`routedb init`"))
        #expect(try number("PRAGMA user_version") == Int64(Self.newest))
    }

    @Test("a newer schema is refused by everyone, with both versions")
    func newer() throws {
        _ = try open(.writing(time: 0), adding: Self.script(Self.next, "SELECT 1"))
        let modes: [RegistryMode] = [
            .reading, .writing(time: 0), .creating(.test()),
        ]
        for mode in modes {
            #expect(try code { try open(mode) } == .schemaTooNew)
            let text = try complaint { try open(mode) }
            #expect(text.contains("version \(Self.next)") && text.contains("up to \(Self.newest)"))
        }
    }

    @Test("who has a registry open writes no more after a newer RouteDB has upgraded it")
    func newerMeanwhile() throws {
        let store = try open(.writing(time: 0))
        _ = try open(.writing(time: 0), adding: Self.script(Self.next, "SELECT 1"))
        let revision = try store.snapshot().revision
        let draft = RouteDraft(pattern: "/late", target: "t")
        #expect(try code { try store.write(.test()) { try $0.add(draft) } } == .schemaTooNew)
        #expect(try store.snapshot().revision == revision)
    }

    @Test("a script that fails leaves the old version")
    func interrupted() throws {
        let bad = Self.script(Self.next, "CREATE TABLE extra (a); INSERT INTO nowhere VALUES (1);")
        #expect(try code { try open(.writing(time: 0), adding: bad) } != nil)
        #expect(try number("PRAGMA user_version") == Int64(Self.newest))
        #expect(try number("SELECT count(*) FROM sqlite_schema WHERE name = 'extra'") == 0)
        #expect(try open(.writing(time: 0)).check().isEmpty)
        let good = Self.script(Self.next, "CREATE TABLE extra (a)")
        _ = try open(.writing(time: 0), adding: good)
        #expect(try number("PRAGMA user_version") == Int64(Self.next))
    }

    @Test("the scripts before a failing one are kept")
    func partly() throws {
        let good = Self.script(Self.next, "CREATE TABLE extra (a)")
        let bad = Self.script(Self.next + 1, "INSERT INTO nowhere VALUES (1)")
        #expect(try code { try open(.writing(time: 0), adding: good, bad) } != nil)
        #expect(try number("PRAGMA user_version") == Int64(Self.next))
    }

    @Test("a registry whose creation fails is not created at all")
    func interruptedCreation() throws {
        let path = fixture.directory.path("new.db")
        let bad = Self.script(Self.next, "INSERT INTO nowhere VALUES (1)")
        let failure = try code {
            try RegistryStore.open(
                path: path, mode: .creating(.test()), scripts: MigrationScript.all + [bad])
        }
        #expect(failure == .storageFailure)
        #expect(
            try complaint { try RegistryStore.open(path: path, mode: .reading) }
                .contains("No registry exists"))
        #expect(try RegistryStore.open(path: path, mode: .creating(.test())).check().isEmpty)
    }

    @Test("an edited script is refused")
    func checksumMismatch() throws {
        let edited = [Self.script(1, "SELECT 1")] + MigrationScript.all.dropFirst()
        for mode in [RegistryMode.reading, .writing(time: 0)] {
            let failure = try code {
                try RegistryStore.open(path: fixture.path, mode: mode, scripts: edited)
            }
            #expect(failure == .schemaMismatch)
        }
    }

    @Test(
        "a registry whose migrations do not match its version is refused",
        arguments: [
            "DELETE FROM migration", "DROP TABLE migration", "PRAGMA user_version = 0",
            "UPDATE migration SET version = version + 100",
        ])
    func migrationList(damage: String) throws {
        try fixture.damage(damage)
        for mode in [RegistryMode.reading, .writing(time: 0)] {
            #expect(try code { try open(mode) } == .schemaMismatch)
        }
    }
}
