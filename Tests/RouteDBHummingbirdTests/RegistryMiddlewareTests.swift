#if Hummingbird
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import Logging
import RouteDB
import RouteDBHummingbird
import RouteDBTestSupport
import Testing

@Suite("Middleware for Hummingbird, with the trait Hummingbird")
struct RegistryMiddlewareTests {
    private struct Page: ResponseCodable {
        let id: Int
        let tab: String
    }

    private let fixture: MiddlewareFixture

    init() async throws {
        fixture = try await MiddlewareFixture()
        fixture.dispatcher.handle("user.profile") { .handled(try $0.decode(Page.self)) }
    }

    @Test("a handler's page is the response, with values of the URL and of the registry")
    func page() async throws {
        try await fixture.run { client in
            let answer = try await client.ask("/user/42")
            #expect(answer.status == .ok)
            #expect(answer.route == "/user/{id:int}")
            #expect(answer.body.contains("\"id\":42") && answer.body.contains("\"tab\":\"about\""))
        }
        let hit = try #require(try await fixture.hits().first)
        #expect(hit.outcome == .matched)
        #expect(hit.status == 200)
        #expect(hit.duration != nil)
        #expect(hit.urlText == "http://localhost/user/42")
    }

    @Test("a handler without a page answers 204, and one whose result is no response 500")
    func otherResults() async throws {
        struct Secret: Sendable {}
        fixture.dispatcher.handle("user.profile") { _ in .handled }
        try await fixture.run { try await $0.expect(.noContent, "/user/1") }
        fixture.dispatcher.handle("user.profile") { _ in .handled(Secret()) }
        try await fixture.run {
            let answer = try await $0.ask("/user/1")
            #expect(answer.status == .internalServerError)
            #expect(!answer.body.contains("Secret"))
        }
        #expect(try await fixture.hits().map(\.status) == [204, 500])
    }

    @Test("a redirect is the status and the location, and what is gone is 410")
    func redirects() async throws {
        try await fixture.registry.edit { editor in
            try editor.add(
                RouteDraft(
                    pattern: "/member/{id}", target: "redirect", kind: "GET",
                    redirect: RouteRedirect(to: "/user/{id}", status: 308)))
            try editor.add(
                RouteDraft(pattern: "/beta", target: "gone", kind: "GET", redirect: .gone))
        }
        try await fixture.run { client in
            let answer = try await client.ask("/member/7?tab=x")
            #expect(answer.status == .permanentRedirect)
            #expect(answer.headers[.location] == "/user/7?tab=x")
            try await client.expect(.gone, "/beta")
        }
        #expect(try await fixture.hits().map(\.status) == [308, 410])
    }

    @Test("what the registry does not know goes on, and is recorded only if nothing answers it")
    func passedOn() async throws {
        try await fixture.run { client in
            let own = try await client.ask("/own")
            #expect(own.status == .ok && own.body == "own" && own.route == "/own")
            try await client.expect(.notFound, "/nowhere")
        }
        let hits = try await fixture.hits()
        #expect(hits.map(\.urlText) == ["http://localhost/nowhere"])
        #expect(hits.map(\.outcome) == [.unmatched])
        #expect(hits.map(\.status) == [404])
    }

    @Test("a route without a kind answers every method, after the route for the method")
    func anyMethod() async throws {
        try await fixture.registry.edit { editor in
            try editor.add(RouteDraft(pattern: "/any/{x}", target: "any"))
            try editor.add(RouteDraft(pattern: "/any/{x}", target: "post", kind: "POST"))
        }
        for target in ["any", "post"] {
            fixture.dispatcher.handle(target) { _ in .handled(target) }
        }
        try await fixture.run { client in
            for method in [HTTPRequest.Method.get, .put, .delete, .options] {
                let answer = try await client.ask("/any/1", method)
                #expect(answer.status == .ok && answer.body == "any")
            }
            let answer = try await client.ask("/any/1", .post)
            #expect(answer.status == .ok && answer.body == "post")
        }
    }

    @Test("HEAD is answered by the route for GET, without the content, unless it has a route")
    func head() async throws {
        fixture.dispatcher.handle("user.profile") { _ in .handled("profile") }
        try await fixture.run { client in
            let answer = try await client.ask("/user/1", .head)
            #expect(answer.status == .ok && answer.body.isEmpty)
            #expect(answer.route == "/user/{id:int}")
        }
        try await fixture.registry.edit { editor in
            try editor.add(
                RouteDraft(pattern: "/user/{id:int}", target: "user.there", kind: "HEAD"))
        }
        fixture.dispatcher.handle("user.there") { _ in .handled }
        try await fixture.run { client in
            try await client.expect(.noContent, "/user/1", .head)
            try await client.expect(.ok, "/user/1")
        }
    }

