import RouteDBDatabase
import RouteDBRouting
import RouteDBStorage
import RouteDBTestSupport
import Testing

struct RouteEditingTests {
    let fixture: RegistryFixture

    init() throws {
        fixture = try RegistryFixture()
        try fixture.add(
            RouteDraft(pattern: "/a", target: "a", name: "a", defaults: ["x": 1]),
            RouteDraft(pattern: "/b", target: "b", name: "b", group: "g"),
            RouteDraft(pattern: "/c", target: "c"))
    }

    private func route(_ id: Int64, at revision: Int64? = nil) throws -> Route? {
        try fixture.store.snapshot(at: revision).routes.first { $0.id.rawValue == id }
    }

    @Test("a replaced route keeps its id, its place and its past")
    func replace() throws {
        let draft = RouteDraft(pattern: "/z", target: "z", defaults: ["y": 2])
        let outcome = try fixture.edit { try $0.replace("#1", with: draft) }
        #expect(outcome == .replaced(RouteID(rawValue: 1)))
        #expect(try fixture.ids() == [1, 2, 3])
        #expect(try route(1)?.target == "z")
        #expect(try route(1, at: 4)?.target == "a")
        let snapshot = try fixture.store.snapshot()
        #expect(snapshot.defaults == [.route(RouteID(rawValue: 1)): ["y": 2]])
        let past = try fixture.store.snapshot(at: 4)
        #expect(past.defaults == [.route(RouteID(rawValue: 1)): ["x": 1]])
        #expect(try fixture.store.check().isEmpty)
    }

    @Test("replacing a route by itself changes nothing")
    func replaceByItself() throws {
        let outcome = try fixture.edit { editor in
            try editor.replace("a", with: try editor.draft(of: "a"))
        }
        #expect(outcome == .unchanged(RouteID(rawValue: 1)))
        #expect(try fixture.store.latestRevision() == 4)
    }

    @Test("a route cannot take another's pattern or name")
    func replaceConflict() throws {
        let pattern = RouteDraft(pattern: "/c", target: "a")
        #expect(
            try code { try fixture.edit { try $0.replace("a", with: pattern) } } == .routeConflict)
        let name = RouteDraft(pattern: "/a", target: "a", name: "b", group: "g")
        #expect(try code { try fixture.edit { try $0.replace("a", with: name) } } == .routeConflict)
        #expect(try fixture.store.latestRevision() == 4)
    }

    @Test("a route moves to the namespace that its draft names")
    func move() throws {
        try fixture.edit { editor in
            try editor.addNamespace(NamespaceDraft(name: "shop"))
            var draft = try editor.draft(of: "a")
            draft.namespace = "shop"
            try editor.replace("a", with: draft)
        }
        #expect(try route(1)?.namespace == NamespaceID(rawValue: 2))
        #expect(try fixture.edit { try $0.draft(of: "shop:a").defaults } == ["x": 1])
    }

    @Test("a removed route loses its default values and remains in the past")
    func remove() throws {
        #expect(try fixture.edit { try $0.remove("a") } == RouteID(rawValue: 1))
        #expect(try fixture.ids() == [2, 3])
        #expect(try fixture.store.snapshot().defaults.isEmpty)
        #expect(try fixture.ids(at: 4) == [1, 2, 3])
        #expect(try fixture.store.snapshot(at: 4).defaults.count == 1)
        let text = try complaint { try fixture.edit { try $0.remove("#1") } }
        #expect(text.contains("Revision 5 removed it"))
        #expect(try fixture.store.check().isEmpty)
    }

    @Test("a route is renamed, and its name removed")
    func rename() throws {
        #expect(try fixture.edit { try $0.rename("a", to: "b") } == .replaced(RouteID(rawValue: 1)))
        #expect(
            try fixture.edit { try $0.rename("#1", to: "b") } == .unchanged(RouteID(rawValue: 1)))
        #expect(try route(1)?.name == "b")
        #expect(try route(1)?.target == "a")
        try fixture.edit { try $0.rename("#1", to: nil) }
        #expect(try route(1)?.name == nil)
        #expect(try code { try fixture.edit { try $0.rename("#1", to: "x/y") } } == .invalidValue)
    }

    @Test("a route is renamed although another one shares its pattern")
    func renameTwin() throws {
        try fixture.edit { editor in
            try editor.add(RouteDraft(pattern: "/a", target: "twin"), onDuplicate: .keepBoth)
            try editor.rename("#1", to: "first")
        }
        #expect(try route(1)?.name == "first")
    }

    @Test("disabling and enabling a route is idempotent")
    func enable() throws {
        #expect(
            try fixture.edit { try $0.setEnabled("a", true) } == .unchanged(RouteID(rawValue: 1)))
        #expect(try fixture.store.latestRevision() == 4)
        #expect(
            try fixture.edit { try $0.setEnabled("a", false) } == .replaced(RouteID(rawValue: 1)))
        #expect(try route(1)?.isEnabled == false)
        #expect(try route(1, at: 4)?.isEnabled == true)
        #expect(try fixture.store.latestRevision() == 5)
    }

    @Test("several edits in one revision leave only the last version")
    func sameRevision() throws {
        try fixture.edit { editor in
            try editor.rename("a", to: "one")
            try editor.rename("one", to: "two")
            try editor.setDefault("x", to: 2, in: .route("two"))
            try editor.setDefault("x", to: 3, in: .route("two"))
            let id = try editor.add(RouteDraft(pattern: "/d", target: "d")).item
            try editor.remove(RouteReference(id))
        }
        #expect(try fixture.store.latestRevision() == 5)
        #expect(try fixture.ids() == [1, 2, 3])
        let snapshot = try fixture.store.snapshot()
        #expect(snapshot.routes.first?.name == "two")
        #expect(snapshot.defaults == [.route(RouteID(rawValue: 1)): ["x": 3]])
        #expect(try fixture.store.snapshot(at: 4).routes.first?.name == "a")
        #expect(try fixture.store.check().isEmpty)
    }
}
