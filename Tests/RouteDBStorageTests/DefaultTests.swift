import RouteDBDatabase
import RouteDBRouting
import RouteDBStorage
import RouteDBTestSupport
import Testing

struct DefaultTests {
    let fixture: RegistryFixture

    init() throws {
        fixture = try RegistryFixture()
        try fixture.add(RouteDraft(pattern: "/a", target: "a", name: "a"))
    }

    private static let places: [(DefaultPlace, RouteScope)] = [
        (.namespace("default"), .namespace(NamespaceID(rawValue: 1))),
        (
            .group(namespace: "default", group: "g"),
            .group(NamespaceID(rawValue: 1), "g")
        ),
        (.route("a"), .route(RouteID(rawValue: 1))),
    ]

    @Test("a value is set, changed, read and removed", arguments: places.indices)
    func lifetime(index: Int) throws {
        let (place, scope) = Self.places[index]
        #expect(try fixture.edit { try $0.setDefault("k", to: 1, in: place) })
        #expect(try fixture.edit { try !$0.setDefault("k", to: 1, in: place) })
        #expect(try fixture.edit { try $0.setDefault("k", to: nil, in: place) })
        #expect(try fixture.edit { try $0.setDefault("b", to: ["x": .double(1.5)], in: place) })
        #expect(
            try fixture.edit { try $0.defaults(in: place) } == ["b": ["x": .double(1.5)], "k": nil])
        #expect(
            try fixture.store.snapshot().defaults == [scope: ["b": ["x": .double(1.5)], "k": nil]])
        #expect(try fixture.edit { try $0.unsetDefault("k", in: place) })
        #expect(try fixture.edit { try !$0.unsetDefault("k", in: place) })
        #expect(try fixture.store.latestRevision() == 6)
        #expect(try fixture.store.snapshot(at: 3).defaults == [scope: ["k": 1]])
        #expect(try fixture.store.snapshot(at: 4).defaults == [scope: ["k": nil]])
        #expect(try fixture.store.snapshot().defaults == [scope: ["b": ["x": .double(1.5)]]])
        #expect(try fixture.store.check().isEmpty)
    }

    @Test("the scopes do not mix")
    func scopes() throws {
        try fixture.edit { editor in
            for (number, (place, _)) in Self.places.enumerated() {
                try editor.setDefault("k", to: .int(Int64(number)), in: place)
            }
        }
        let defaults = try fixture.store.snapshot().defaults
        for (number, (_, scope)) in Self.places.enumerated() {
            #expect(defaults[scope] == ["k": .int(Int64(number))])
        }
    }

    @Test("a missing place is refused")
    func unknown() throws {
        func set(_ place: DefaultPlace) throws -> RouteDBError.Code? {
            try code { try fixture.edit { try $0.setDefault("k", to: 1, in: place) } }
        }
        #expect(try set(.namespace("x")) == .namespaceNotFound)
        #expect(try set(.group(namespace: "x", group: "g")) == .namespaceNotFound)
        #expect(try set(.group(namespace: "default", group: "a/b")) == .invalidValue)
        #expect(try set(.route("x")) == .routeNotFound)
        #expect(
            try code { try fixture.edit { try $0.setDefault("", to: 1, in: .route("a")) } }
                == .invalidValue)
    }
}
