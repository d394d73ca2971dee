import RouteDBDatabase
import RouteDBRouting
import RouteDBStorage
import RouteDBTestSupport
import Testing

/// The requirements and presentations of routes.
struct PresentationTests {
    let fixture: RegistryFixture

    init() throws { fixture = try RegistryFixture() }

    private static func presentation(_ json: JSONValue) throws -> RoutePresentation {
        try RoutePresentation(json: json)
    }

    private static let whole: JSONValue = [
        "verb": "present", "container": "tab",
        "prestack": [["route": "a/{id}"], ["name": "n"], ["target": "T"], ["instance": "i"]],
        "wrap": true, "animated": false, "transition": "fade",
        "initializer": ["name": "with", "arguments": ["{id}", 1, .double(1), ["k": nil]]],
        "reuse": "sameKey", "key": "id",
    ]

    private func draft() throws -> RouteDraft {
        RouteDraft(
            pattern: "/a/{id}", target: "t", name: "a",
            requirements: [RouteRequirement("z", .int), RouteRequirement("a:b", .any)],
            presentation: try Self.presentation(Self.whole))
    }

    @Test("requirements and presentations are read as given, at every revision")
    func stored() throws {
        let draft = try draft()
        try fixture.add(draft)
        let route = try #require(try fixture.store.snapshot().routes.first)
        #expect(route.requirements == draft.requirements)
        #expect(route.presentation == draft.presentation)
        let read = try fixture.edit { try $0.draft(of: "a") }
        #expect(read.requirements == draft.requirements)
        #expect(read.presentation == draft.presentation)
        var plain = draft
        (plain.requirements, plain.presentation) = ([], nil)
        let outcome = try fixture.edit { try $0.replace("a", with: plain) }
        #expect(outcome == .replaced(route.id))
        #expect(try fixture.store.snapshot().routes.map(\.presentation) == [nil])
        #expect(try fixture.store.snapshot().routes.map(\.requirements) == [[]])
        #expect(try fixture.store.snapshot(at: 2).routes == [route])
        #expect(try fixture.store.check().isEmpty)
    }

    @Test("a route that differs only in them is different")
    func difference() throws {
        try fixture.add(try draft())
        #expect(try code { try fixture.add(try draft()) } == nil)
        var other = try draft()
        other.requirements = []
        #expect(try code { try fixture.add(other) } == .routeConflict)
        other = try draft()
        other.presentation = nil
        #expect(try code { try fixture.add(other) } == .routeConflict)
        let changes = try #require(try fixture.store.changes(since: 1))
        #expect(changes.upserted.map(\.presentation) == [try draft().presentation])
    }

    @Test("an empty presentation is valid: the target is shown by default")
    func empty() throws {
        var draft = try draft()
        draft.presentation = RoutePresentation()
        try fixture.add(draft)
        #expect(try fixture.store.snapshot().routes.map(\.presentation) == [RoutePresentation()])
    }

    @Test("requirements have each key once, and only valid keys")
    func requirements() throws {
        var draft = try draft()
        draft.requirements = [RouteRequirement("a", .int), RouteRequirement("a", .int)]
        #expect(try code { try fixture.add(draft) } == .invalidValue)
        draft.requirements = [RouteRequirement("", .int)]
        #expect(try complaint { try fixture.add(draft) }.contains("key of a required value"))
    }

    @Test("a presentation that could not be read back is refused with its place")
    func presentations() throws {
        var presentation = RoutePresentation()
        presentation.prestack = [.target("a"), .route("")]
        var draft = try draft()
        draft.presentation = presentation
        #expect(try code { try fixture.add(draft) } == .invalidPlan)
        #expect(try complaint { try fixture.add(draft) }.contains("'prestack[1].route'"))
        presentation = RoutePresentation()
        presentation.reuse = .sameKey
        draft.presentation = presentation
        #expect(try complaint { try fixture.add(draft) }.contains("'reuse'"))
        let deep = (0..<70).reduce(JSONValue.null) { value, _ in .array([value]) }
        presentation = RoutePresentation()
        presentation.initializer = .init(name: "i", arguments: [deep])
        draft.presentation = presentation
        #expect(try code { try fixture.add(draft) } == .invalidPlan)
        #expect(try fixture.store.snapshot().routes.isEmpty)
    }
}
