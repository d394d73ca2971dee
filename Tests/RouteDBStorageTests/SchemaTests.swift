import RouteDBDatabase
import RouteDBHistory
import RouteDBMigrations
import RouteDBRouting
import RouteDBStorage
import RouteDBTestSupport
import RouteDBTraffic
import Testing

/// What a registry or a history must have in its schema, and what may be there.
@Suite("Changed schemas")
struct SchemaTests {
    let registry: RegistryFixture
    let history: HistoryFixture

    init() throws {
        registry = try RegistryFixture()
        try registry.add(RouteDraft(pattern: "/a", target: "a"))
        history = try HistoryFixture()
        var hits = HitGenerator(seed: 1)
        try history.writer().append(HitBatch(hits.hits(10)))
    }

    private func open(_ mode: RegistryMode) throws -> RegistryStore {
        try RegistryStore.open(path: registry.path, mode: mode)
    }

    @Test(
        "a registry with a changed schema is readable and never written",
        arguments: [
            ("CREATE TRIGGER x AFTER INSERT ON route BEGIN DELETE FROM access_rule; END", "'x'"),
            ("DROP INDEX route_live_id", "'route_live_id'"),
            (
                "DROP INDEX route_live_id; CREATE INDEX route_live_id ON route (id)",
                "'route_live_id'"
            ),
            ("ALTER TABLE route ADD COLUMN memo TEXT", "'route'"),
            ("DROP VIEW live_rule; CREATE VIEW live_rule AS SELECT 1", "'live_rule'"),
        ])
    func changedRegistry(sql: String, name: String) throws {
        try HostileFile.execute(sql, path: registry.path)
        #expect(try open(.reading).snapshot().routes.count == 1)
        for mode in [RegistryMode.writing(time: 0), .creating(.test())] {
            #expect(try code { try open(mode) } == .schemaMismatch)
            #expect(try complaint { try open(mode) }.contains(name))
        }
        let findings = try open(.reading).check().filter { $0.rule == .schema }
        #expect(findings.count == 1 && findings[0].message.contains(name))
    }

    @Test(
        "a registry with views in place of tables is refused without waiting",
        arguments: [
            """
            DROP TABLE suppression; CREATE VIEW suppression AS
                WITH RECURSIVE r (id) AS (SELECT 1 UNION ALL SELECT 1 FROM r) SELECT id FROM r
            """,
            "DROP TABLE tag", "DROP TABLE tag; CREATE TABLE TAG (name TEXT)",
            "DROP TABLE tag; CREATE VIRTUAL TABLE tag USING fts5(name)",
            """
            DROP TABLE tag; CREATE TABLE tag (name TEXT, revision AS (abs(1)), created_at, author,
                message)
            """,
        ])
    func unreadableRegistry(sql: String) throws {
        guard (try? HostileFile.execute(sql, path: registry.path)) != nil else {
            // A library without such virtual tables makes none.
            return
        }
        for mode in [RegistryMode.reading, .writing(time: 0)] {
            #expect(try code { try open(mode) } == .schemaMismatch)
        }
    }

    @Test("additions under other names are reported and allowed")
    func additions() throws {
        let sql = """
            CREATE VIEW report AS SELECT 1; CREATE INDEX extra ON %@ (%@);
            CREATE TABLE notes (a); ANALYZE
            """
        for (path, table, column) in [
            (registry.path, "route", "target"), (history.path, "rollup", "route"),
        ] {
            let parts = sql.split(separator: "%@", omittingEmptySubsequences: false)
            try HostileFile.execute(parts[0] + table + parts[1] + column + parts[2], path: path)
        }
        let added = ["extra", "notes", "report"]
        #expect(try open(.reading).schemaAdditions().map(\.name) == added)
        #expect(try open(.writing(time: 0)).check().isEmpty)
        #expect(try history.reader().schemaAdditions().map(\.name) == added)
        #expect(try history.reader().verify().isEmpty)
        var hits = HitGenerator(seed: 2)
        #expect(try history.writer().append(HitBatch(hits.hits(10))) == 11..<21)
    }

    @Test(
        "a history with a changed schema is readable and never written",
        arguments: [
            "CREATE TRIGGER x AFTER INSERT ON tail BEGIN DELETE FROM rollup; END",
            "DROP INDEX import_first", "ALTER TABLE stream ADD COLUMN note TEXT",
        ])
    func changedHistory(sql: String) throws {
        try HostileFile.execute(sql, path: history.path)
        #expect(try history.hits().count == 10)
        #expect(try code { try history.writer() } == .schemaMismatch)
        #expect(try history.reader().verify().map(\.part) == [.schema])
    }

    @Test("a history with a view in place of a table is refused")
    func unreadableHistory() throws {
        try HostileFile.execute(
            "DROP TABLE loss; CREATE VIEW loss AS SELECT 1 AS hits", path: history.path)
        #expect(try code { try history.reader() } == .schemaMismatch)
        #expect(try code { try history.writer() } == .schemaMismatch)
    }

    @Test("an old schema is compared with the scripts that made it")
    func oldSchema() throws {
        let path = history.directory.path("old.db")
        let key = [UInt8](repeating: 1, count: 16)
        let later = MigrationScript.history.adding("CREATE TABLE later (a)")
        func open(_ path: String, _ scripts: [MigrationScript]) throws {
            _ = try HitsWriter(path: path, stream: key, time: 0, scripts: scripts)
        }
        try open(path, MigrationScript.history)
        let sound = history.directory.path("sound.db")
        try HostileFile.execute("VACUUM INTO '\(sound)'", path: path)
        try open(sound, later)
        try HostileFile.execute("DROP INDEX import_first", path: path)
        #expect(try code { try open(path, later) } == .schemaMismatch)
    }

    @Test("a digest of a schema equals that of its scripts")
    func digests() throws {
        var digests: [String: String] = [:]
        for scripts in [MigrationScript.all, MigrationScript.history] {
            for count in 1...scripts.count {
                let made = try ExpectedSchema.made(by: scripts.prefix(count))
                digests[scripts[count - 1].name] = KnownDigests.digest(
                    of: Array(made.objects.values))
            }
        }
        for (name, digest) in KnownDigests.digests { #expect(digests[name] == digest) }
        // Without it, opening a file is slower.
        for newest in [MigrationScript.all.last, MigrationScript.history.last] {
            #expect(KnownDigests.digests[try #require(newest).name] != nil)
        }
    }

    @Test("nothing hides the virtual table of hits")
    func reservedName() throws {
        try HostileFile.execute("CREATE VIEW HITS AS SELECT 1 AS time", path: registry.path)
        #expect(
            try code { try SQLSession(registry: registry.path, history: nil) } == .schemaMismatch)
    }
}
