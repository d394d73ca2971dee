import Foundation
import RouteDB
import RouteDBTestSupport
import Testing

@testable import RouteDBInsight

@Suite("Routes as Swift constants")
struct RouteConstantsTests {
    private static let routes = [
        RouteDraft(
            pattern: "app://product/{id:int}(/{slug})", target: "product.view", name: "product"),
        RouteDraft(pattern: "app://cart", target: "cart.view", name: "cart"),
        RouteDraft(
            pattern: "app://list/{page:int}?q={term}", target: "list", name: "list.values",
            defaults: ["page": 1]),
        RouteDraft(
            pattern: "app://{kind}.example/{ratio:float}/{on:bool}/{price:number}/{self:uuid}",
            target: "types", name: "Types"),
        RouteDraft(pattern: "app://files/*/**", target: "files", name: "files"),
        RouteDraft(pattern: "app://old/open", target: "old", name: "default", group: "old"),
        RouteDraft(pattern: "app://new/open", target: "new", name: "default", group: "new"),
        RouteDraft(pattern: "app://nameless", target: "nameless"),
    ]

    private static func registry(_ routes: [RouteDraft]) throws -> RouteRegistry {
        try RouteRegistry(inMemory: RegistryDocument(named: "test", routes: routes))
    }

    private static func constants(
        _ routes: [RouteDraft], typeName: String = "AppRoute"
    ) async throws -> RouteConstants {
        try await RouteConstants(
            registry(routes).snapshot(), namespace: "default", typeName: typeName)
    }

    @Test("AppRoute.swift, which this test is compiled with, is what they make")
    func fixture() async throws {
        let file = URL(filePath: #filePath).deletingLastPathComponent()
            .appending(path: "AppRoute.swift")
        let constants = try await Self.constants(Self.routes)
        #expect(try constants.source == String(contentsOf: file, encoding: .utf8))
        #expect(constants.unnamed.map(\.target) == ["nameless"])
    }

    @Test(
        "a case builds a URL, and the answer to it is read as that case",
        arguments: [
            (AppRoute.product(id: 7), "app://product/7"),
            (.product(id: -7, slug: "a b"), "app://product/-7/a%20b"),
            (.cart, "app://cart"),
            (.listValues(page: 3, term: "x&y"), "app://list/3?q=x%26y"),
            (
                .types(
                    kind: "k", ratio: 0.5, on: true, price: 12,
                    self: "123E4567-E89B-12D3-A456-426614174000"),
                "app://k.example/0.5/true/12/123E4567-E89B-12D3-A456-426614174000"
            ),
            (.files(wildcards: ["a", "b", "c"]), "app://files/a/b/c"),
            (.oldDefault, "app://old/open"), (.newDefault, "app://new/open"),
        ])
    func roundTrip(route: AppRoute, url: String) throws {
        let registry = try Self.registry(Self.routes)
        #expect(try route.url(in: registry) == url)
        #expect(try AppRoute(registry.resolve(url)) == route)
    }

    @Test("a default value is written by the registry, and read as the case's")
    func defaults() throws {
        let registry = try Self.registry(Self.routes)
        #expect(try AppRoute.listValues(term: "x").url(in: registry) == "app://list/1?q=x")
        #expect(
            try AppRoute(registry.resolve("app://list/1?q=x")) == .listValues(page: 1, term: "x"))
    }

    @Test("other routes, and URLs that lead nowhere, are no case")
    func others() throws {
        let registry = try Self.registry(Self.routes)
        #expect(try AppRoute(registry.resolve("app://nameless")) == nil)
        #expect(try AppRoute(registry.resolve("app://nothing")) == nil)
    }

    @Test("a namespace without routes is an enumeration without cases")
    func empty() async throws {
        let source = try await Self.constants([]).source
        #expect(source.contains("public enum AppRoute: Hashable, Sendable {\n}"))
        #expect(source.contains("switch self {}"))
    }

    @Test("two routes that would be one case are refused, by name")
    func clash() async throws {
        let routes = ["a.b", "a-b"].map { (name: String) in
            RouteDraft(pattern: "/\(name)", target: "t", name: name)
        }
        let error = await #expect(throws: RouteDBError.self) { try await Self.constants(routes) }
        #expect(
            error?.message
                == "The routes 'a.b' and 'a-b' would both be the case 'aB'.")
    }

    @Test("a type has a name of a type", arguments: ["route", "", "A b", "Type", "Ü", "A\n"])
    func typeName(_ name: String) async {
        await #expect(throws: RouteDBError.self) { try await Self.constants([], typeName: name) }
    }

    @Test(
        "names become identifiers",
        arguments: [
            ("user.profile", "userProfile"), ("URLPage", "urlPage"), ("URL", "url"),
            ("shop-item_2", "shopItem2"), ("404", "route404"), ("", "route"), ("-", "route"),
            ("default", "`default`"), ("größe.Ä", "größeÄ"), ("ID", "id"), ("aB", "aB"),
            ("日本", "日本"), ("a\u{301}b", "aB"), ("\u{202E}x", "x"),
        ])
    func identifiers(name: String, identifier: String) {
        #expect(SwiftIdentifier.make(name, fallback: "route") == identifier)
    }

    @Test("no text of the registry ends a comment's line or a literal")
    func hostile() async throws {
        let text = "x\"\\(evil())`*/\u{202E}"
        let routes = [RouteDraft(pattern: "/a", target: text, name: "n\"\\(evil())", group: "g\"")]
        let source = try await Self.constants(routes).source
        #expect(!source.contains("\\(") || source.contains("\\\\(evil"))
        for line in source.split(separator: "\n") where line.contains("evil") {
            let start = line.drop { $0 == " " }
            #expect(start.hasPrefix("///") || line.contains("\\\\(evil"), "\(line)")
        }
        #expect(source.unicodeScalars.allSatisfy { $0 == "\n" || !PlainText.isUnsafe($0) })
    }
}
