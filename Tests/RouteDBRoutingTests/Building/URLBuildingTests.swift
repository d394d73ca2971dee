import RouteDBRouting
import RouteDBTestSupport
import Testing

@Suite struct URLBuildingTests {
    /// The URL of the first pattern, in a registry of these patterns.
    private func url(
        _ patterns: String..., values: JSONObject = [:], defaults: JSONObject = [:],
        profile: NamespaceProfile = .native, overrides: NamespacePolicy.Overrides = [:],
        converters: [String: ParameterConverter.Rule] = [:],
        options: URLBuildOptions = URLBuildOptions()
    ) throws -> String {
        var registry = RegistrySnapshot.of([])
        registry.namespaces[0].profile = profile
        registry.namespaces[0].overrides = overrides
        let namespace = registry.namespaces[0]
        let syntax = PatternSyntax(namespace)
        registry.routes = try patterns.enumerated().map { number, text in
            Route(
                id: RouteID(rawValue: Int64(number) + 1), namespace: namespace.id, name: "r",
                pattern: try syntax.parse(text, converters: Set(converters.keys)), target: text)
        }
        registry.converters = converters.map {
            ParameterConverter(namespace: namespace.id, name: $0.key, rule: $0.value)
        }
        registry.defaults[.route(RouteID(rawValue: 1))] = defaults
        let table = RoutingTable(registry)
        return try table.url(for: registry.routes[0], values: values, options: options)
    }

    private func code(_ body: () throws -> String) -> URLBuildError.Code? {
        do {
            _ = try body()
            return nil
        } catch {
            return (error as? URLBuildError)?.code
        }
    }

    @Test("parameters are in the path, other values in the query")
    func values() throws {
        let built = try url("myapp://user/{id:int}", values: ["id": 42, "ref": "mail"])
        #expect(built == "myapp://user/42?ref=mail")
        let list = try url("/a", values: ["tag": ["x", "y"], "flag": nil, "n": 2])
        #expect(list == "/a?tag=x&tag=y&flag&n=2")
    }

    @Test(
        "each place is encoded as it will be parsed",
        arguments: [
            ("/f/{a}", "a b/c?", "/f/a%20b%2Fc%3F"), ("/f/{a:path}", "a/b c", "/f/a/b%20c"),
            ("/f/{a:path}", "a%2Fb/c%2f", "/f/a%2Fb/c%2F"), ("/f/{a:path}", "%252F", "/f/%252F"),
            ("/f/{a:path}", "100%", "/f/100%25"), ("/f/{a}", "a%2Fb", "/f/a%252Fb"),
            ("/v{a}.json", "1.x", "/v1.x.json"), ("/f?q={a}", "a b&c+d", "/f?q=a%20b%26c%2Bd"),
            ("https://{a}.example.com/", "shop", "https://shop.example.com/"),
        ])
    func encoding(pattern: String, value: String, expected: String) throws {
        #expect(try url(pattern, values: ["a": .string(value)]) == expected)
    }

    @Test(
        "values have the canonical spelling of their type",
        arguments: [
            ("int", "007" as JSONValue, "7"), ("int", 7, "7"), ("bool", "1", "true"),
            ("bool", false, "false"), ("float", 2, "2.0"), ("float", "1.50", "1.5"),
            ("decimal", "1.50", "1.50"), ("number", 3, "3"), ("date", "2026-01-31", "2026-01-31"),
            (
                "uuid", "123e4567-e89b-12d3-a456-426614174000",
                "123E4567-E89B-12D3-A456-426614174000"
            ),
        ])
    func types(type: String, value: JSONValue, expected: String) throws {
        #expect(try url("/{v:\(type)}", values: ["v": value]) == "/\(expected)")
    }

    @Test("a converter's value becomes the text that it is converted from")
    func converters() throws {
        let rules: [String: ParameterConverter.Rule] = [
            "region": .map(["eu": 1, "us": 2]), "file": .affix(prefix: "f/", suffix: ".txt"),
            "plan": .allow(["free", "pro"]),
        ]
        #expect(try url("/{v:region}", values: ["v": 2], converters: rules) == "/us")
        #expect(try url("/{v:file}", values: ["v": "f/a.txt"], converters: rules) == "/a")
        #expect(code { try url("/{v:plan}", values: ["v": "x"], converters: rules) } == .wrongType)
        #expect(code { try url("/{v:file}", values: ["v": "a"], converters: rules) } == .wrongType)
    }

    @Test("an optional group is included if its values are given")
    func groups() throws {
        let pattern = "/list(/page/{n:int})"
        #expect(try url(pattern) == "/list")
        #expect(try url(pattern, values: ["n": 3]) == "/list/page/3")
    }

