import Foundation
import RouteDB
import RouteDBScreens
import RouteDBTestSupport
import Testing

@MainActor
@Suite("An app's links, in one line each")
struct LinkRouterTests {
    /// What was shown or called, in order.
    @MainActor
    private final class Log {
        var lines: [String] = []
    }

    private let log = Log()
    private let links: LinkRouter<String>

    init() throws {
        let log = log
        links = try LinkRouter { screen, verb, _ in log.lines.append("\(verb) \(screen)") }
    }

    @Test("a pattern is registered with its screen in one line, and opening a URL pushes it")
    func screens() throws {
        try links.register("myapp://user/{id:int}") { "user \($0["id"] ?? "")" }
        #expect(links.open("myapp://user/42"))
        #expect(!links.open("myapp://user/ada"))
        #expect(!links.open("myapp://group/1"))
        #expect(log.lines == ["push user 42"])
    }

    @Test("a handler is called, and its answer is whether the URL was taken")
    func handlers() throws {
        let log = log
        try links.handle("myapp://logout") { _ in log.lines.append("logout") }
        try links.handle("myapp://odd/{n:int}") { $0["n"] == 1 }
        links.open("myapp://logout")
        #expect(log.lines == ["logout"])
        #expect(links.open("myapp://odd/1"))
        #expect(!links.open("myapp://odd/2"))
    }

