import RouteDB
import RouteDBTestSupport
import Testing

@Suite("The code of the articles")
struct ArticleTests {
    private let directory: TemporaryDirectory

    init() throws { directory = try TemporaryDirectory() }

    @Test("a registry is opened, edited and asked, and allows what no rule denies")
    func opening() async throws {
        let registry = try await open(directory.path("a.db"))
        #expect(target(of: "myapp://user/42", in: registry) == "user.profile")
        #expect(target(of: "myapp://user/ada", in: registry) == "no route")
        #expect(target(of: "https://a b/", in: registry) == "not a URL")
        #expect(isAllowed("myapp://user/42", user: "ada", in: registry))
        #expect(await dispatch("myapp://user/42", with: registry) == "the profile of 42")
        #expect(await dispatch("/nothing", with: registry) == "not handled")
        await registry.close()
        let dispatcher = try await openForServing(directory.path("a.db"))
        #expect(dispatcher.canDispatch(DispatchRequest("myapp://user/42")) == false)
    }

    @Test("resolutions are recorded, and old patterns are read by their profile")
    func recordingAndMigrating() async throws {
        let registry = try await openRecording(directory.path("b.db"))
        try await addLegacyRoutes(to: registry)
        let resolution = registry.resolve("legacyapp://user/7/tab/posts")
        #expect(resolution.target == "user.profile" && resolution["tab"] == "posts")
        await registry.close()
        let history = try await HitHistory.open(directory.path("b.hits.db"))
        #expect(try await history.info().hits == 1)
    }

    @MainActor
    @Test("an app's links are registered and opened")
    func appLinks() throws {
        var shown: [String] = []
        let links = try makeLinks { shown.append($0) }
        #expect(follow("myapp://user/42", with: links))
        #expect(follow("myapp://logout", with: links))
        #expect(!follow("myapp://nowhere", with: links))
        #expect(shown == ["push User 42", "bye"])
    }

    @Test("routes in code are applied once")
    func routesInCode() async throws {
        let registry = try await openWithBuiltinRoutes(directory.path("c.db"))
        #expect(registry.resolve("myapp://user/7").target == "user.profile")
        let revision = registry.table.revision
        await registry.close()
        let again = try await openWithBuiltinRoutes(directory.path("c.db"))
        #expect(again.table.revision == revision)
        await again.close()
    }

    // From here on, each piece between marks stands in the article of that name too.
    // OpeningAndResolving begins
    func open(_ path: String) async throws -> RouteRegistry {
        let options = RegistryOptions(access: .creating, author: "app")
        let registry = try await RouteRegistry.open(path, options: options)
        try await registry.edit("Add the profile") { editor in
            try editor.add(RouteDraft(pattern: "myapp://user/{id:int}", target: "user.profile"))
        }
        return registry
    }
    // OpeningAndResolving ends

    // OpeningAndResolving begins
    func target(of url: String, in registry: RouteRegistry) -> String {
        let resolution = registry.resolve(url)
        switch resolution.outcome {
        case .matched: return resolution.target ?? "no target"
        case .unmatched: return "no route"
        case .denied, .challenged: return "not allowed"
        case .invalid: return "not a URL"
        }
    }
    // OpeningAndResolving ends

    // Dispatching begins
    func dispatch(_ url: String, with registry: RouteRegistry) async -> String {
        let dispatcher = Dispatcher(registry)
        dispatcher.handle("user.profile") { invocation in
            let id = try invocation.value("id", as: Int.self)
            return .handled("the profile of \(id)")
        }
        dispatcher.protect(prefix: "admin") { _ in .deny(nil) }

        let report = await dispatcher.dispatch(DispatchRequest(ResolutionRequest(url)))
        guard case .handled = report.outcome else { return "not handled" }
        return report.result as? String ?? ""
    }
    // Dispatching ends

    // OpeningLinksInAnApp begins
    @MainActor
    func makeLinks(showing titles: @escaping (String) -> Void) throws -> LinkRouter<String> {
        let links = try LinkRouter<String> { screen, verb, _ in titles("\(verb) \(screen)") }
        try links.register("myapp://user/{id:int}") { "User \($0["id"] ?? "?")" }
        try links.handle("myapp://logout") { _ in titles("bye") }
        return links
    }
    // OpeningLinksInAnApp ends

    // OpeningLinksInAnApp begins
    @MainActor
    func follow(_ url: String, with links: LinkRouter<String>) -> Bool {
        guard links.canOpen(url) else { return false }
        return links.open(url)
    }
    // OpeningLinksInAnApp ends

    // RecordingHits begins
    func openRecording(_ path: String) async throws -> RouteRegistry {
        var recording = HitRecorder.Options()
        recording.privacy = try PrivacyRules(["token=drop"])
        return try await RouteRegistry.open(
            path, options: RegistryOptions(access: .creating, recording: recording))
    }
    // RecordingHits ends

    // Migrating begins
    func addLegacyRoutes(to registry: RouteRegistry) async throws {
        try await registry.edit("Take over the routes of the old router") { editor in
            try editor.addNamespace(
                NamespaceDraft(name: "legacy", profile: .jlroutes, schemes: ["legacyapp"]))
            try editor.add(
                RouteDraft(
                    pattern: "/user/:id(/tab/:tab)", target: "user.profile", namespace: "legacy"))
        }
    }
    // Migrating ends

    // KeepingRoutesInCode begins
    func openWithBuiltinRoutes(_ path: String) async throws -> RouteRegistry {
        let builtin = RegistryDocument(
            named: "the built-in routes",
            routes: [
                RouteDraft(
                    pattern: "myapp://user/{id:int}", target: "user.profile", group: "builtin")
            ])
        let registry = try await RouteRegistry.open(
            path, options: RegistryOptions(access: .creating))
        try await registry.apply(builtin, to: .init(group: "builtin"))
        return registry
    }
    // KeepingRoutesInCode ends

    // EmbeddingInAServer begins
    func openForServing(_ path: String) async throws -> Dispatcher {
        let options = RegistryOptions(access: .reading)
        let registry = try await RouteRegistry.open(path, options: options)
        return Dispatcher(registry, options: Dispatcher.Options(timeout: .seconds(10)))
    }
    // EmbeddingInAServer ends

    // EmbeddingInAServer begins
    func isAllowed(_ path: String, user: String, in registry: RouteRegistry) -> Bool {
        var request = ResolutionRequest(path)
        request.principal = RequestPrincipal(user, roles: ["member"])
        return registry.resolve(request).outcome == .matched
    }
    // EmbeddingInAServer ends
}
