import RouteDBDatabase
import RouteDBRouting
import RouteDBSQLite
import RouteDBTestSupport
import Testing

@testable import RouteDBStorage

@Suite("Costs of questions about revisions")
struct RevisionCostTests {
    /// What SQLite does for a question, whatever the machine.
    private struct Cost {
        let steps: Int
        let pages: Int
    }

    /// A registry of many routes, each with a past, and of revisions that change one item each.
    private static func registry(of count: Int) throws -> RegistryFixture {
        let fixture = try RegistryFixture()
        let numbers = """
            WITH RECURSIVE number (i) AS
            (SELECT 1 UNION ALL SELECT i + 1 FROM number WHERE i < \(count))
            """
        let columns = """
            (id, namespace, name, pattern, written, syntax, target, priority, is_enabled, made_by,
            ended_by)
            """
        func routes(_ target: String, _ madeBy: Int, _ endedBy: String) -> String {
            """
            \(numbers) INSERT INTO route \(columns)
            SELECT i, 1, 'r' || i, '/p/' || i, '/p/' || i, 'native', '\(target)', 0, 1, \(madeBy),
            \(endedBy) FROM number;
            """
        }
        try fixture.damage(
            """
            INSERT INTO revision (number, created_at, author, message, source)
            VALUES (2, 0, 'a', '', ''), (3, 0, 'a', '', '');
            \(routes("old", 2, "3"))
            \(routes("new", 3, "NULL"))
            \(numbers) INSERT INTO default_value (route, key, value, made_by)
            SELECT i, 'k', '1', 2 FROM number WHERE i <= 1000;
            UPDATE route SET target = iif(id = 5, 'few', 'few.below'), route_group = 'few'
            WHERE id BETWEEN 5 AND 8 AND ended_by IS NULL;
            """)
        try fixture.edit { try $0.rename("r7", to: "x7") }
        try fixture.edit { try $0.setDefault("k", to: 2, in: .route("r8")) }
        try fixture.edit { try $0.addRule(RuleDraft(.deny, in: .route("r9"), for: .anonymous)) }
        try fixture.edit { try $0.addNamespace(NamespaceDraft(name: "web", hosts: ["a.example"])) }
        return fixture
    }

    private func cost(
        of question: (RegistryStore) throws -> Void, to fixture: RegistryFixture
    ) throws -> Cost {
        let store = try fixture.reopened(.writing(time: 1))
        let connection = store.database.connection
        let (steps, pages) = (connection.steps, connection.pagesRead)
        try question(store)
        return Cost(steps: connection.steps - steps, pages: connection.pagesRead - pages)
    }

    private struct Question {
        let name: String
        let ask: (RegistryStore) throws -> Void

        init(_ name: String, _ ask: @escaping (RegistryStore) throws -> Void) {
            (self.name, self.ask) = (name, ask)
        }
    }

    private static var questions: [Question] {
        let seven = RouteID(rawValue: 7)
        var questions = (4...7).map { (number: Int64) in
            Question("what revision \(number) changed") {
                _ = try $0.difference(from: .number(number - 1), to: .number(number))
            }
        }
        questions += [
            Question("the last revisions") { _ = try $0.revisions(limit: 3) },
            Question("the last revisions in words") { _ = try $0.summaries(of: 4...7) },
            Question("the revisions of a route") { _ = try $0.revisions(of: seven) },
            Question("the way back") { _ = try $0.difference(from: .number(7), to: .number(3)) },
            Question("who set a field") { _ = try $0.blame(seven) },
            Question("who had set a field") { _ = try $0.blame(seven, at: 3) },
            Question("a route by id") { _ = try $0.ask { try $0.route("#7") } },
            Question("a route by name") { _ = try $0.ask { try $0.route("default:x7") } },
            Question("a route by pattern") { _ = try $0.ask { try $0.route("/p/7") } },
            Question("a route by its old name") {
                _ = try $0.ask(at: .number(3)) { try $0.route("r7") }
            },
            Question("an old route by pattern") {
                _ = try $0.ask(at: .number(3)) { try $0.route("/p/7") }
            },
        ]
        questions += Self.queries.flatMap { name, query in
            [(name, nil), ("\(name), once", RevisionReference.number(3))].map { name, revision in
                Question(name) { _ = try $0.ask(at: revision) { try $0.snapshot(of: query) } }
            }
        }
        questions += [
            Question("all but routes") { _ = try $0.ask { try $0.items() } },
            Question("the language of a pattern") { _ = try $0.ask { try $0.syntax(of: seven) } },
            Question("the groups") { _ = try $0.ask { try $0.groups(limit: 10) } },
            Question("a name that is there") { store in
                var filter = RouteFilter()
                (filter.name, filter.target, filter.group) = ("x7", "few", "few")
                try store.ask { try $0.checkNames(in: filter) }
            },
            Question("a rollback") { store in
                let tried = try store.write(.test(), dryRun: true) { editor in
                    try editor.rollBack(to: .number(3))
                }
                #expect(tried.result)
            },
        ]
        return questions
    }

