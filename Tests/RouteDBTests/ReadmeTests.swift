import RouteDB
import RouteDBStorage
import RouteDBTestSupport
import Testing

@Suite("The README's code")
struct ReadmeTests {
    @Test("it compiles, and gives the results in its comments")
    func tour() async throws {
        let directory = try TemporaryDirectory()
        defer { withExtendedLifetime(directory) {} }
        let counts = try await countTargets(
            of: ["myapp://user/42", "/shop/shoes", "/shop/shoes/page/x", "https://a b/"],
            path: directory.path("app.db"))
        #expect(counts == ["user.profile": 1, "shop.list": 1, "-": 2])
    }

    // From here to the end mark stands in README.md too; a test compares them.
    // README begins
    func countTargets(of urls: [String], path: String) async throws -> [String: Int] {
        let options = RegistryOptions(access: .creating, author: "ada")
        let registry = try await RouteRegistry.open(path, options: options)

        try await registry.edit("Add the first routes") { editor in
            try editor.add(RouteDraft(pattern: "myapp://user/{id:int}", target: "user.profile"))
            try editor.add(
                RouteDraft(
                    pattern: "/shop/:category(/page/{n:int})", target: "shop.list",
                    defaults: ["n": 1]))
        }

        let resolution = registry.resolve("myapp://user/42?ref=mail")
        precondition(resolution.outcome == .matched && resolution.target == "user.profile")
        precondition(resolution["id"] == 42 && resolution["ref"] == "mail")

        var reader = registry.makeReader()  // one for each thread that resolves in a loop
        var counts: [String: Int] = [:]
        for url in urls {
            let target = reader.resolve(url).target ?? "-"
            counts[target, default: 0] += 1
        }
        await registry.close()
        return counts
    }
    // README ends
}
