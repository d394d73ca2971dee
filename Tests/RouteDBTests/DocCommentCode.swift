import RouteDB

/// The code in the documentation comments of `RouteDB`, with which a test compares it.
///
/// Nothing calls it: it shows that the code compiles.
private enum DocCommentCode {
    static func dispatch(
        _ registry: RouteRegistry
    ) async -> Dispatcher.Report {
        @Sendable func page(of id: JSONValue?) async throws -> String {
            id.map { "\($0)" } ?? "nobody"
        }
        // Dispatcher.swift begins
        let dispatcher = Dispatcher(registry)
        dispatcher.handle("user.profile") { invocation in
            .handled(try await page(of: invocation["id"]))
        }
        let report = await dispatcher.dispatch(DispatchRequest("myapp://user/42"))
        // Dispatcher.swift ends
        return report
    }

    /// A class of UIKit, where there is none.
    class UIViewController {}

    final class UserScreen: UIViewController {
        let id: Int

        init(id: Int) { self.id = id }
    }

    final class UINavigationController: UIViewController {
        func pushViewController(_ screen: UIViewController, animated: Bool) {}
        func present(_ screen: UIViewController, animated: Bool) {}
    }

    final class Session {
        func end() {}
    }

    @MainActor
    static func links(_ navigation: UINavigationController, _ session: Session) throws {
        // LinkRouter.swift begins
        let links = try LinkRouter<UIViewController> { screen, verb, _ in
            switch verb {
            case .push, .popTo: navigation.pushViewController(screen, animated: true)
            case .present: navigation.present(screen, animated: true)
            }
        }
        try links.register("myapp://user/{id:int}") { UserScreen(id: try $0.value("id")) }
        try links.handle("myapp://logout") { _ in session.end() }

        links.open("myapp://user/42")
        // LinkRouter.swift ends
    }

    static func override() -> NamespaceDraft {
        // NamespacePolicy+Overrides.swift begins
        var draft = NamespaceDraft(name: "shop", profile: .jlroutes)
        draft.overrides.letterCase = .insensitive
        // NamespacePolicy+Overrides.swift ends
        return draft
    }

    static func apply(to registry: RouteRegistry) async throws {
        // RegistryDocument.swift begins
        let document = RegistryDocument(routes: [
            RouteDraft(pattern: "/user/{id:int}", target: "user.profile", name: "user")
        ])
        try await registry.apply(document, author: "MyApp 2.1")
        // RegistryDocument.swift ends
    }

    static func revert(_ registry: RouteRegistry) async throws {
        // RouteRegistry+Merging.swift begins
        let result = try await registry.revert(.number(12))
        for conflict in result.value.undecided { print(conflict.change.label, conflict.reason) }
        // RouteRegistry+Merging.swift ends
    }

    static func merge(
        into registry: RouteRegistry
    ) async throws -> RouteRegistry.EditResult<RegistryMerge> {
        // RouteRegistry+Merging.swift begins
        let other = try await RouteRegistry.open("branch.db", options: .init(access: .reading))
        let result = try await registry.merge(other, choices: .init(others: .keep))
        // RouteRegistry+Merging.swift ends
        return result
    }

    static func inMemory() throws -> RouteRegistry {
        // RouteRegistry+Documents.swift begins
        let routes = [RouteDraft(pattern: "myapp://user/{id:int}", target: "user.profile")]
        let registry = try RouteRegistry(
            inMemory: RegistryDocument(named: "the app's routes", routes: routes))
        // RouteRegistry+Documents.swift ends
        return registry
    }

    @MainActor
    static func dialect() throws {
        // RouteRegistry+Documents.swift begins
        let links = try LinkRouter(RouteRegistry(inMemory: .jlroutes))
        try links.handle("/user/:id") { print($0["id"] ?? "nobody") }
        links.open("myapp://user/42")
        // RouteRegistry+Documents.swift ends
    }

    static func apply(_ bytes: [UInt8], to registry: RouteRegistry) async throws {
        // RouteRegistry+Documents.swift begins
        let document = try RegistryDocument(parsing: bytes, named: "routes.json")
        try await registry.apply(document, to: .init(group: "builtin"), author: "MyApp 2.1")
        // RouteRegistry+Documents.swift ends
    }

    static func history() async throws {
        // HitHistory.swift begins
        let history = try await HitHistory.open(HitHistory.path(besideRegistry: "routes.db"))
        for try await hit in history.hits(HitSelection(outcomes: [.unmatched])) {
            print(hit.time, hit.urlText)
        }
        await history.close()
        // HitHistory.swift ends
    }

    static func record(_ url: String, by registry: RouteRegistry) async {
        // HitRecorder.swift begins
        let recorder = HitRecorder(history: "routes.hits.db")
        recorder.record(registry.resolve(url), status: 200)
        await recorder.shutdown()
        // HitRecorder.swift ends
    }

    static func rules(_ secret: [UInt8]) throws -> PrivacyRules {
        // PrivacyRules.swift begins
        let rules = try PrivacyRules(["email=drop", "user=hash", "@referrer=host"], key: secret)
        // PrivacyRules.swift ends
        return rules
    }