    @Test("a URL that has routes for other methods only is answered with 405 and Allow")
    func otherMethods() async throws {
        try await fixture.registry.edit { editor in
            try editor.add(RouteDraft(pattern: "/user/{id}", target: "user.edit", kind: "PATCH"))
            try editor.add(RouteDraft(pattern: "/user/{id}", target: "user.view", kind: "view"))
        }
        try await fixture.run { client in
            let answer = try await client.ask("/user/42", .post)
            #expect(answer.status == .methodNotAllowed && answer.route == "unmatched")
            #expect(answer.headers[.allow] == "GET, PATCH, HEAD, OPTIONS")
            let other = try await client.ask("/user/ada", .get)
            #expect(other.status == .methodNotAllowed)
            #expect(other.headers[.allow] == "PATCH, OPTIONS")
        }
        let hits = try await fixture.hits()
        #expect(hits.map(\.outcome) == [.unmatched, .unmatched])
        #expect(hits.map(\.status) == [405, 405])
    }

    @Test("OPTIONS is answered with the methods of the URL's routes, and is no hit")
    func options() async throws {
        try await fixture.run { client in
            let answer = try await client.ask("/user/42", .options)
            #expect(answer.status == .noContent && answer.body.isEmpty)
            #expect(answer.headers[.allow] == "GET, HEAD, OPTIONS")
        }
        #expect(try await fixture.hits().isEmpty)
        try await fixture.run { try await $0.expect(.notFound, "/nowhere", .options) }
        #expect(try await fixture.hits().map(\.status) == [404])
    }

    @Test("methods for which access is denied are not among those that are allowed")
    func deniedMethods() async throws {
        try await fixture.registry.edit { editor in
            try editor.add(RouteDraft(pattern: "/admin", target: "admin", group: "a", kind: "POST"))
            try editor.addRule(
                RuleDraft(.deny, in: .group(namespace: "default", group: "a")))
        }
        try await fixture.run { client in
            try await client.expect(.notFound, "/admin")
            try await client.expect(.forbidden, "/admin", .post)
        }
    }

    @Test("a 404 of the server's own route stays one")
    func ownNotFound() async throws {
        try await fixture.registry.edit { editor in
            try editor.add(RouteDraft(pattern: "/own/{x}", target: "own", kind: "POST"))
        }
        try await fixture.run { client in
            let answer = try await client.ask("/own/missing")
            #expect(answer.status == .notFound && answer.headers[.allow] == nil)
        }
    }

    @Test("what every handler declines goes on, and is recorded as unmatched")
    func declined() async throws {
        fixture.dispatcher.handle("user.profile") { _ in .declined }
        try await fixture.run { try await $0.expect(.notFound, "/user/42") }
        let hit = try #require(try await fixture.hits().first)
        #expect(hit.outcome == .unmatched && hit.route == nil && hit.status == 404)
    }

    @Test("a fallback's page is answered with 404, for one value of http.route")
    func fallback() async throws {
        fixture.dispatcher.handleUnmatched { _ in .handled(Page(id: 0, tab: "lost")) }
        try await fixture.run { client in
            for path in ["/nowhere", "/else"] {
                let answer = try await client.ask(path)
                #expect(answer.status == .notFound && answer.route == "unmatched")
                #expect(answer.body.contains("lost"))
            }
            let answer = try await client.ask("/user/1", .post)
            #expect(answer.status == .methodNotAllowed && answer.body.contains("lost"))
            #expect(answer.headers[.allow] == "GET, HEAD, OPTIONS")
        }
        #expect(try await fixture.hits().map(\.status) == [404, 404, 405])
    }

    @Test("a URL that is not valid is answered with 400")
    func invalid() async throws {
        try await fixture.run { client in
            let answer = try await client.ask("/%FF")
            #expect(answer.status == .badRequest && answer.route == "unmatched")
        }
        let hit = try #require(try await fixture.hits().first)
        #expect(hit.outcome == .invalid && hit.status == 400)
    }

    @Test("values of the wrong type are the client's fault, an error of the handler the server's")
    func failures() async throws {
        struct Failure: Error {}
        fixture.dispatcher.handle("user.profile") { invocation in
            _ = try invocation.value("tab", as: Int.self)
            throw Failure()
        }
        try await fixture.run { client in
            try await client.expect(.badRequest, "/user/1")
            try await client.expect(.internalServerError, "/user/1?tab=2")
        }
        #expect(try await fixture.hits().map(\.outcome) == [.matched, .matched])
    }

