import RouteDB
import RouteDBStorage
import RouteDBTestSupport
import Testing

@Suite("Namespaces and defaults")
struct NamespaceResolvingTests {
    @Test("The most specific binding wins; other URLs go to the default namespace")
    func bindings() async throws {
        try await RouteRegistry.withTemporary { registry, _ in
            let bindings: [(name: String, schemes: [String], hosts: [String])] = [
                ("scheme", ["https"], []), ("host", [], ["example.com"]),
                ("both", ["https"], ["example.com"]), ("wild", [], ["*.example.com"]),
                ("deep", [], ["*.eu.example.com"]),
            ]
            try await registry.edit { editor in
                _ = try editor.add(RouteDraft(pattern: "/**", target: "default"))
                for (name, schemes, hosts) in bindings {
                    _ = try editor.addNamespace(
                        NamespaceDraft(name: name, schemes: schemes, hosts: hosts))
                    _ = try editor.add(RouteDraft(pattern: "/**", target: name, namespace: name))
                }
            }
            let expected = [
                "https://example.com/a": "both", "http://example.com/a": "host",
                "http://a.example.com": "wild", "http://a.eu.example.com/": "deep",
                "https://other.com": "scheme", "http://other.com": "default", "/a": "default",
                "HTTPS://EXAMPLE.COM:443/a": "both", "https://u@example.com/a": "both",
            ]
            for (url, target) in expected {
                #expect(registry.resolve(url).target == target, "\(url)")
            }
        }
    }

    @Test("A namespace without a match falls back, and then uses the fallback target")
    func fallback() async throws {
        try await RouteRegistry.withTemporary { registry, _ in
            try await registry.edit { editor in
                _ = try editor.addNamespace(NamespaceDraft(name: "base", fallbackTarget: "lost"))
                _ = try editor.addNamespace(
                    NamespaceDraft(name: "app", schemes: ["app"], fallback: "base"))
                _ = try editor.add(RouteDraft(pattern: "/b", target: "b", namespace: "base"))
                _ = try editor.add(RouteDraft(pattern: "/a", target: "a", namespace: "app"))
            }
            #expect(registry.resolve("app://x/a").namespace?.name == "app")
            #expect(registry.resolve("app://x/b").namespace?.name == "base")
            let lost = registry.resolve("app://x/c")
            #expect(lost.outcome == .unmatched)
            #expect(lost.target == "lost")
            #expect(lost.namespace?.name == "app")
            let unknown = registry.resolve(ResolutionRequest("/a", namespace: "none"))
            #expect(unknown.outcome == .unmatched && unknown.namespace == nil)
        }
    }

    @Test("Defaults of the request override those of route, group and namespace")
    func defaults() async throws {
        try await RouteRegistry.withTemporary { registry, _ in
            try await registry.edit { editor in
                _ = try editor.add(
                    RouteDraft(
                        pattern: "/a", target: "a", group: "g",
                        defaults: ["route": "route", "request": "route"]))
                for key in ["namespace", "group", "route", "request"] {
                    _ = try editor.setDefault(key, to: "namespace", in: .namespace("default"))
                }
                for key in ["group", "route", "request"] {
                    _ = try editor.setDefault(
                        key, to: "group", in: .group(namespace: "default", group: "g"))
                }
            }
            let resolution = registry.resolve(
                ResolutionRequest("/a", defaults: ["request": "request"]))
            for key in ["namespace", "group", "route", "request"] {
                #expect(resolution.defaults[key] == .string(key))
            }
        }
    }

    @Test(
        "A policy changes how a namespace reads URLs",
        arguments: [
            (NamespacePolicy.host, "component", "x://user/1", "/user/{id}"),
            (.host, "auto", "x://user/1", "/user/{id}"),
            (.host, "ignore", "x://whatever/user/1", "//other/user/{id}"),
            (.fragment, "path", "/a#/user/1", "/a/user/{id}"),
            (.fragment, "query", "/user#id=1", "/user?id={id}"),
            (.fragment, "auto", "/user#id=1", "/user?id={id}"),
            (.plus, "space", "/user?q=a+b&id=1", "/user?q=a b&id={id}"),
            (.repeatedSlashes, "keep", "/a//1", "/a/*/{id}"),
            (.letterCase, "insensitive", "/USER/1", "/user/{id}"),
        ])
    func policies(policy: NamespacePolicy, value: String, url: String, pattern: String) async throws
    {
        try await RouteRegistry.withTemporary { registry, _ in
            try await registry.add(pattern, target: "t")
            #expect(registry.resolve(url).outcome == .unmatched)
            try await registry.edit { editor in
                _ = try editor.updateNamespace("default") { $0.overrides[policy] = value }
            }
            let resolution = registry.resolve(url)
            #expect(resolution.outcome == .matched)
            #expect(resolution["id"] == "1")
        }
    }

    @Test(
        "case=insensitive reaches enum() and lists of converters, whose values are as listed",
        arguments: [
            ("/{l:enum(en,de)}/a", "/EN/A", "en"), ("/x-{l:enum(en,de)}.html", "/X-De.HTML", "de"),
            ("/s?l={l:enum(en,de)}", "/s?l=EN", "en"), ("/{l:allowed}/a", "/EN/a", "en"),
            ("/{l:mapped}/a", "/EN/a", "English"),
        ])
    func foldedLists(pattern: String, url: String, value: String) async throws {
        try await RouteRegistry.withTemporary { registry, _ in
            try await registry.edit { editor in
                _ = try editor.setConverter("allowed", rule: .allow(["en", "de"]), in: "default")
                _ = try editor.setConverter(
                    "mapped", rule: .map(["en": "English"]), in: "default")
            }
            try await registry.add(pattern, target: "t")
            for (policy, isMatched) in [
                ("sensitive", false), ("insensitive-literals", false), ("insensitive", true),
            ] {
                try await registry.edit { editor in
                    _ = try editor.updateNamespace("default") {
                        $0.overrides[.letterCase] = policy
                    }
                }
                let resolution = registry.resolve(url)
                #expect((resolution.outcome == .matched) == isMatched, "\(policy)")
                if isMatched { #expect(resolution["l"] == .string(value)) }
            }
            let built = try registry.url(for: "#1", values: ["l": .string(value)])
            #expect(registry.resolve(built)["l"] == .string(value))
        }
    }

    @Test("A strict namespace distinguishes paths with and without a trailing slash")
    func strictTrailingSlash() async throws {
        try await RouteRegistry.withTemporary { registry, _ in
            try await registry.add("/with/{id}/", target: "with")
            try await registry.add("/without/{id}", target: "without")
            #expect(registry.resolve("/with/1").outcome == .matched)
            #expect(registry.resolve("/without/1/").outcome == .matched)
            try await registry.edit { editor in
                _ = try editor.updateNamespace("default") {
                    $0.overrides[.trailingSlash] = "strict"
                }
            }
            #expect(registry.resolve("/with/1").outcome == .unmatched)
            #expect(registry.resolve("/with/1/").outcome == .matched)
            #expect(registry.resolve("/without/1").outcome == .matched)
            #expect(registry.resolve("/without/1/").outcome == .unmatched)
        }
    }
}
