import RouteDBDatabase
import RouteDBRouting
import RouteDBStorage
import RouteDBTestSupport
import Testing

@Suite("Setting the exact routes")
struct ExactRouteTests {
    let fixture: RegistryFixture

    init() throws { fixture = try RegistryFixture() }

    private typealias Done = (outcomes: [EditOutcome<RouteID>?], removed: [RouteID])

    @discardableResult
    private func set(
        _ drafts: [RouteDraft], keepsBoth: Bool = false, in part: RegistryPart? = nil
    ) throws -> Done {
        let wanted = drafts.map { WantedRoute($0, keepsBoth: keepsBoth) }
        return try fixture.edit { editor in
            try editor.setRoutes(wanted, in: part ?? RegistryPart(namespaces: ["default"])) {
                throw $1
            }
        }
    }

    private func id(_ number: Int64) -> RouteID { RouteID(rawValue: number) }

    private func routes() throws -> [String] {
        try fixture.store.snapshot().routes.map {
            "#\($0.id.rawValue) \($0.name ?? "-") \($0.patternText) \($0.target)"
        }
    }

    @Test("a route is identified by name and keeps its id under a new pattern")
    func names() throws {
        try fixture.add(
            RouteDraft(pattern: "/a", target: "t", name: "x"),
            RouteDraft(pattern: "/b", target: "t", name: "y"))
        let done = try set([
            RouteDraft(pattern: "/new", target: "t", name: "y"),
            RouteDraft(pattern: "/a", target: "t", name: "x"),
        ])
        #expect(done.outcomes == [.replaced(id(2)), .unchanged(id(1))] && done.removed.isEmpty)
        #expect(try routes() == ["#1 x /a t", "#2 y /new t"])
    }

    @Test("without a name it is identified by pattern; name and kind may change")
    func patterns() throws {
        try fixture.add(
            RouteDraft(pattern: "/a", target: "t"),
            RouteDraft(pattern: "/b", target: "t", name: "old", kind: "view"))
        let done = try set([
            RouteDraft(pattern: "/a", target: "u"),
            RouteDraft(pattern: "/b", target: "t", name: "new"),
        ])
        #expect(done.outcomes == [.replaced(id(1)), .replaced(id(2))])
        #expect(try routes() == ["#1 - /a u", "#2 new /b t"])
    }

    @Test("two routes may swap their names and their patterns")
    func swaps() throws {
        try fixture.add(
            RouteDraft(pattern: "/a", target: "t", name: "x"),
            RouteDraft(pattern: "/b", target: "u", name: "y"))
        try set([
            RouteDraft(pattern: "/b", target: "t", name: "x"),
            RouteDraft(pattern: "/a", target: "u", name: "y"),
        ])
        #expect(try routes() == ["#1 x /b t", "#2 y /a u"])
        try set([
            RouteDraft(pattern: "/b", target: "t", name: "y", group: "g"),
            RouteDraft(pattern: "/a", target: "u", name: "x", group: "g"),
        ])
        #expect(try routes() == ["#1 y /b t", "#2 x /a u"])
        #expect(try fixture.store.check().isEmpty)
    }

    @Test("other routes are removed, only within the part")
    func pruning() throws {
        try fixture.edit { try $0.addNamespace(NamespaceDraft(name: "n")) }
        try fixture.add(
            RouteDraft(pattern: "/a", target: "t", group: "g"),
            RouteDraft(pattern: "/b", target: "t"),
            RouteDraft(pattern: "/c", target: "t", namespace: "n"))
        let part = RegistryPart(namespaces: ["default"], group: "g")
        #expect(try set([], in: part).removed == [id(1)])
        #expect(try set([]).removed == [id(2)])
        #expect(try fixture.ids() == [3])
    }

    @Test("texts that differ only in bytes are different names and groups")
    func bytes() throws {
        try fixture.add(
            RouteDraft(pattern: "/a", target: "t", name: "é", group: "é"),
            RouteDraft(pattern: "/b", target: "t", name: "e\u{301}", group: "e\u{301}"))
        let done = try set(
            [RouteDraft(pattern: "/z", target: "t", name: "e\u{301}", group: "e\u{301}")],
            in: RegistryPart(namespaces: ["default"], group: "e\u{301}"))
        #expect(done.outcomes == [.replaced(id(2))] && done.removed.isEmpty)
    }

    @Test("a pattern may occur twice only on request, or if the policy keeps both")
    func twins() throws {
        let twins = ["t", "u"].map { RouteDraft(pattern: "/a", target: $0) }
        #expect(try code { try set(twins) } == .routeConflict)
        #expect(try set(twins, keepsBoth: true).outcomes == [.added(id(1)), .added(id(2))])
        #expect(try set(twins).outcomes == [.unchanged(id(1)), .unchanged(id(2))])
        let group = [RouteDraft(pattern: "/a", target: "v", group: "g")]
        let part = RegistryPart(namespaces: ["default"], group: "g")
        #expect(try code { try set(group, in: part) } == .routeConflict)
        try fixture.edit {
            try $0.updateNamespace("default") { $0.overrides[.registration] = "keep-both" }
        }
        #expect(try set(group, in: part).outcomes == [.added(id(3))])
    }

    @Test("a pattern keeps its meaning, whatever converters were added since")
    func converters() throws {
        try fixture.edit { try $0.addNamespace(NamespaceDraft(name: "n", profile: .jlroutes)) }
        try fixture.add(
            RouteDraft(pattern: "/a/{id:int}", syntax: .native, target: "t", namespace: "n"),
            RouteDraft(pattern: "/b/:id", target: "t", namespace: "n"))
        try fixture.edit { try $0.setConverter("int", rule: .any, in: "n") }
        let revision = try fixture.store.latestRevision()
        let done = try set(
            [
                RouteDraft(pattern: "/a/{id:int}", syntax: .native, target: "t", namespace: "n"),
                RouteDraft(pattern: "/b/{id}", syntax: .native, target: "t", namespace: "n"),
            ], in: RegistryPart(namespaces: ["n"]))
        #expect(done.outcomes == [.unchanged(id(1)), .unchanged(id(2))])
        #expect(try fixture.store.latestRevision() == revision)
    }

    @Test("each invalid route is reported")
    func refusals() throws {
        var refused: [Int] = []
        let wanted = ["/{", "/a", "/a"].map {
            WantedRoute(RouteDraft(pattern: $0, target: "t"), keepsBoth: false)
        }
        let done = try fixture.edit { editor in
            try editor.setRoutes(wanted, in: RegistryPart(namespaces: ["default"])) { index, _ in
                refused.append(index)
            }
        }
        #expect(refused == [0, 2] && done.outcomes == [nil, .added(id(1)), nil])
    }
}