    @Test("typed values are read in one line, and an error that code throws is told")
    func errors() throws {
        struct Lost: Error {}
        let log = log
        try links.register("myapp://user/{id}") { try "user \($0.value("id", as: Int.self) + 1)" }
        try links.handle("myapp://user/{id}/lost") { _ -> Bool in throw Lost() }
        // It would be the next match.
        try links.register("myapp://user/**") { _ in "rest" }
        links.notTaken = { url, outcome in
            guard case .failed(let error) = outcome else { return }
            let kind = error.underlying.map { "\(type(of: $0))" } ?? ""
            log.lines.append("\(url) \(error.code.rawValue) \(kind)")
        }
        #expect(links.open("myapp://user/41"))
        #expect(!links.open("myapp://user/ada"))
        #expect(!links.open("myapp://user/1/lost"))
        #expect(links.screen(for: "myapp://user/1") == "user 2")
        #expect(links.screen(for: "myapp://user/ada") == nil)
        #expect(
            log.lines == [
                "push user 42", "myapp://user/ada handlerFailed ValueError",
                "myapp://user/1/lost handlerFailed Lost",
            ])
    }

    @Test("a priority goes before what is more specific")
    func priorities() throws {
        try links.register("/{object}/{action}", priority: 1) { _ in "first" }
        try links.register("/user/view") { _ in "second" }
        try links.handle("/user/view/{id}", priority: -1) { _ in true }
        links.open("/user/view")
        #expect(log.lines == ["push first"])
        #expect(links.open("/user/view/1"))
    }

    @Test("code of a target is removed, and its routes stay")
    func unregisterTarget() throws {
        let registry = try RouteRegistry(
            inMemory: RegistryDocument(
                named: "routes", routes: [RouteDraft(pattern: "/a", target: "a")]))
        let links = try LinkRouter<Never>(registry)
        let log = log
        links.handle(target: "a") { _ in log.lines.append("a") }
        #expect(links.open("/a"))
        #expect(links.unregister(target: "a") && !links.unregister(target: "a"))
        #expect(!links.open("/a"))
        #expect(log.lines == ["a"] && registry.table.resolve("/a").target == "a")
    }

    @Test("Foundation's URLs are opened as their texts are")
    func urls() throws {
        try links.register("myapp://user/{name}") { try $0.value("name", as: String.self) }
        let url = try #require(URL(string: "myapp://user/a%20b"))
        #expect(links.open(url) && links.push(url) && links.present(url, from: "list"))
        #expect(links.canOpen(url) && links.screen(for: url) == "a b")
        #expect(log.lines == ["push a b", "push a b", "present a b"])
    }

    @Test("push and present show a screen whatever its route says, and call no handler")
    func verbs() throws {
        let log = log
        try links.register("myapp://about") { _ in "about" }
        try links.handle("myapp://logout") { _ in log.lines.append("logout") }
        #expect(links.push("myapp://about"))
        #expect(links.present("myapp://about"))
        #expect(!links.push("myapp://logout"))
        #expect(log.lines == ["push about", "present about"])
    }

    @Test("a route's presentation decides how opening it shows its screen")
    func presentation() throws {
        var presentation = RoutePresentation()
        presentation.verb = .present
        let registry = try RouteRegistry(
            inMemory: RegistryDocument(
                named: "routes",
                routes: [
                    RouteDraft(
                        pattern: "myapp://about", target: "about", presentation: presentation)
                ]))
        let log = log
        let links = try LinkRouter<String>(registry) { screen, verb, _ in
            log.lines.append("\(verb) \(screen)")
        }
        links.register(target: "about") { _ in "about" }
        #expect(links.open("myapp://about"))
        #expect(links.push("myapp://about"))
        #expect(log.lines == ["present about", "push about"])
    }

    @Test("routes that the registry has are bound by their pattern or their target, and stay")
    func bundled() throws {
        let registry = try RouteRegistry(
            inMemory: RegistryDocument(
                named: "routes",
                routes: [
                    RouteDraft(pattern: "myapp://a/{x}", target: "a"),
                    RouteDraft(pattern: "myapp://b", target: "b"),
                ]))
        let links = try LinkRouter<Never>(registry)
        #expect(!links.canOpen("myapp://a/1"))
        // Another spelling of the same pattern.
        try links.handle("myapp://a/:x") { $0["x"] == "1" }
        links.handle(target: "b") { _ in true }
        #expect(links.open("myapp://a/1") && links.open("myapp://b"))
        #expect(registry.table.resolve("myapp://a/1").target == "a")
        #expect(try links.unregister("myapp://a/{x}"))
        #expect(!links.open("myapp://a/1"))
        #expect(registry.table.resolve("myapp://a/1").target == "a")
    }

    @Test("registering a pattern again replaces its code; unregistering removes it")
    func again() throws {
        let first = try links.register("myapp://a") { _ in "one" }
        let second = try links.register("myapp://a") { _ in "two" }
        #expect(first == second)
        links.open("myapp://a")
        #expect(log.lines == ["push two"])
        #expect(try links.unregister("myapp://a"))
        #expect(!links.open("myapp://a"))
        #expect(try !links.unregister("myapp://a"))
        #expect(links.registry.table.resolve("myapp://a").outcome == .unmatched)
        try links.register("myapp://a") { _ in "three" }
        #expect(links.open("myapp://a"))
    }

    @Test("what is bound is known without calling it")
    func canOpen() throws {
        let log = log
        try links.handle("myapp://a/{id:int}") { _ in log.lines.append("called") }
        #expect(links.canOpen("myapp://a/1"))
        #expect(!links.canOpen("myapp://a/x"))
        #expect(!links.canOpen("not a url"))
        #expect(log.lines == [])
    }

    @Test("a screen is made without being shown")
    func screen() throws {
        try links.register("myapp://user/{id:int}") { "user \($0["id"] ?? "")" }
        #expect(links.screen(for: "myapp://user/7") == "user 7")
        #expect(links.screen(for: "myapp://nobody") == nil)
        #expect(log.lines == [])
    }

    @Test("a screen is shown from where the caller says, also one that is there already")
    func origins() throws {
        let log = log
        let links = try LinkRouter<String>(showingFrom: { screen, verb, origin, resolution in
            let place = origin.map { " from \($0)" } ?? ""
            log.lines.append("\(verb) \(screen)\(place)\(resolution == nil ? ", given" : "")")
        })
        try links.register("myapp://about") { _ in "about" }
        links.open("myapp://about")
        links.push("myapp://about", from: "list")
        links.present("myapp://about", from: "list")
        links.push(screen: "letter")
        links.present(screen: "letter", from: "list")
        #expect(
            log.lines == [
                "push about", "push about from list", "present about from list",
                "push letter, given", "present letter from list, given",
            ])
    }

    @Test("each line of five other routers is one line here")
    func lines() throws {
        let log = log
        // JLRoutes
        try links.handle("/user/:id") { log.lines.append("user \($0["id"] ?? "")") }
        links.open("/user/joe")
        #expect(links.canOpen("/user/joe"))
        try links.unregister("/user/:id")
        #expect(!links.canOpen("/user/joe"))
        // URLNavigator
        try links.register("myapp://user/<int:id>") { "screen \($0["id"] ?? "")" }
        try links.handle("myapp://alert") { _ in log.lines.append("alert") }
        links.push("myapp://user/1")
        links.present("myapp://user/2")
        links.open("myapp://alert")
        #expect(links.screen(for: "myapp://user/3") == "screen 3")
        // IKRouter, ARoute and AHServiceRouter
        try links.handle("myapp://settings") { _ in log.lines.append("settings") }
        links.open("myapp://settings")
        try links.register("/home") { _ in "home" }
        links.open("/home")
        try links.register("myapp://setting/go") { _ in "go" }
        links.open("myapp://setting/go")
        #expect(
            log.lines == [
                #"user "joe""#, "push screen 1", "present screen 2", "alert", "settings",
                "push home", "push go",
            ])
    }

    @Test("with the profile of another router, its patterns and URLs are read as it reads them")
    func profiles() throws {
        func router(_ profile: NamespaceProfile) throws -> LinkRouter<String> {
            let log = log
            return try LinkRouter(RouteRegistry(inMemory: profile)) { screen, _, _ in
                log.lines.append(screen)
            }
        }
        let log = log
        let jlroutes = try router(.jlroutes)
        try jlroutes.handle("/user/:id") { log.lines.append(try $0.value("id")) }
        try jlroutes.register("/:a/:b", priority: 5) { $0["a"] == "wild" ? "wild" : nil }
        #expect(jlroutes.open("myapp://user/42") && jlroutes.open("/user/43"))
        #expect(jlroutes.open("myapp://wild/joker"))
        let urlnavigator = try router(.urlnavigator)
        try urlnavigator.register("myapp://user/<int:id>") {
            try "user \($0.value("id", as: Int.self))"
        }
        #expect(urlnavigator.push("myapp://user/44") && !urlnavigator.push("myapp://user/me"))
        let ikrouter = try router(.ikrouter)
        try ikrouter.handle("myapp://settings") { log.lines.append(try $0.value("tab")) }
        #expect(ikrouter.open("myapp://settings?tab=mail"))
        #expect(!ikrouter.open("myapp://settings?tab"))
        let aroute = try router(.aroute)
        try aroute.register("user/{id|number}") { try "user \($0.value("id", as: Int.self))" }
        #expect(aroute.open("user/45"))
        #expect(log.lines == ["42", "43", "wild", "user 44", "mail", "user 45"])
    }

    @Test("what is declined goes to the next match, where the namespace says so")
    func declining() throws {
        try links.handle("myapp://page/first") { _ in false }
        try links.register("myapp://page/{name}") { "page \($0["name"] ?? "")" }
        #expect(links.open("myapp://page/first"))
        #expect(log.lines == [#"push page "first""#])
        try links.registry.editWaiting("Make declining final") { editor in
            try editor.addNamespace(
                NamespaceDraft(name: "final", overrides: [.refusal: "final"], schemes: ["final"]))
            for (pattern, target) in [("/first", "a"), ("/{name}", "b")] {
                try editor.add(RouteDraft(pattern: pattern, target: target, namespace: "final"))
            }
        }
        links.handle(target: "a") { _ in false }
        links.register(target: "b") { _ in "b" }
        #expect(!links.open("final:///first"))
        #expect(links.open("final:///other"))
    }

    @Test("values that the caller adds cover those of the URL")
    func context() throws {
        try links.register("myapp://user/{id:int}") { "\($0["id"] ?? "") \($0["tab"] ?? "")" }
        links.open("myapp://user/1?tab=a", context: ["tab": "b"])
        #expect(log.lines == [#"push 1 "b""#])
    }

    @Test("access rules decide for the principal")
    func access() throws {
        try links.handle("myapp://admin") { _ in true }
        try links.registry.editWaiting("Close") { editor in
            _ = try editor.addRule(
                RuleDraft(.allow, in: .namespace("default"), for: .principal("ada")))
        }
        #expect(!links.canOpen("myapp://admin") && !links.open("myapp://admin"))
        links.principal = RequestPrincipal("ada")
        #expect(links.canOpen("myapp://admin") && links.open("myapp://admin"))
    }

    /// A router over redirects, that notes what it shows, opens and does not take.
    private func redirecting(_ redirects: [(String, RouteRedirect)]) throws -> LinkRouter<String> {
        let registry = try RouteRegistry(
            inMemory: RegistryDocument(
                named: "routes",
                routes: redirects.map {
                    RouteDraft(pattern: $0.0, target: "redirect", redirect: $0.1)
                }))
        let log = log
        let links = try LinkRouter<String>(registry) { screen, verb, _ in
            log.lines.append("\(verb) \(screen)")
        }
        links.notTaken = { log.lines.append("\($0): \($1.name)") }
        return links
    }

    @Test("a redirect is followed to the route that it leads to, and one that has code is not")
    func redirects() throws {
        let links = try redirecting([
            ("myapp://host/user/{id}", RouteRedirect(to: "/people/{id}")),
            ("/user/{id}", RouteRedirect(to: "/people/{id}")),
            ("/first", RouteRedirect(to: "/user/1")), ("/own", RouteRedirect(to: "/user/2")),
        ])
        try links.register("/people/{id}") { "person \($0["id"] ?? "")" }
        try links.register("myapp://host/people/{id}") { "here \($0["id"] ?? "")" }
        try links.register("/own") { _ in "own" }
        #expect(links.open("/user/42") && links.open("/first") && links.open("/own"))
        // A path keeps the scheme and the host.
        #expect(links.present("myapp://host/user/7"))
        #expect(links.screen(for: "/user/3") == #"person "3""#)
        #expect(links.canOpen("/first"))
        #expect(
            log.lines == [
                #"push person "42""#, #"push person "1""#, "push own", #"present here "7""#,
            ])
    }

    @Test("what is gone, leads nowhere or in a loop is not taken, each with its reason")
    func refusedRedirects() throws {
        var endless: [(String, RouteRedirect)] = (0..<16).map {
            ("/n\($0)", RouteRedirect(to: "/n\($0 + 1)"))
        }
        endless += [
            ("/old", .gone), ("/moved", RouteRedirect(to: "/old")),
            ("/lost", RouteRedirect(to: "/nowhere")), ("/a", RouteRedirect(to: "/b")),
            ("/b", RouteRedirect(to: "/a")),
        ]
        let links = try redirecting(endless)
        let log = log
        links.notTaken = { url, outcome in
            switch outcome {
            case .redirected(.gone): log.lines.append("\(url) gone")
            case .failed(let error): log.lines.append("\(url) \(error.code.rawValue)")
            default: log.lines.append("\(url) \(outcome.name)")
            }
        }
        try links.register("/n16") { _ in "end" }
        for url in ["/old", "/moved", "/lost", "/a", "/n0", "no", "//["] {
            #expect(!links.open(url) && !links.canOpen(url), "\(url)")
        }
        #expect(
            log.lines == [
                "/old gone", "/moved gone", "/lost unmatched", "/a redirectLoop",
                "/n0 redirectLoop", "no unmatched", "//[ invalid",
            ])
        #expect(links.open("/n1"))
    }

    @Test("a URL elsewhere is opened by the app's opener, if there is one")
    func opener() throws {
        let log = log
        let links = try redirecting([
            ("/far", RouteRedirect(to: "https://x.com/far")),
            ("/near", RouteRedirect(to: "myapp://near")),
        ])
        try links.handle("myapp://near") { _ in true }
        #expect(links.open("/near"))
        #expect(!links.canOpen("/far") && !links.open("/far"))
        links.opener = {
            log.lines.append("open \($0)")
            return true
        }
        #expect(links.canOpen("/far") && links.open("/far"))
        #expect(!links.push("/far"))
        #expect(
            log.lines == ["/far: redirected", "open https://x.com/far", "/far: redirected"])
    }

    @Test("a URL that is opened is one hit, whatever redirects it goes through")
    func redirectsAreOneHit() async throws {
        let directory = try TemporaryDirectory()
        var options = RegistryOptions.testing(.creating)
        options.recording = HitRecorder.Options()
        let registry = try await RouteRegistry.open(directory.path("routes.db"), options: options)
        let links = try LinkRouter<Never>(registry)
        try links.handle("/people/{id}") { _ in true }
        try registry.editWaiting("Redirect") { editor in
            _ = try editor.add(
                RouteDraft(
                    pattern: "/user/{id}", target: "redirect",
                    redirect: RouteRedirect(to: "/people/{id}")))
        }
        #expect(links.open("/user/1"))
        #expect(await registry.recorder?.health.recorded == 1)
        await registry.close()
    }

    @Test("a pattern that is not valid is an error that names it")
    func invalid() throws {
        let error = try #require(throws: RouteDBError.self) {
            try links.register("myapp://{") { _ in "" }
        }
        #expect(error.code == .invalidPattern)
        #expect(links.registry.table.revision == 1)
    }
}

@Suite("What can be navigated to")
struct CanNavigateTests {
    @Test("a match that can be shown can be navigated to, whatever is bound")
    func canNavigate() async throws {
        try await RouteRegistry.withTemporary { registry, _ in
            try await registry.edit { editor in
                try editor.add(
                    RouteDraft(
                        pattern: "/user/{id:int}", target: "user",
                        requirements: [RouteRequirement("tab", .string)]))
            }
            let dispatcher = Dispatcher(registry)
            #expect(dispatcher.canNavigate(DispatchRequest("/user/1?tab=a")))
            #expect(!dispatcher.canDispatch(DispatchRequest("/user/1?tab=a")))
            #expect(!dispatcher.canNavigate(DispatchRequest("/user/1")))
            #expect(!dispatcher.canNavigate(DispatchRequest("/nowhere")))
        }
    }
}
