import RouteDBDatabase
import RouteDBMigrations
import RouteDBRouting
import RouteDBSQLite
import RouteDBStorage
import RouteDBTestSupport
import Testing

/// A registry of the first schema, as the first version of the program made it.
struct OldSchemaTests {
    let directory: TemporaryDirectory
    let path: String

    init() throws {
        directory = try TemporaryDirectory()
        path = directory.path("routes.db")
        try FirstSchema.makeRegistry(at: path)
    }

    private func open(_ mode: RegistryMode) throws -> RegistryStore {
        try RegistryStore.open(path: path, mode: mode)
    }

    @Test("a reader refuses it, explains how to upgrade, and leaves it unchanged")
    func reading() throws {
        #expect(try code { try open(.reading) } == .schemaMismatch)
        #expect(try complaint { try open(.reading) }.contains("`routedb init`"))
        let connection = try Connection(path: path, mode: .readOnly)
        #expect(try connection.userVersion() == 1)
    }

    @Test("a copy in memory is upgraded, and the file stays as it is")
    func copying() throws {
        let store = try open(.copying(timeMicroseconds: 7))
        #expect(try store.snapshot().routes.map(\.name) == ["user"])
        #expect(try store.check().isEmpty)
        let connection = try Connection(path: path, mode: .readOnly)
        #expect(try connection.userVersion() == 1)
    }

    @Test("a writer upgrades it without changing its contents")
    func upgrade() throws {
        let store = try open(.writing(timeMicroseconds: 7))
        let snapshot = try store.snapshot()
        #expect(snapshot.revision == 2 && snapshot.converters.isEmpty)
        let web = try snapshot.namespace(named: "web")
        #expect(web.overrides == [.choice: "first", .letterCase: "insensitive"])
        #expect(web.schemes == ["https"] && web.hosts == ["*.example.com"])
        #expect(web.access == .open && snapshot.accessRules.isEmpty)
        #expect(web.policies.refusal == .next && web.fallback == NamespaceID(rawValue: 1))
        let route = try #require(snapshot.routes.first)
        #expect(route.pattern?.description == "/user/{id}" && route.dialectText == nil)
        #expect(route.kind == nil && route.priority == 3 && route.name == "user")
        #expect(route.requirements.isEmpty && route.presentation == nil)
        #expect(snapshot.defaults == [.route(route.id): ["k": [1]]])
        #expect(try store.snapshot(at: 1).routes.isEmpty)
        #expect(try store.check().isEmpty)
        #expect(try open(.reading).snapshot() == snapshot)
    }

    @Test(
        "every older schema is brought up to date, and another program then finds its routes",
        arguments: 1..<MigrationScript.all.count)
    func everySchema(version: Int) throws {
        let old = Array(MigrationScript.all.prefix(version))
        _ = try RegistryStore.open(path: path, mode: .writing(timeMicroseconds: 7), scripts: old)
        #expect(try HostileFile(path: path).rows("PRAGMA user_version") == [["\(version)"]])
        #expect(try code { try open(.reading) } == .schemaMismatch)
        #expect(try open(.writing(timeMicroseconds: 8)).check().isEmpty)
        let file = try HostileFile(path: path)
        let rows = try file.rows("SELECT namespace, route, pattern, target FROM live_route")
        #expect(rows == [["web", "user", "/user/{id}", "u"]])
        #expect(try file.rows("SELECT * FROM live_rule").isEmpty)
    }

    @Test("the upgrade adds digests to its revisions, which can be restored")
    func revisions() throws {
        let store = try open(.writing(timeMicroseconds: 7))
        let digests = try store.revisions().map(\.digest)
        #expect(Set(digests).count == 2 && digests.allSatisfy { $0.utf8.count == 64 })
        try store.write(.test()) { try $0.removeNamespace("web", removingRoutes: true) }
        try store.write(.test()) { try $0.rollBack(to: .number(2)) }
        var (now, then) = (try store.snapshot(), try store.snapshot(at: 2))
        (now.revision, then.revision) = (0, 0)
        #expect(now == then)
        #expect(try store.revisions().suffix(2).map(\.digest) == digests)
        #expect(try store.check().isEmpty)
    }

    @Test("the first write after the upgrade is the next revision")
    func writing() throws {
        let store = try open(.creating(.test()))
        let written = try store.write(.test()) { editor in
            try editor.setConverter("c", rule: .any, in: "web")
            try editor.replace(
                "user", with: RouteDraft(pattern: "/u", target: "u", kind: "view"))
        }
        #expect(written.revision == 3)
        #expect(try store.snapshot().routes.map(\.kind) == ["view"])
        #expect(try store.check().isEmpty)
    }

    @Test("a registry of the second schema is upgraded too, with its empty patterns")
    func secondSchema() throws {
        let second = MigrationScript.all[1]
        let connection = try Connection(path: path, mode: .readWrite)
        try connection.execute(second.sql)
        try connection.execute(
            """
            PRAGMA user_version = 2;
            INSERT INTO migration VALUES (2, 'v0002_dialects', '\(second.checksum)', 6);
            INSERT INTO revision VALUES (3, 7, 'a', '', 'add');
            INSERT INTO route (id, namespace, name, pattern, written, syntax, target, priority,
                is_enabled, made_by, kind)
                VALUES (2, 2, 'root', '', '', 'native', 'r', 0, 1, 3, 'view');
            INSERT INTO route (id, namespace, pattern, written, syntax, target, priority,
                is_enabled, made_by)
                VALUES (3, 2, '/a/{b}', '/a/:b', 'jlroutes', 'a', 0, 1, 3);
            """)
        try connection.close()
        #expect(try code { try open(.reading) } == .schemaMismatch)

        let store = try open(.writing(timeMicroseconds: 9))
        let routes = try store.snapshot().routes
        #expect(routes.map { $0.pattern?.description } == ["/user/{id}", "", "/a/{b}"])
        #expect(routes.map(\.dialectText) == [nil, nil, "/a/:b"])
        #expect(routes.map(\.kind) == [nil, "view", nil])
        let written = try store.write(.test()) { editor in
            try editor.add(RouteDraft(pattern: nil, target: "t", name: "task", namespace: "web"))
            var draft = try editor.draft(of: "root")
            draft.requirements = [RouteRequirement("id", .int)]
            draft.presentation = RoutePresentation()
            return try editor.replace("root", with: draft)
        }
        #expect(written.revision == 4 && written.result == .replaced(RouteID(rawValue: 2)))
        let after = try store.snapshot()
        #expect(after.routes.map { $0.pattern == nil } == [false, false, false, true])
        #expect(after.routes[1].requirements == [RouteRequirement("id", .int)])
        #expect(try store.snapshot(at: 3).routes == routes)
        #expect(try store.check().isEmpty)
    }
}

extension Connection {
    fileprivate func userVersion() throws -> Int64 {
        try withStatement("PRAGMA user_version") { statement in
            _ = try statement.step()
            return statement.int(at: 0)
        }
    }
}
