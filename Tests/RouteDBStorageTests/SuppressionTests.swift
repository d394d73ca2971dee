import RouteDBDatabase
import RouteDBRouting
import RouteDBStorage
import RouteDBTestSupport
import Testing

@Suite("Suppressions")
struct SuppressionTests {
    let fixture: RegistryFixture
    private var store: RegistryStore { fixture.store }

    init() throws {
        fixture = try RegistryFixture()
        try fixture.add(
            RouteDraft(pattern: "/a/{x:int}", target: "a", name: "a"),
            RouteDraft(pattern: "/a/{x:hex}", target: "b", name: "b"))
    }

    private func add(_ draft: SuppressionDraft) throws -> EditOutcome<LintSuppression> {
        try fixture.edit { try $0.addSuppression(draft) }
    }

    @Test("one is added once, in either order of routes, and its reason can change")
    func adding() throws {
        let outcome = try add(
            SuppressionDraft(.ambiguous, route: "a", other: "b", reason: "fine"))
        let suppression = LintSuppression(
            id: 1, code: .ambiguous, route: RouteID(rawValue: 1), other: RouteID(rawValue: 2),
            reason: "fine")
        #expect(outcome == .added(suppression))
        let again = SuppressionDraft(.ambiguous, route: "b", other: "a", reason: "fine")
        #expect(try add(again) == .unchanged(suppression))
        #expect(try store.latestRevision() == 4)
        let other = try add(SuppressionDraft(.ambiguous, route: "b", other: "a", reason: "better"))
        guard case .replaced(let replaced) = other else {
            Issue.record("\(other)")
            return
        }
        #expect(replaced.id == 1 && replaced.reason == "better")
        #expect(try store.snapshot().suppressions == [replaced])
        #expect(try store.snapshot(at: 4).suppressions == [suppression])
        #expect(try store.check().isEmpty)
    }

    @Test("one without a subject or a reason is refused")
    func refusing() throws {
        for draft in [
            SuppressionDraft(.dialect, reason: "r"),
            SuppressionDraft(.dialect, other: "a", namespace: "default", reason: "r"),
            SuppressionDraft(.dialect, route: "a", reason: " "),
            SuppressionDraft(.dialect, route: "a", reason: "a\nb"),
        ] {
            let code = try #require(throws: RouteDBError.self) { try add(draft) }.code
            #expect(code == .invalidValue)
        }
        let missing = try #require(throws: RouteDBError.self) {
            try fixture.edit { try $0.removeSuppression(7) }
        }
        #expect(missing.code == .suppressionNotFound)
        let unknown = try #require(throws: RouteDBError.self) {
            try store.snapshot().suppression(7)
        }
        #expect(unknown.message == missing.message)
    }

    @Test("it is removed with its route, and restored by a rollback")
    func removing() throws {
        _ = try add(SuppressionDraft(.ambiguous, route: "a", other: "b", reason: "r"))
        _ = try add(SuppressionDraft(.dialect, namespace: "default", reason: "r"))
        let before = try store.snapshot()
        try fixture.edit { try $0.remove("b") }
        #expect(try store.snapshot().suppressions.map(\.id) == [2])
        try fixture.edit { try $0.removeSuppression(2) }
        #expect(try store.snapshot().suppressions.isEmpty)
        _ = try store.write(.test()) { try $0.rollBack(to: .number(before.revision)) }
        #expect(try store.snapshot().suppressions == before.suppressions)
        #expect(try store.check().isEmpty)
    }

    @Test("an unknown code is damage")
    func damage() throws {
        _ = try add(SuppressionDraft(.dialect, namespace: "default", reason: "r"))
        try fixture.damage("UPDATE suppression SET code = 'none'")
        #expect(try store.check().contains { $0.rule == .suppressions })
        #expect(throws: RouteDBError.self) { try store.snapshot() }
    }
}