    @Test("a guard's denial is answered with its error, and recorded as denied")
    func guarded() async throws {
        fixture.dispatcher.protect("user.profile") { invocation in
            invocation.httpRequest?.headers[.authorization] == "Bearer secret"
                ? .allow : .deny(HTTPError(.gone))
        }
        try await fixture.run { client in
            let answer = try await client.ask("/user/1")
            #expect(answer.status == .gone && answer.route == "/user/{id:int}")
            let allowed = try await client.ask(
                "/user/1", headers: [.authorization: "Bearer secret"])
            #expect(allowed.status == .ok)
        }
        #expect(try await fixture.hits().map(\.outcome) == [.denied, .matched])
        #expect(try await fixture.hits().map(\.status) == [410, 200])
    }

    @Test("access rules see the principal, and their denial is answered as the app chooses")
    func rules() async throws {
        try await fixture.registry.edit { editor in
            try editor.addRule(RuleDraft(.allow, in: .namespace("default"), for: .principal("ada")))
        }
        fixture.middleware.principal = { request, _ in
            request.headers[.from].map { RequestPrincipal($0) }
        }
        try await fixture.run { client in
            try await client.expect(.forbidden, "/user/1")
            try await client.expect(.ok, "/user/1", headers: [.from: "ada"])
        }
        fixture.middleware.denied = { _, _, _ in Response(status: .notFound) }
        try await fixture.run { try await $0.expect(.notFound, "/user/1") }
        let hits = try await fixture.hits()
        #expect(hits.map(\.outcome) == [.denied, .matched, .denied])
        #expect(hits.map(\.principalText) == [nil, "ada", nil])
    }

    @Test("a challenge is answered with 401, or as the app chooses, and recorded")
    func challenges() async throws {
        fixture.dispatcher.protect("user.profile") { _ in .challenge("login") }
        try await fixture.run { try await $0.expect(.unauthorized, "/user/1") }
        fixture.middleware.challenged = { _, _, _ in .redirect(to: "/login") }
        try await fixture.run { client in
            let answer = try await client.ask("/user/1")
            #expect(answer.status == .seeOther && answer.headers[.location] == "/login")
        }
        let hits = try await fixture.hits()
        #expect(hits.map(\.outcome) == [.challenged, .challenged])
        #expect(hits.map(\.status) == [401, 303])
    }

    @Test("a hit has the client and the referrer")
    func client() async throws {
        fixture.middleware.client = { request, _ in request.headers[.userAgent] }
        try await fixture.run { client in
            _ = try await client.ask(
                "/user/1", headers: [.userAgent: "10.0.0.7", .referer: "https://example.com/"])
        }
        let hit = try #require(try await fixture.hits().first)
        #expect(hit.principalText == "10.0.0.7")
        #expect(hit.referrer.map { String(decoding: $0, as: UTF8.self) } == "https://example.com/")
    }

    @Test("handlers have the request, its context and a logger that names the route")
    func context() async throws {
        fixture.dispatcher.handle("user.profile") { invocation in
            let context = invocation.httpContext(as: BasicRequestContext.self)
            let route = invocation.logger?[metadataKey: "http.route"]
            let path = invocation.httpRequest?.uri.path ?? ""
            return .handled("\(context != nil) \(route ?? "") \(path)")
        }
        try await fixture.run { client in
            let answer = try await client.ask("/user/1")
            #expect(answer.body == "true /user/{id:int} /user/1")
        }
    }

    @Test("an edit decides the next request")
    func edit() async throws {
        try await fixture.run { [registry = fixture.registry] client in
            try await client.expect(.notFound, "/u/7")
            try await registry.edit { editor in
                try editor.add(
                    RouteDraft(
                        pattern: "/u/{id:int}", target: "user.profile", kind: "GET",
                        defaults: ["tab": "a"]))
            }
            #expect(try await client.ask("/u/7").route == "/u/{id:int}")
            try await registry.edit { editor in
                let draft = RouteDraft(
                    pattern: "/u/{id}", target: "user.profile", kind: "GET", defaults: ["tab": "a"])
                _ = try editor.replace(RouteReference("/u/{id:int}"), with: draft)
            }
            let answers = [try await client.ask("/u/7"), try await client.ask("/u/8")]
            #expect(answers.map(\.route) == ["/u/{id}", "/u/{id}"])
            #expect(answers.map(\.status) == [.ok, .ok])
        }
    }
}
#endif