    @Test("default values are omitted or filled in")
    func defaults() throws {
        let pattern = "/list(/page/{n:int})"
        #expect(try url(pattern, values: ["n": 1], defaults: ["n": 1]) == "/list")
        #expect(try url(pattern, defaults: ["n": 1]) == "/list")
        let filled = URLBuildOptions(fillsDefaults: true)
        #expect(try url(pattern, defaults: ["n": 1], options: filled) == "/list/page/1")
        #expect(try url("/p/{n:int}", defaults: ["n": 1]) == "/p/1")
        #expect(try url("/p", values: ["n": 1], defaults: ["n": 1]) == "/p")
    }

    @Test("wildcards use the given texts")
    func wildcards() throws {
        let options = URLBuildOptions(wildcards: ["a", "b", "c d"])
        #expect(try url("/x/*/y/**", options: options) == "/x/a/y/b/c%20d")
        #expect(try url("/x/**") == "/x")
        let slash = URLBuildOptions(wildcards: ["a/b", "c%2Fd", "e"])
        #expect(try url("/*/**", options: slash) == "/a%2Fb/c%2Fd/e")
        #expect(
            try url("/f/{a:path}", values: ["a": ["b/c", "d"]]) == "/f/b%2Fc/d")
        #expect(code { try url("/x/*") } == .missingValue)
    }

    @Test("a URL that would not resolve back is refused with the reason")
    func refusals() {
        #expect(
            code { try url("/{a}", "/new", values: ["a": "new"]) } == .takenByOther)
        #expect(code { try url("//{a}.x.com/", values: ["a": "ABC"]) } == .valueDiffers)
        #expect(code { try url("/{a}", values: ["a": ".."]) } == .unmatched)
        #expect(code { try url("/{a}", values: ["a": "../b"]) } == .invalidURL)
        #expect(code { try url("/f/{a:path}", values: ["a": "b%2F.."]) } == .invalidURL)
        #expect(code { try url("/f/{a:path}", values: ["a": "b/../c"]) } == .valueDiffers)
        #expect(code { try url("/f/{a:path}", values: ["a": "b//c"]) } == .valueDiffers)
        #expect(code { try url("/a?!b", values: ["b": "1"]) } == .unmatched)
        #expect(code { try url("/{id:int}", values: ["id": "x"]) } == .wrongType)
        #expect(code { try url("/{id:int}", values: ["idd": 1]) } == .missingValue)
        let other = URLBuildOptions(scheme: "https")
        #expect(code { try url("app://h/a", options: other) } == .baseConflict)
        let strict = URLBuildOptions(allowsExtraValues: false)
        #expect(code { try url("/a", values: ["b": 1], options: strict) } == .unknownValue)
    }

    @Test("a refusal names the competing route, or suggests a name")
    func hints() throws {
        let taken = #expect(throws: URLBuildError.self) {
            try url("/{a}", "/new", values: ["a": "new"])
        }
        #expect(taken?.taker == RouteID(rawValue: 2))
        #expect(taken?.url == "/new")
        let missing = #expect(throws: URLBuildError.self) {
            try url("/{user}", values: ["usr": 1])
        }
        #expect(missing?.name == "user")
        #expect(missing?.hint?.contains("'usr'") == true)
    }

    @Test("each profile builds its own kind of URLs")
    func profiles() throws {
        #expect(
            try url(
                "/user/view/:id", values: ["id": "a b"], profile: .jlroutes,
                options: URLBuildOptions(scheme: "app")) == "app://user/view/a%20b")
        #expect(
            code { try url("/:id", values: ["id": "a+b"], profile: .jlroutes) } == .valueDiffers)
        #expect(
            try url("myapp://user/<int:id>", values: ["id": 5], profile: .urlnavigator)
                == "myapp://user/5")
        #expect(
            try url("myapp://user/:id", values: ["id": "5"], profile: .ikrouter)
                == "myapp://user/5")
        #expect(
            try url("user/{id|number}/photos", values: ["id": 5], profile: .aroute)
                == "user/5/photos")
        #expect(
            code { try url("user/{id}", values: ["id": "5", "q": "x"], profile: .aroute) }
                == .unknownValue)
    }

    @Test("scheme and host are those of the namespace's bindings, unless given")
    func bases() throws {
        var registry = RegistrySnapshot.of([])
        let other = NamespaceID(rawValue: 2)
        registry.namespaces.append(
            RouteNamespace(id: other, name: "web", schemes: ["https"], hosts: ["*.x.com", "x.com"]))
        registry.namespaces.append(RouteNamespace(id: NamespaceID(rawValue: 3), name: "loose"))
        registry.routes = try [2, 3].map { namespace in
            Route(
                id: RouteID(rawValue: namespace), namespace: NamespaceID(rawValue: namespace),
                pattern: try RoutePattern("/a"), target: "t")
        }
        let table = RoutingTable(registry)
        #expect(try table.url(for: registry.routes[0]) == "https://x.com/a")
        let host = URLBuildOptions(host: "b.x.com:8080")
        #expect(try table.url(for: registry.routes[0], options: host) == "https://b.x.com:8080/a")
        // No URL is bound to it: requests name it.
        #expect(try table.url(for: registry.routes[1]) == "/a")
    }
}
