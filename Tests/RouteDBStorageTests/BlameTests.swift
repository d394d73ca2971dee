import RouteDBDatabase
import RouteDBRouting
import RouteDBStorage
import RouteDBTestSupport
import Testing

@Suite("Who set a field")
struct BlameTests {
    let fixture: RegistryFixture
    private let route = RouteID(rawValue: 1)

    init() throws {
        fixture = try RegistryFixture()
        try fixture.add(
            RouteDraft(pattern: "/a", target: "a", name: "n", defaults: ["k": 1, "l": 1]))
        try fixture.edit { editor in
            var draft = try editor.draft(of: "n")
            draft.target = "b"
            draft.defaults["k"] = 2
            try editor.replace("n", with: draft)
        }
        try fixture.edit { try $0.rename("n", to: "m") }
        try fixture.edit { try $0.setEnabled("m", false) }
        try fixture.edit { try $0.setEnabled("m", true) }
    }

    /// The revisions by field.
    private func origins(at revision: Int64? = nil) throws -> [String: Int64] {
        Dictionary(
            try fixture.store.blame(route, at: revision).map { ($0.field, $0.revision.number) },
            uniquingKeysWith: { first, _ in first })
    }

    @Test("each field has the revision that last changed it")
    func fields() throws {
        let origins = try origins()
        #expect(origins["pattern"] == 2 && origins["priority"] == 2 && origins["group"] == 2)
        #expect(origins["target"] == 3 && origins["name"] == 4)
        #expect(origins["enabled"] == 6)
        #expect(origins["default k"] == 3 && origins["default l"] == 2)
        #expect(origins["made_by"] == nil && origins["id"] == nil)
    }

    @Test("a past revision has its own answer and values")
    func past() throws {
        #expect(try origins(at: 2).values.allSatisfy { $0 == 2 })
        let before = try fixture.store.blame(route, at: 2)
        #expect(before.first { $0.field == "target" }?.value == "a")
        #expect(before.first { $0.field == "default k" }?.value == "1")
        #expect(before.first { $0.field == "group" }?.value == nil)
        #expect(before.first { $0.field == "namespace" }?.value == "default")
        #expect(before.first { $0.field == "enabled" }?.value == "true")
        #expect(before[0].revision.author == "tester")
    }

    @Test("a missing route is named; a restored one has the revision of its return")
    func gone() throws {
        try fixture.edit { try $0.remove("m") }
        #expect(try code { try fixture.store.blame(route) } == .routeNotFound)
        #expect(try code { try fixture.store.blame(route, at: 1) } == .routeNotFound)
        #expect(try code { try fixture.store.blame(route, at: 99) } == .revisionNotFound)
        try fixture.edit { try $0.rollBack(to: .number(6)) }
        #expect(try origins().values.allSatisfy { $0 == 8 })
    }

    @Test("a rollback is blamed only for what it changed")
    func rollback() throws {
        try fixture.edit { try $0.rollBack(to: .number(2)) }
        let origins = try origins()
        #expect(origins["target"] == 7 && origins["name"] == 7 && origins["default k"] == 7)
        #expect(origins["pattern"] == 2 && origins["default l"] == 2 && origins["enabled"] == 6)
    }
}
