import RouteDBDatabase
import RouteDBRouting
import RouteDBStorage
import RouteDBTestSupport
import Testing

struct NamespaceTests {
    let fixture: RegistryFixture

    init() throws {
        fixture = try RegistryFixture()
    }

    private func add(_ draft: NamespaceDraft) throws -> EditOutcome<NamespaceID> {
        try fixture.edit { try $0.addNamespace(draft) }
    }

    private func namespace(_ name: String, at revision: Int64? = nil) throws -> RouteNamespace? {
        try fixture.store.snapshot(at: revision).namespaces.first { $0.name == name }
    }

    private let shop = NamespaceDraft(
        name: "shop", overrides: [.letterCase: "insensitive", .choice: "first"],
        schemes: ["MyApp", "https", "myapp"], hosts: ["*.Example.com", "shop.example.org"],
        fallback: "default", fallbackTarget: "not.found")

    @Test("a namespace is stored as drafted, in lower case where case is ignored")
    func stored() throws {
        #expect(try add(shop) == .added(NamespaceID(rawValue: 2)))
        #expect(
            try namespace("shop")
                == RouteNamespace(
                    id: NamespaceID(rawValue: 2), name: "shop", profile: .native,
                    overrides: [.letterCase: "insensitive", .choice: "first"],
                    schemes: ["myapp", "https"], hosts: ["*.example.com", "shop.example.org"],
                    fallback: NamespaceID(rawValue: 1), fallbackTarget: "not.found"))
        #expect(try fixture.store.check().isEmpty)
    }

    @Test("a dot at the end of a bound host is dropped")
    func finalDot() throws {
        let hosts = ["shop.example.com.", "*.example.com.", "shop.example.com"]
        _ = try add(NamespaceDraft(name: "shop", hosts: hosts))
        #expect(try namespace("shop")?.hosts == ["shop.example.com", "*.example.com"])
    }

    @Test("every policy is kept in its own column", arguments: NamespacePolicy.allCases)
    func policies(policy: NamespacePolicy) throws {
        for value in policy.values {
            try fixture.edit { editor in
                try editor.updateNamespace("default") { $0.overrides = [policy: value] }
            }
            #expect(try namespace("default")?.overrides == [policy: value])
        }
    }

    @Test("adding an equal namespace changes nothing; a different one is refused")
    func again() throws {
        _ = try add(shop)
        var again = shop
        again.hosts.reverse()
        #expect(try add(again) == .unchanged(NamespaceID(rawValue: 2)))
        #expect(try fixture.store.latestRevision() == 2)
        again.hosts.removeAll()
        #expect(try code { try add(again) } == .namespaceConflict)
    }

    @Test(
        "values that break their rules are refused",
        arguments: [
            NamespaceDraft(name: ""), NamespaceDraft(name: "a b"), NamespaceDraft(name: "a:b"),
            NamespaceDraft(name: "é"), NamespaceDraft(name: "x", overrides: [.host: "maybe"]),
            NamespaceDraft(name: "x", schemes: ["1a"]), NamespaceDraft(name: "x", schemes: [""]),
            NamespaceDraft(name: "x", schemes: ["a:"]), NamespaceDraft(name: "x", hosts: [""]),
            NamespaceDraft(name: "x", hosts: ["a:80"]), NamespaceDraft(name: "x", hosts: ["*"]),
            NamespaceDraft(name: "x", hosts: ["*."]), NamespaceDraft(name: "x", hosts: ["a.*"]),
            NamespaceDraft(name: "x", hosts: ["a/b"]),
            NamespaceDraft(name: "x", fallbackTarget: ""),
        ])
    func invalid(draft: NamespaceDraft) throws {
        #expect(try code { try add(draft) } == .invalidValue)
        #expect(try fixture.store.latestRevision() == 1)
    }

    @Test("an unknown value of a policy is an error that lists the known ones")
    func policyValues() throws {
        let text = try complaint { try add(NamespaceDraft(name: "x", overrides: [.plus: "no"])) }
        #expect(text.contains("'literal', 'space'"))
    }

    @Test("an IPv6 address is a host")
    func literalHost() throws {
        _ = try add(NamespaceDraft(name: "x", hosts: ["[::1]"]))
        #expect(try namespace("x")?.hosts == ["[::1]"])
    }

    @Test("two namespaces cannot have the same scheme and host")
    func bindings() throws {
        _ = try add(NamespaceDraft(name: "a", schemes: ["x", "y"], hosts: ["h"]))
        _ = try add(NamespaceDraft(name: "b", schemes: ["x"]))
        _ = try add(NamespaceDraft(name: "c", hosts: ["h"]))
        _ = try add(NamespaceDraft(name: "d", schemes: ["z"], hosts: ["h"]))
        let taken = [
            NamespaceDraft(name: "e", schemes: ["q", "Y"], hosts: ["k", "H"]),
            NamespaceDraft(name: "e", schemes: ["x"]), NamespaceDraft(name: "e", hosts: ["h"]),
        ]
        for draft in taken { #expect(try code { try add(draft) } == .namespaceConflict) }
        let text = try complaint { try add(taken[0]) }
        #expect(text.contains("'y://h' is already bound to the namespace 'a'"))
        #expect(try code { try add(NamespaceDraft(name: "e")) } == nil)
    }

    @Test("the namespace default has no bindings and keeps its name")
    func defaultNamespace() throws {
        #expect(
            try code {
                try fixture.edit { editor in
                    try editor.updateNamespace("default") { $0.schemes = ["x"] }
                }
            } == .invalidValue)
        #expect(
            try code {
                try fixture.edit { editor in
                    try editor.updateNamespace("default") { $0.name = "x" }
                }
            } == .invalidValue)
        #expect(
            try code { try fixture.edit { try $0.removeNamespace("default") } } == .namespaceInUse)
    }

    @Test("every part of a namespace can change, and its past remains")
    func update() throws {
        _ = try add(shop)
        let outcome = try fixture.edit { editor in
            try editor.updateNamespace("shop") { draft in
                draft.name = "store"
                draft.overrides[.choice] = nil
                draft.schemes = ["https"]
                draft.hosts = []
                draft.fallback = nil
                draft.fallbackTarget = nil
            }
        }
        #expect(outcome == .replaced(NamespaceID(rawValue: 2)))
        #expect(
            try namespace("store")
                == RouteNamespace(
                    id: NamespaceID(rawValue: 2), name: "store",
                    overrides: [.letterCase: "insensitive"], schemes: ["https"]))
        #expect(try namespace("shop", at: 2)?.hosts == ["*.example.com", "shop.example.org"])
        #expect(try namespace("shop", at: 2)?.fallbackTarget == "not.found")
        #expect(try fixture.store.check().isEmpty)
    }

    @Test("a change without effect makes no revision")
    func updateNothing() throws {
        _ = try add(shop)
        let outcome = try fixture.edit { editor in
            try editor.updateNamespace("shop") { $0.schemes = ["HTTPS", "myapp"] }
        }
        #expect(outcome == .unchanged(NamespaceID(rawValue: 2)))
        #expect(try fixture.store.latestRevision() == 2)
    }

    @Test("two namespaces cannot have the same name")
    func updateName() throws {
        _ = try add(NamespaceDraft(name: "a"))
        let failure = try code {
            try fixture.edit { editor in
                try editor.updateNamespace("a") { $0.name = "default" }
            }
        }
        #expect(failure == .namespaceConflict)
    }

    @Test("bindings move between namespaces within one revision")
    func swap() throws {
        _ = try add(NamespaceDraft(name: "a", schemes: ["x"]))
        _ = try add(NamespaceDraft(name: "b", schemes: ["y"]))
        try fixture.edit { editor in
            try editor.updateNamespace("a") { $0.schemes = [] }
            try editor.updateNamespace("b") { $0.schemes = ["x"] }
            try editor.updateNamespace("a") { $0.schemes = ["y"] }
        }
        #expect(try namespace("a")?.schemes == ["y"])
        #expect(try namespace("b")?.schemes == ["x"])
        #expect(try namespace("a", at: 3)?.schemes == ["x"])
        #expect(try fixture.store.check().isEmpty)
    }

    @Test("fallbacks never form a cycle")
    func cycles() throws {
        _ = try add(NamespaceDraft(name: "a"))
        _ = try add(NamespaceDraft(name: "b", fallback: "a"))
        _ = try add(NamespaceDraft(name: "c", fallback: "b"))
        let text = try complaint {
            try fixture.edit { editor in
                try editor.updateNamespace("a") { $0.fallback = "c" }
            }
        }
        #expect(text.contains("a → c → b → a"))
        #expect(
            try code { try add(NamespaceDraft(name: "d", fallback: "d")) } == .fallbackCycle)
        #expect(
            try code { try add(NamespaceDraft(name: "d", fallback: "q")) } == .namespaceNotFound)
    }

    @Test("a namespace in use is not removed")
    func inUse() throws {
        _ = try add(NamespaceDraft(name: "a"))
        _ = try add(NamespaceDraft(name: "b", fallback: "a"))
        try fixture.add(
            RouteDraft(pattern: "/x", target: "x", namespace: "b", defaults: ["k": 1]))
        let fallback = try complaint { try fixture.edit { try $0.removeNamespace("a") } }
        #expect(fallback.contains("is the fallback of 'b'"))
        let routes = try complaint { try fixture.edit { try $0.removeNamespace("b") } }
        #expect(routes.contains("has 1 route."))
        #expect(try fixture.store.latestRevision() == 4)
    }

    @Test("removing a namespace removes its bindings, routes and default values")
    func remove() throws {
        _ = try add(NamespaceDraft(name: "b", schemes: ["x"]))
        try fixture.add(
            RouteDraft(pattern: "/x", target: "x", namespace: "b", defaults: ["k": 1]))
        try fixture.edit { editor in
            try editor.setDefault("k", to: 2, in: .namespace("b"))
            try editor.setDefault("k", to: 3, in: .group(namespace: "b", group: "g"))
        }
        try fixture.edit { try $0.removeNamespace("b", removingRoutes: true) }
        let snapshot = try fixture.store.snapshot()
        #expect(snapshot.namespaces.map(\.name) == ["default"])
        #expect(snapshot.routes.isEmpty && snapshot.defaults.isEmpty)
        #expect(try fixture.store.snapshot(at: 4).defaults.count == 3)
        #expect(try fixture.store.check().isEmpty)
        #expect(
            try add(NamespaceDraft(name: "b", schemes: ["x"]))
                == .added(NamespaceID(rawValue: 3)))
    }
}
