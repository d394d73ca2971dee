import RouteDB
import RouteDBTestSupport
import Testing

@Suite("Resolutions")
struct ResolutionTests {
    private static let registry = RoutingTable(
        RegistrySnapshot.of([
            "myapp://user/{id:int}", "/shop/{category}(/page/{n:int})?sort={by}",
            "/files/**/raw/{name}", "/v/{x:float}/{b:bool}/{d:decimal}",
            "https://{tenant}.example.com/*/{rest:path}",
        ]))

    @Test("Parameters have the values of their types")
    func types() {
        #expect(Self.registry.resolve("myapp://user/42").parameters == ["id": 42])
        #expect(
            Self.registry.resolve("/v/1.5/true/2.50").parameters
                == ["x": .double(1.5), "b": true, "d": "2.50"])
    }

    @Test("Values are percent-decoded once")
    func decoding() {
        let resolution = Self.registry.resolve("/shop/caf%C3%A9%2Fbar%2541?sort=a%20b")
        #expect(resolution.parameters == ["category": "café/bar%41", "by": "a b"])
    }

    @Test("Wildcards keep segments separate, and path parameters join them")
    func wildcards() {
        let files = Self.registry.resolve("/files/a/b%2Fc/raw/x")
        #expect(files.wildcards == ["a", "b%2Fc"])
        #expect(files.parameters == ["name": "x"])
        let hosted = Self.registry.resolve("https://ACME.example.com/one/two/three")
        #expect(hosted.wildcards == ["one"])
        #expect(hosted.parameters == ["tenant": "acme", "rest": "two/three"])
    }

    @Test("Parameters override query items, which override defaults; repeated keys make a list")
    func values() {
        let request = ResolutionRequest(
            "/shop/books/page/2?sort=up&n=9&tag=a&tag=b&flag", defaults: ["n": 1, "x": "y"])
        let resolution = Self.registry.resolve(request)
        #expect(
            resolution.values == [
                "n": 2, "x": "y", "sort": "up", "tag": ["a", "b"], "flag": nil,
                "category": "books", "by": "up",
            ])
        #expect(resolution["x"] == "y")
        #expect(resolution["missing"] == nil)
    }

    @Test("An invalid URL is an outcome with a reason")
    func invalid() {
        let resolution = Self.registry.resolve("/a\u{0}b")
        #expect(resolution.outcome == .invalid)
        #expect(resolution.invalidURL?.reason == .controlCharacter)
        #expect(resolution.route == nil && resolution.target == nil)
        #expect(resolution.parameters == [:])
        let bytes = Self.registry.resolve(ResolutionRequest(utf8: [0x2F, 0xFF]))
        #expect(bytes.outcome == .invalid)
        #expect(bytes.request.urlBytes == [0x2F, 0xFF])
    }

    @Test("Matches follow in the order of rank until none is left")
    func next() async throws {
        try await RouteRegistry.withTemporary { registry, _ in
            for pattern in ["/**", "/{a}", "/x", "/{n:int}", "/*"] {
                try await registry.add(pattern, target: pattern)
            }
            let request = ResolutionRequest("/x")
            var targets: [String] = []
            var resolution = registry.resolve(request)
            while resolution.outcome == .matched {
                targets.append(resolution.target ?? "")
                resolution = registry.resolve(request, after: resolution)
            }
            #expect(targets == ["/x", "/{a}", "/*", "/**"])
        }
    }
}
