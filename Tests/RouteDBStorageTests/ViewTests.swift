import RouteDB
import RouteDBDatabase
import RouteDBHistory
import RouteDBMigrations
import RouteDBRouting
import RouteDBStorage
import RouteDBTestSupport
import RouteDBTraffic
import Testing

/// The views for people who read the files with other programs.
@Suite("Views")
struct ViewTests {
    let registry: RegistryFixture
    let history: HistoryFixture

    init() throws {
        registry = try RegistryFixture()
        history = try HistoryFixture()
    }

    /// What another program reads that trusts no schema.
    private func rows(_ sql: String, path: String) throws -> [[String]] {
        let file = try HostileFile(path: path)
        try file.execute("PRAGMA trusted_schema = OFF")
        return try file.rows(sql)
    }

    private func sessionRows(_ sql: String) throws -> [[SQLCell]] {
        var rows: [[SQLCell]] = []
        try SQLSession(registry: registry.path, history: history.path).run(sql) { rows.append($0) }
        return rows
    }

    private func addRoutes() throws {
        try registry.edit { editor in
            try editor.addNamespace(NamespaceDraft(name: "web"))
            try editor.add(
                RouteDraft(
                    pattern: "/user/{id}", target: "user", name: "user", group: "people",
                    namespace: "web"))
            try editor.add(RouteDraft(pattern: "/old", target: "old"))
            try editor.add(RouteDraft(pattern: "/off", target: "off", isEnabled: false))
            try editor.add(RouteDraft(pattern: nil, target: "task", name: "task"))
        }
        try registry.edit { editor in
            try editor.remove("/old")
        }
    }

