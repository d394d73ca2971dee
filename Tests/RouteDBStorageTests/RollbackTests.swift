import RouteDBDatabase
import RouteDBRouting
import RouteDBStorage
import RouteDBTestSupport
import Testing

@Suite("Rolling back")
struct RollbackTests {
    let fixture: RegistryFixture
    private var store: RegistryStore { fixture.store }

    init() throws {
        fixture = try RegistryFixture()
        try fixture.edit { editor in
            try editor.addNamespace(
                NamespaceDraft(name: "web", schemes: ["https", "http"], hosts: ["b", "a"]))
            try editor.setConverter("c", rule: .allow(["x"]), in: "web")
            try editor.add(
                RouteDraft(
                    pattern: "/u/:id", syntax: PatternSyntax("jlroutes"), target: "u", name: "u",
                    namespace: "web",
                    defaults: ["k": 1]))
            try editor.add(RouteDraft(pattern: "/v", target: "v", name: "v", namespace: "web"))
            try editor.setDefault("n", to: 1, in: .namespace("web"))
            try editor.addRule(RuleDraft(.allow, in: .route("u"), for: .role("r")))
        }
    }

    /// What a revision says, whatever its number.
    private func content(at revision: Int64? = nil) throws -> RegistrySnapshot {
        var snapshot = try store.snapshot(at: revision)
        snapshot.revision = 0
        return snapshot
    }

    private func rollBack(to revision: Int64) throws -> Int64? {
        try store.write(.test()) { try $0.rollBack(to: .number(revision)) }.revision
    }

    @Test("changed, removed and added routes are restored under their old ids")
    func restoring() throws {
        try fixture.edit { editor in
            try editor.rename("web:u", to: "w")
            try editor.remove("web:v")
            try editor.add(RouteDraft(pattern: "/new", target: "u", name: "u", namespace: "web"))
            try editor.setDefault("k", to: 2, in: .route("w"))
        }
        try fixture.edit { try $0.removeNamespace("web", removingRoutes: true) }
        #expect(try rollBack(to: 2) == 5)
        #expect(try content() == content(at: 2))
        #expect(try store.syntaxes() == store.syntaxes(at: 2))
        #expect(try store.check().isEmpty)
        #expect(try rollBack(to: 3) == 6)
        #expect(try content() == content(at: 3))
        #expect(try store.check().isEmpty)
        let added = try fixture.add(RouteDraft(pattern: "/later", target: "l"))
        #expect(added.map(\.rawValue) == [4])
    }

    @Test("a rollback to identical content makes no revision")
    func nothingToDo() throws {
        #expect(try rollBack(to: 2) == nil)
        try fixture.edit { try $0.rename("u", to: "w") }
        try fixture.edit { try $0.rename("w", to: "u") }
        #expect(try rollBack(to: 2) == nil)
        #expect(try store.latestRevision() == 4)
    }

    @Test("only what differs gets a new version")
    func sparing() throws {
        try fixture.edit { try $0.rename("u", to: "w") }
        try #require(try rollBack(to: 2) == 4)
        let changes = try #require(try store.changes(since: 3))
        #expect(!changes.needsFullReload && changes.removed.isEmpty)
        #expect(changes.upserted.map(\.name) == ["u"])
    }

    @Test("earlier changes of the same write are rolled back too")
    func inOneWrite() throws {
        try fixture.edit { try $0.rename("v", to: "w") }
        try fixture.edit { editor in
            try editor.add(RouteDraft(pattern: "/x", target: "x"))
            try editor.rename("u", to: "y")
            try editor.rollBack(to: .number(2))
            try editor.add(RouteDraft(pattern: "/z", target: "z"))
        }
        #expect(try content().routes.map(\.name) == ["u", "v", nil])
        #expect(try content().defaults == content(at: 2).defaults)
        #expect(try store.check().isEmpty)
    }

    @Test("a missing revision, the empty registry and a stale revision are refused")
    func refusals() throws {
        #expect(try code { try rollBack(to: 3) } == .revisionNotFound)
        #expect(try code { try rollBack(to: 0) } == .revisionNotFound)
        let stale = try code {
            try store.write(.test(expecting: 1)) { try $0.rollBack(to: .number(1)) }
        }
        #expect(stale == .revisionConflict)
        #expect(try rollBack(to: 1) == 3)
        #expect(try content().routes.isEmpty && content().namespaces.count == 1)
    }

    @Test("a dry run of a rollback changes nothing")
    func dryRun() throws {
        let tried = try store.write(.test(), dryRun: true) { try $0.rollBack(to: .number(1)) }
        #expect(tried.result && tried.revision == 3)
        #expect(try store.latestRevision() == 2 && content() == content(at: 2))
    }
}