    /// Queries for a few routes, each by an index or by the first ones.
    private static var queries: [(String, RouteQuery)] {
        func query(_ change: (inout RouteQuery) -> Void) -> RouteQuery {
            var query = RouteQuery()
            change(&query)
            return query
        }
        return [
            ("routes with a name", query { $0.filter.name = "r9" }),
            ("routes to a target", query { $0.filter.target = "few" }),
            ("routes of a group", query { $0.filter.group = "few" }),
            ("a page", query { $0.limit = 20 }),
            ("a later page", query { ($0.after, $0.limit) = (RouteID(rawValue: 900), 20) }),
            (
                "a later page of a namespace",
                query {
                    ($0.after, $0.limit) = (RouteID(rawValue: 900), 20)
                    $0.filter.namespace = "default"
                }
            ),
            (
                "a page of those that are enabled",
                query {
                    ($0.skipped, $0.limit, $0.filter.isEnabled) = (20, 20, true)
                    $0.filter.pattern = "p"
                }
            ),
        ]
    }

    @Test("a question about a revision costs the same in a registry of 1,000 and of 20,000 routes")
    func questions() throws {
        let few = try Self.registry(of: 1_000)
        let many = try Self.registry(of: 20_000)
        for question in Self.questions {
            let small = try cost(of: question.ask, to: few)
            let large = try cost(of: question.ask, to: many)
            let name = question.name
            #expect(small.steps > 0, "\(name)")
            #expect(large.steps <= small.steps + 100, "\(name): \(small), then \(large)")
            // The trees of larger tables are one level higher.
            #expect(large.pages <= small.pages + 60, "\(name): \(small), then \(large)")
        }
    }

    @Test("what differs between revisions is found by what began and ended in each table")
    func plans() throws {
        let fixture = try RegistryFixture()
        let connection = try Connection(path: fixture.path, mode: .readOnly)
        for table in VersionedTable.all {
            for (query, index) in [(table.onlyEarlier, "ended"), (table.onlyLater, "made")] {
                let sql = try connection.withStatement(query) { $0.sql }
                var plan = try connection.prepare("EXPLAIN QUERY PLAN \(sql)")
                var lines: [String] = []
                while try plan.step() { lines.append(plan.string(at: 3)) }
                #expect(
                    lines.contains { $0.contains("USING INDEX \(table.name)_\(index) (") },
                    "\(table.name): \(lines)")
            }
        }
    }

    @Test("only those who read a damaged route learn of it")
    func damage() throws {
        let fixture = try RegistryFixture()
        try fixture.add(
            RouteDraft(pattern: "/a", target: "a", name: "a"),
            RouteDraft(pattern: "/b", target: "b", name: "b"))
        try fixture.damage("UPDATE route SET pattern = '{' WHERE id = 1")
        let store = fixture.store
        let difference = try store.difference(from: .number(2), to: nil)
        #expect(difference.old.routes.isEmpty && difference.new.routes.map(\.name) == ["b"])
        #expect(try store.ask { try $0.route("b") }.route.id.rawValue == 2)
        #expect(try code { try store.difference(from: .number(1), to: .number(2)) } == .corrupt)
        #expect(try code { try store.ask { try $0.route("a") } } == .corrupt)
    }
}
