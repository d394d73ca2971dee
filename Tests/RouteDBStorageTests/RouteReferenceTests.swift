import RouteDBDatabase
import RouteDBRouting
import RouteDBStorage
import RouteDBTestSupport
import Testing

struct RouteReferenceTests {
    private typealias Key = RouteReference.Key

    @Test(
        "a reference is parsed by its form",
        arguments: [
            ("#12", nil, Key.id(RouteID(rawValue: 12))),
            ("shop:#12", "shop", .id(RouteID(rawValue: 12))),
            ("user", nil, .name("user", group: nil)),
            ("#twelve", nil, .name("#twelve", group: nil)),
            ("people/user", nil, .name("user", group: "people")),
            ("shop:people/user", "shop", .name("user", group: "people")),
            ("/user/{id:int}", nil, .pattern("/user/{id:int}")),
            ("shop:/user", "shop", .pattern("/user")),
            ("//host/a", nil, .pattern("//host/a")),
            ("myapp://user", nil, .pattern("myapp://user")),
            ("shop:myapp://user", "shop", .pattern("myapp://user")),
            ("(/a)", nil, .pattern("(/a)")),
            ("a/b/c", nil, .pattern("a/b/c")),
        ])
    func reads(text: String, namespace: String?, key: RouteReference.Key) {
        let reference = RouteReference(text)
        #expect(reference.namespace == namespace)
        #expect(reference.key == key)
        #expect(reference.description == text)
    }

    @Test("a combining mark after '#' does not make an id")
    func combiningMark() {
        #expect(RouteReference("#\u{301}12").key == .name("#\u{301}12", group: nil))
    }

    private func fixture() throws -> RegistryFixture {
        let fixture = try RegistryFixture()
        try fixture.edit { try $0.addNamespace(NamespaceDraft(name: "shop")) }
        try fixture.add(
            RouteDraft(pattern: "/user/{id:int}", target: "t", name: "user", group: "people"),
            RouteDraft(pattern: "/users", target: "t", name: "users"),
            RouteDraft(pattern: "/users", target: "t", name: "users", namespace: "shop"),
            RouteDraft(pattern: "/cart", target: "t", name: "cart", namespace: "shop"))
        return fixture
    }

    @Test(
        "a reference finds its route",
        arguments: [
            ("#1", "/user/{id:int}"), ("user", "/user/{id:int}"),
            ("people/user", "/user/{id:int}"), ("default:people/user", "/user/{id:int}"),
            ("/user/<int:id>", "/user/{id:int}"), ("default:users", "/users"),
            ("shop:/cart", "/cart"), ("/cart", "/cart"), ("shop:#4", "/cart"),
        ])
    func finds(text: String, pattern: String) throws {
        let fixture = try fixture()
        let draft = try fixture.edit { try $0.draft(of: RouteReference(text)) }
        #expect(draft.pattern == pattern)
    }

    @Test(
        "a reference to no route, or to several, is an error that lists candidates",
        arguments: [
            ("usr", RouteDBError.Code.routeNotFound, "Did you mean 'user'?"),
            ("peolpe/user", .routeNotFound, "Did you mean 'people/user'?"),
            ("shop:card", .routeNotFound, "Did you mean 'cart'?"),
            ("shop:user", .routeNotFound, "in the namespace 'shop'"),
            ("nothing-like-it", .routeNotFound, "'#id'"),
            ("#99", .routeNotFound, "It has never existed."),
            ("shop:#1", .routeNotFound, "in the namespace 'shop'. Check the number"),
            ("/user/{id}", .routeNotFound, "including types"),
            ("shpo:cart", .namespaceNotFound, "Did you mean 'shop'?"),
            ("users", .nameAmbiguous, "#2 default:users (/users), #3 shop:users (/users)"),
            ("/users", .nameAmbiguous, "Use the id, '#2'."),
            ("/a/{", .invalidPattern, "is not a valid pattern"),
        ])
    func complains(text: String, expected: RouteDBError.Code, words: String) throws {
        let fixture = try fixture()
        let reference = RouteReference(text)
        #expect(try code { try fixture.edit { try $0.remove(reference) } } == expected)
        let message = try complaint { try fixture.edit { try $0.remove(reference) } }
        #expect(message.contains(words), "\(message)")
    }
}