    @Test("live_route has the routes of the newest revision, with names and times")
    func routes() throws {
        try addRoutes()
        try registry.edit { try $0.setEnabled("/off", true) }
        let rows = try rows(
            """
            SELECT route_id, namespace, route, target, pattern, namespace_id, name, route_group,
                is_enabled, syntax, made_by, made_at
            FROM live_route ORDER BY route_id
            """, path: registry.path)
        let time = "1970-01-01T00:00:01Z"
        #expect(
            rows == [
                [
                    "1", "web", "web:people/user", "user", "/user/{id}", "2", "user", "people", "1",
                    "native",
                    "2", time,
                ],
                ["3", "default", "/off", "off", "/off", "1", "", "", "1", "native", "4", time],
                ["4", "default", "task", "task", "", "1", "task", "", "1", "", "2", time],
            ])
    }

    @Test("live_rule names what a rule is about, and says when it ends")
    func rules() throws {
        try addRoutes()
        try registry.edit { editor in
            try editor.addRule(
                RuleDraft(.deny, in: .route("web:user"), for: .anonymous))
            try editor.addRule(
                RuleDraft(
                    .allow, in: .group(namespace: "web", group: "people"), for: .role("admin"),
                    until: 1_767_225_600_500_000))
            try editor.addRule(RuleDraft(.deny, in: .namespace("default")))
        }
        let ids = try registry.store.snapshot().accessRules.map(\.id)
        try registry.edit { try $0.removeRule(try #require(ids.last)) }
        let rows = try rows(
            """
            SELECT rule_id, effect, namespace, route, pattern, namespace_id, route_id, route_group,
                subject, subject_name, until, made_by, made_at
            FROM live_rule ORDER BY rule_id
            """, path: registry.path)
        let time = "1970-01-01T00:00:01Z"
        #expect(
            rows == [
                [
                    "1", "deny", "web", "web:people/user", "/user/{id}", "2", "1", "people",
                    "anonymous", "",
                    "", "4", time,
                ],
                [
                    "2", "allow", "web", "", "", "2", "", "people", "role", "admin",
                    "2026-01-01T00:00:00Z", "4", time,
                ],
            ])
    }

    @Test(
        "the roll-ups by hour and by day are what the hits add up to, and keep those that were pruned"
    )
    func rollUps() throws {
        var generator = HitGenerator(seed: 3)
        var hits = generator.hits(3_000)
        // The first hour of a day, and a time before 1970.
        hits += [generator.hit(near: 1_700_006_400_000_000), generator.hit(near: -90_000_000_000)]
        let writer = try history.writer()
        try writer.append(HitBatch(hits))
        for (name, beginning) in [
            ("hour", "substr(at, 1, 13) || ':00:00Z'"), ("day", "substr(at, 1, 10)"),
        ] {
            let expected = try sessionRows(
                """
                SELECT \(beginning), outcome, namespace_id, route_id, count(*), sum(weight),
                    ifnull(sum(duration), 0), count(duration), 0, 0
                FROM hits GROUP BY 1, 2, 3, 4 ORDER BY 1, 2, 3, 4
                """)
            #expect(expected.count > 100)
            #expect(
                try sessionRows("SELECT * FROM hits_by_\(name) ORDER BY 1, 2, 3, 4") == expected)
            #expect(
                try rows("SELECT * FROM hits_by_\(name)", path: history.path).count
                    == expected.count)
        }
        let sums = "SELECT sum(hits), sum(weight), sum(pruned_hits) FROM hits_by_day"
        let before = try rows(sums, path: history.path)
        _ = try writer.prune(HitRetention(maximumHits: 1_000), time: 0)
        let after = try rows(sums, path: history.path)
        #expect(before[0].prefix(2) == after[0].prefix(2) && after[0][2] == "2002")
    }

    @Test("SQL over both files reads them too, by the names that hits have")
    func session() throws {
        try addRoutes()
        var hit = Hit(time: 1_767_225_600_000_000, url: [], outcome: .matched)
        (hit.namespace, hit.route) = (2, 1)
        try history.writer().append(HitBatch([hit]))
        let names = "namespace, route, target, pattern, namespace_id, route_id"
        let rows = try sessionRows("SELECT \(names) FROM hits")
        #expect(try sessionRows("SELECT \(names) FROM live_route WHERE route_id = 1") == rows)
        let join = """
            SELECT d.day, r.route, d.hits FROM hits_by_day AS d JOIN live_route AS r USING (route_id)
            """
        #expect(
            try sessionRows(join) == [
                [
                    .text(Array("2026-01-01".utf8)), .text(Array("web:people/user".utf8)),
                    .integer(1),
                ]
            ])
        #expect(try sessionRows("SELECT * FROM live_rule").isEmpty)
    }

    @Test("a copy of a registry has its views")
    func copies() throws {
        try addRoutes()
        let backup = registry.directory.path("backup.db")
        try registry.store.backUp(to: backup)
        let compact = registry.directory.path("compact.db")
        try HostileFile.execute("VACUUM INTO '\(compact)'", path: registry.path)
        for path in [backup, compact] {
            #expect(try rows("SELECT * FROM live_route", path: path).count == 3)
            #expect(try RegistryStore.open(path: path, mode: .reading).check().isEmpty)
        }
    }

    @Test(
        "a view of ours that somebody changed or dropped is read by no SQL, and kept from no other",
        arguments: [
            """
            DROP VIEW %; CREATE VIEW % AS
                WITH RECURSIVE r (id) AS (SELECT 1 UNION ALL SELECT 1 FROM r) SELECT id FROM r
            """,
            "DROP VIEW %; CREATE TABLE % (route_id)", "DROP VIEW %",
        ], ["live_route", "hits_by_day"])
    func changed(change: String, name: String) throws {
        try addRoutes()
        var generator = HitGenerator(seed: 1)
        try history.writer().append(HitBatch(generator.hits(3)))
        let isOfRegistry = name == "live_route"
        try HostileFile.execute(
            change.split(separator: "%", omittingEmptySubsequences: false).joined(separator: name),
            path: isOfRegistry ? registry.path : history.path)
        #expect(try code { try sessionRows("SELECT 1") } == .schemaMismatch)
        #expect(try complaint { try sessionRows("SELECT 1") }.contains("the view '\(name)'"))
        // What reads no views goes on, and nobody writes.
        #expect(try registry.reopened().snapshot().routes.count == 3)
        #expect(try history.hits().count == 3)
        if isOfRegistry {
            #expect(try registry.reopened().check().map(\.rule) == [.schema])
            #expect(try code { try registry.reopened(.writing(time: 0)) } == .schemaMismatch)
        } else {
            #expect(try history.reader().verify().map(\.part) == [.schema])
            #expect(try code { try history.writer() } == .schemaMismatch)
        }
    }

    @Test(
        "a file whose new names somebody took is not brought up to date, and loses nothing",
        arguments: [
            ("CREATE VIEW LIVE_LATER AS SELECT 7 AS a", "the view 'LIVE_LATER'", "LIVE_LATER"),
            (
                "CREATE TABLE live_later (a); INSERT INTO live_later VALUES (7)",
                "the table 'live_later'", "live_later"
            ),
            (
                "CREATE TABLE x (a); INSERT INTO x VALUES (7); CREATE INDEX hits_later ON x (a)",
                "the index 'hits_later' of the table 'x'", "x"
            ),
        ])
    func takenNames(sql: String, name: String, table: String) throws {
        let isOfRegistry = table.lowercased().hasPrefix("live")
        let path = registry.directory.path("old.db")
        func open(_ scripts: [MigrationScript]) throws {
            if isOfRegistry {
                _ = try RegistryStore.open(path: path, mode: .creating(.test()), scripts: scripts)
            } else {
                _ = try HitsWriter(
                    path: path, stream: [UInt8](repeating: 1, count: 16), time: 0, scripts: scripts)
            }
        }
        let scripts = isOfRegistry ? MigrationScript.all : MigrationScript.history
        let later = scripts.adding(
            "CREATE VIEW \(isOfRegistry ? "live" : "hits")_later AS SELECT 1 AS a")
        try open(scripts)
        try HostileFile.execute(sql, path: path)
        for _ in 1...2 {
            #expect(try code { try open(later) } == .schemaMismatch)
            #expect(try complaint { try open(later) }.contains(name))
        }
        #expect(try rows("PRAGMA user_version", path: path) == [["\(scripts.count)"]])
        #expect(try rows("SELECT a FROM \(table)", path: path) == [["7"]])
        // Under another name it may stay.
        if sql.hasPrefix("CREATE TABLE l") {
            try HostileFile.execute("ALTER TABLE \(table) RENAME TO mine", path: path)
        } else {
            try HostileFile.execute(
                isOfRegistry ? "DROP VIEW \(table)" : "DROP INDEX hits_later", path: path)
        }
        try open(later)
        #expect(try rows("PRAGMA user_version", path: path) == [["\(later.count)"]])
    }
}