    static func match(_ urls: [String], in registry: RouteRegistry) -> Int {
        var hits = 0
        // RouteReader.swift begins
        var reader = registry.makeReader()
        var match = RouteMatch()
        for url in urls {
            if case .matched = reader.match(url, into: &match) { hits += 1 }
        }
        // RouteReader.swift ends
        return hits
    }

    static func url(in registry: RouteRegistry) throws -> String {
        // RouteRegistry+Building.swift begins
        let url = try registry.url(for: "user", values: ["id": 42])  // myapp://user/42
        // RouteRegistry+Building.swift ends
        return url
    }

    static func open() async throws {
        // RouteRegistry.swift begins
        let registry = try await RouteRegistry.open("routes.db", options: .init(access: .creating))
        try await registry.edit("Add the user's page") { editor in
            try editor.add(RouteDraft(pattern: "myapp://user/{id:int}", target: "user.profile"))
        }
        let resolution = registry.resolve("myapp://user/42")
        print(resolution["id"] ?? "")  // 42
        await registry.close()
        // RouteRegistry.swift ends
    }

    static func open(_ bundledFile: String) throws -> RouteRegistry {
        // RouteRegistry.swift begins
        let options = RegistryOptions(access: .copying)
        let registry = try RouteRegistry(path: bundledFile, options: options)
        // RouteRegistry.swift ends
        return registry
    }

    static func errors(_ registry: RouteRegistry) async throws {
        // RouteDBError.swift begins
        do {
            try await registry.edit { editor in
                try editor.add(RouteDraft(pattern: "/user/{id}", target: "user.profile"))
            }
        } catch let error as RouteDBError where error.code == .routeConflict {
            print(error)
        }
        // RouteDBError.swift ends
    }

    static func url(of user: Route, in table: RoutingTable) throws -> String {
        // URLBuildOptions.swift begins
        // myapp://user/42?ref=mail
        let url = try table.url(for: user, values: ["id": 42, "ref": "mail"])
        // URLBuildOptions.swift ends
        return url
    }

    static func match(_ url: String, in table: RoutingTable) {
        // RoutingTable+Match.swift begins
        var match = RouteMatch()
        if case .matched = table.match(url, into: &match) {
            // The range of the first value is one of offsets into url.utf8.
            print(table.route(of: match).target, match.range(of: 0))
        }
        // RoutingTable+Match.swift ends
    }

    static func redirect() -> RouteDraft {
        // RouteRedirect.swift begins
        let draft = RouteDraft(
            pattern: "/user/{id}", target: "redirect", redirect: RouteRedirect(to: "/people/{id}"))
        // RouteRedirect.swift ends
        return draft
    }

    static func variant() throws {
        // RouteRedirect+Variant.swift begins
        let store = try RouteRedirect.Variant(
            "context.platform in ios,ipados => https://apps.apple.com/app/id42")
        let redirect = RouteRedirect(
            to: "https://example.com/app", status: 302, variants: [store])
        // RouteRedirect+Variant.swift ends
        _ = redirect
    }

    static func visitor(_ agent: String) {
        // VisitorAttributes.swift begins
        let visitor = VisitorAttributes(
            userAgent: agent, acceptLanguage: "de-AT,de;q=0.9,en;q=0.5")
        let request = ResolutionRequest("https://go.example/app", context: visitor.context)
        // VisitorAttributes.swift ends
        _ = request
    }

    static func pattern() throws {
        // RoutePattern.swift begins
        let pattern = try RoutePattern("/shop/{category}(/page/{n:int})?tab=new")
        print(pattern.parameterNames)  // ["category", "n"]
        print(pattern)  // /shop/{category}(/page/{n:int})?tab=new
        // RoutePattern.swift ends
    }

    static func otherPattern() throws -> RoutePattern {
        // RoutePattern.swift begins
        let pattern = try RoutePattern("https://{tenant}.example.com/v{major:int}/<uuid:id>(/edit)")
        // RoutePattern.swift ends
        return pattern
    }

    static func value(of resolution: Resolution) throws -> Int {
        // Resolution+Values.swift begins
        let id = try resolution.value("id", as: Int.self)
        // Resolution+Values.swift ends
        return id
    }

    static func resolve(by registry: RouteRegistry) -> (String?, JSONValue?) {
        // Resolution.swift begins
        let resolution = registry.resolve("myapp://user/42?ref=mail")
        let target = resolution.route?.target  // "user.profile"
        let id = resolution["id"]  // "42"
        // Resolution.swift ends
        return (target, id)
    }

    static func kinds(in table: RoutingTable) -> [String?] {
        // RoutingTable+Resolve.swift begins
        print(table.resolve(ResolutionRequest("/cart", kind: "PUT")).outcome)  // unmatched
        let kinds = table.kinds(answering: ResolutionRequest("/cart"))  // ["GET", "POST"]
        // RoutingTable+Resolve.swift ends
        return kinds
    }

    static func normalize() throws {
        // NormalizedURL.swift begins
        let url = try NormalizedURL("HTTP://Example.com/a/%2e%2e/b%20c?q=1")
        print(url.segments)  // ["b c"]
        print(url)  // http://example.com/b%20c?q=1
        // NormalizedURL.swift ends
    }
}
