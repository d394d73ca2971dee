import Foundation
import RouteDBDatabase
import RouteDBRouting
import RouteDBSQLite
import RouteDBStorage
import RouteDBTestSupport
import Testing

@Suite("Digests of revisions")
struct DigestTests {
    let fixture: RegistryFixture

    init() throws {
        fixture = try RegistryFixture()
        try fixture.edit { editor in
            try editor.addNamespace(
                NamespaceDraft(
                    name: "n", overrides: [.choice: "first"], schemes: ["s"], hosts: ["h"],
                    fallback: "default", fallbackTarget: "t"))
            try editor.setConverter("c", rule: .allow(["x"]), in: "n")
            try editor.add(
                RouteDraft(
                    pattern: "/a/{id}", target: "a", name: "a", group: "g", kind: "view",
                    defaults: ["k": 1]))
            try editor.setDefault("g", to: "x", in: .group(namespace: "n", group: "g"))
            try editor.addRule(
                RuleDraft(.deny, in: .namespace("n"), for: .claim("c", 1), code: "c"))
            try editor.addSuppression(
                SuppressionDraft(.unreachable, namespace: "n", reason: "r"))
            try editor.addApp(LinkedApp(.ios, "ABCDE12345.com.example.app"), in: "n")
            try editor.addCase(
                RouteTestCase(
                    ResolutionRequest("/a/1"), expecting: RouteExpectation(outcome: .matched)))
        }
        try fixture.edit { editor in
            try editor.rename("a", to: "b")
            try editor.setDefault("k", to: 2, in: .route("b"))
            try editor.setConverter("c", rule: .any, in: "n")
            try editor.updateNamespace("n") { (draft) throws(RouteDBError) in
                draft.schemes = ["r"]
            }
        }
        try fixture.edit { try $0.remove("b") }
    }

    private func digests(_ fixture: RegistryFixture) throws -> [String] {
        try fixture.store.revisions().map(\.digest)
    }

    /// The findings about digests that a change behind the store's back leads to.
    private func findings(after damage: String) throws -> [String] {
        let copy = fixture.directory.path("damaged.db")
        try? FileManager.default.removeItem(atPath: copy)
        try FileManager.default.copyItem(atPath: fixture.path, toPath: copy)
        let connection = try Connection(path: copy, mode: .readWrite)
        try connection.setPragma("foreign_keys", to: "OFF")
        try connection.setPragma("ignore_check_constraints", to: "ON")
        try connection.execute(damage)
        try connection.close()
        return try RegistryStore.open(path: copy, mode: .reading).check()
            .filter { $0.rule == .digests }.map(\.message)
    }

    /// The first column of the rows of a query.
    private func texts(_ sql: String) throws -> [String] {
        var statement = try fixture.store.database.connection.prepare(sql)
        var texts: [String] = []
        while try statement.step() { texts.append(statement.string(at: 0)) }
        return texts
    }

    @Test("each revision has one, and equal histories have equal ones")
    func equal() throws {
        let digests = try digests(fixture)
        #expect(digests.count == 4 && Set(digests).count == 4)
        #expect(digests.allSatisfy { $0.utf8.count == 64 })
        #expect(try self.digests(DigestTests().fixture) == digests)
        #expect(try fixture.store.check() == [])
    }

    @Test("an equal revision by another author has another digest")
    func author() throws {
        let other = try RegistryFixture()
        for (store, author) in [(fixture.store, "x"), (other.store, "y")] {
            let commit = CommitInfo(author: author, time: 1)
            _ = try store.write(commit) { try $0.add(RouteDraft(pattern: "/z", target: "z")) }
        }
        #expect(try digests(fixture)[0] != digests(other)[0])
    }

    @Test("every table whose rows belong to revisions is digested")
    func tables() throws {
        let versioned = try texts(
            """
            SELECT t.name FROM sqlite_schema AS t JOIN pragma_table_info(t.name) AS c
            WHERE t.type = 'table' AND c.name = 'made_by' ORDER BY t.name
            """)
        #expect(!versioned.isEmpty)
        for table in versioned {
            let found = try findings(after: "UPDATE \(table) SET made_by = made_by + 1")
            #expect(found.count == 1, "\(table)")
        }
    }

    @Test(
        "another value in any column of any row is found",
        arguments: [
            "namespace", "namespace_binding", "route", "default_value", "converter", "access_rule",
            "revision",
        ])
    func values(table: String) throws {
        let columns = try texts("SELECT name FROM pragma_table_info('\(table)')")
        let rows = try texts("SELECT rowid FROM \(table)")
        #expect(columns.count > 3 && !rows.isEmpty)
        for column in columns {
            for row in rows {
                let found = try findings(
                    after: """
                        UPDATE OR IGNORE \(table) SET \(column) = CASE typeof(\(column))
                            WHEN 'integer' THEN \(column) + 1000
                            WHEN 'text' THEN substr(\(column), 1, length(\(column)) - 1) || '~'
                            ELSE (SELECT CASE type WHEN 'TEXT' THEN 'x' ELSE 4 END
                                FROM pragma_table_info('\(table)') WHERE name = '\(column)')
                            END
                        WHERE rowid = \(row)
                        """)
                #expect(found.count == 1, "\(column) of row \(row)")
            }
        }
    }

    @Test("a removed or inserted row is found, with its first revision")
    func rows() throws {
        for table in ["namespace_binding", "route", "default_value", "converter"] {
            let found = try findings(after: "DELETE FROM \(table) WHERE made_by = 3")
            #expect(found.count == 1 && found[0].hasPrefix("revision 3:"), "\(table)")
        }
        let planted = try findings(
            after: """
                INSERT INTO converter (namespace, name, rule, made_by) VALUES (2, 'p', 'any', 2)
                """)
        #expect(planted.count == 1 && planted[0].hasPrefix("revision 2:"))
    }

    @Test("a removed digest is found")
    func missing() throws {
        #expect(
            try findings(after: "UPDATE revision SET digest = NULL WHERE number = 4").count == 1)
    }

    @Test("columns of a later schema do not count while old rows do not use them")
    func laterSchema() throws {
        #expect(try findings(after: "ALTER TABLE route ADD COLUMN later TEXT").isEmpty)
        #expect(
            try findings(after: "ALTER TABLE route ADD COLUMN later TEXT NOT NULL DEFAULT 'x'")
                .count == 1)
    }
}
