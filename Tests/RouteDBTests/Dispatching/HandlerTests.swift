import RouteDB
import RouteDBTestSupport
import Testing

@Suite("Handlers")
struct HandlerTests {
    @Test("A handler gets the values of the URL, and its result is in the report")
    func handled() async throws {
        var fixture = DispatchFixture()
        try fixture.add("myapp://user/{id:int}", "user.profile")
        let dispatcher = fixture.dispatcher()
        dispatcher.handle("user.profile") { invocation in
            let id = try invocation.value("id", as: Int.self)
            return .handled("\(invocation.target ?? "") \(id) \(invocation["tab"] ?? .null)")
        }
        let report = await dispatcher.dispatch("myapp://user/42?tab=2")
        #expect(report.outcome.name == "handled")
        #expect(report.result as? String == #"user.profile 42 "2""#)
        #expect(report.tries == ["user.profile handled"])
        #expect(report.resolution.route?.target == "user.profile")
        #expect(report.fallback == .none)
    }

    @Test("All values can be decoded as one Swift value")
    func decoded() async throws {
        struct Page: Decodable, Equatable, Sendable {
            let id: Int
            let isOpen: Bool
        }
        var fixture = DispatchFixture()
        try fixture.add("/user/{id:int}", "user")
        let dispatcher = fixture.dispatcher()
        dispatcher.handle("user") { .handled(try $0.decode(Page.self)) }
        let report = await dispatcher.dispatch("/user/7?isOpen=true")
        #expect(report.result as? Page == Page(id: 7, isOpen: true))
    }

    @Test("A route's name takes precedence over its target, and that over the longest prefix")
    func precedence() async throws {
        var fixture = DispatchFixture()
        try fixture.add("/a", "user.profile", name: "profile")
        let dispatcher = fixture.dispatcher()
        let bind: [(String, @Sendable (Dispatcher, @escaping Dispatcher.Handler) -> Void)] = [
            ("everything", { $0.handle(prefix: "", $1) }),
            ("user", { $0.handle(prefix: "user", $1) }),
            ("user.", { $0.handle(prefix: "user.", $1) }),
            ("target", { $0.handle("user.profile", $1) }),
            ("route", { $0.handle(route: "profile", $1) }),
        ]
        for (name, bind) in bind {
            bind(dispatcher) { _ in .handled(name) }
            #expect(await dispatcher.dispatch("/a").result as? String == name)
        }
        let unbind: [@Sendable (Dispatcher) -> Void] = [
            { $0.removeHandler(route: "profile") }, { $0.removeHandler("user.profile") },
            { $0.removeHandler(prefix: "user.") }, { $0.removeHandler(prefix: "user") },
            { $0.removeHandler(prefix: "") },
        ]
        for (unbind, next) in zip(unbind, ["target", "user.", "user", "everything", nil]) {
            unbind(dispatcher)
            #expect(await dispatcher.dispatch("/a").result as? String == next)
        }
    }

    @Test(
        "A prefix ends at a dot or a slash",
        arguments: [
            ("user", "user", true), ("user", "user.profile", true), ("user", "user/profile", true),
            ("user", "users", false), ("user.", "user.profile", true), ("user.", "user", false),
            ("user.pro", "user.profile", false), ("", "anything", true), ("", "", true),
            ("a/b", "a/b/c", true), ("a/b", "a/bc", false), ("e", "e\u{301}", false),
        ])
    func prefixes(prefix: String, target: String, isTaken: Bool) async throws {
        var fixture = DispatchFixture()
        try fixture.add("/a", target)
        let dispatcher = fixture.dispatcher()
        dispatcher.handle(prefix: prefix) { _ in .handled }
        #expect(dispatcher.canDispatch(DispatchRequest("/a")) == isTaken)
    }

    @Test("Targets are compared byte by byte")
    func bytes() async throws {
        var fixture = DispatchFixture()
        try fixture.add("/a", "caf\u{E9}")
        let dispatcher = fixture.dispatcher()
        dispatcher.handle("cafe\u{301}") { _ in .handled }
        #expect(await dispatcher.dispatch("/a").tries == ["caf\u{E9} noHandler"])
        dispatcher.handle("caf\u{E9}") { _ in .handled }
        #expect(await dispatcher.dispatch("/a").outcome.name == "handled")
    }

    @Test("Binding again replaces, removing what is not there does nothing, and all is listed")
    func listing() async throws {
        let dispatcher = try DispatchFixture.dispatcher("b", "a")
        dispatcher.handle("b") { _ in .handled(1) }
        dispatcher.handle("b") { _ in .handled(2) }
        dispatcher.handle("a") { _ in .handled }
        dispatcher.handle(prefix: "z") { _ in .handled }
        dispatcher.removeHandler("nothing")
        dispatcher.removeHandler(prefix: "nothing")
        #expect(await dispatcher.dispatch("/b").result as? Int == 2)
        #expect(dispatcher.handledTargets == ["a", "b"])
        #expect(dispatcher.handledPrefixes == ["z"])
    }

    @Test("If a handler declines or is missing, the next rank is tried")
    func declining() async throws {
        var fixture = DispatchFixture()
        try fixture.add("/x", "third")
        try fixture.add("/x", "second", priority: 1)
        try fixture.add("/x", "first", priority: 2)
        let dispatcher = fixture.dispatcher()
        let log = CallLog()
        dispatcher.handle("first") { _ in
            log.note("first")
            return .declined
        }
        dispatcher.handle("third") { _ in
            log.note("third")
            return .handled
        }
        let report = await dispatcher.dispatch("/x")
        #expect(report.tries == ["first declined", "second noHandler", "third handled"])
        #expect(log.calls == ["first", "third"])
        #expect(report.attempts.map(\.route?.rawValue) == [3, 2, 1])
        #expect(report.resolution.target == "third")
    }

    @Test("If all handlers decline, the outcome is declined, not unmatched")
    func declinedByAll() async throws {
        let dispatcher = try DispatchFixture.dispatcher("a")
        dispatcher.handle("a") { _ in .declined }
        let report = await dispatcher.dispatch("/a")
        #expect(report.outcome.name == "declined")
        #expect(report.resolution.target == "a")
        #expect(await dispatcher.dispatch("/b").outcome.name == "unmatched")
    }

    @Test("A namespace whose refusal is final tries one match")
    func finalRefusal() async throws {
        var fixture = DispatchFixture()
        fixture.add(namespace: "app", overrides: [.refusal: "final"])
        try fixture.add("/x", "second", in: 2)
        try fixture.add("/x", "first", in: 2, priority: 1)
        let dispatcher = fixture.dispatcher()
        dispatcher.handle("second") { _ in .handled }
        let request = DispatchRequest(ResolutionRequest("/x", namespace: "app"))
        let report = await dispatcher.dispatch(request)
        #expect(report.outcome.name == "declined")
        #expect(report.tries == ["first noHandler"])
        #expect(!dispatcher.canDispatch(request))
    }

    @Test("An error is final and is kept")
    func throwing() async throws {
        var fixture = DispatchFixture()
        try fixture.add("/x", "second")
        try fixture.add("/x", "first", priority: 1)
        let dispatcher = fixture.dispatcher()
        dispatcher.handle("first") { _ in throw DispatchFixture.Failure() }
        dispatcher.handle("second") { _ in .handled }
        let report = await dispatcher.dispatch("/x")
        #expect(report.failure?.code == .handlerFailed)
        #expect(report.failure?.underlying is DispatchFixture.Failure)
        #expect(report.tries == ["first failed"])
    }

    @Test("Attachments of any type are passed unchanged, separate from the context")
    func attachments() async throws {
        final class Session: Sendable {}
        let session = Session()
        let dispatcher = try DispatchFixture.dispatcher("a")
        dispatcher.handle("a") { invocation in
            #expect(invocation.attachment("session", as: Session.self) === session)
            #expect(invocation.attachment("session", as: Int.self) == nil)
            #expect(invocation["session"] == nil)
            #expect(invocation["user"] == 5)
            return .handled
        }
        let report = await dispatcher.dispatch(
            DispatchRequest(
                ResolutionRequest("/a", context: ["user": 5]), attachments: ["session": session]))
        #expect(report.outcome.name == "handled")
    }

    @Test("Whether a request can be dispatched is answered without calling anything")
    func canDispatch() async throws {
        var fixture = DispatchFixture()
        try fixture.add("/a", "a", requires: [RouteRequirement("id", .int)])
        try fixture.add("/{rest}", "rest")
        let dispatcher = fixture.dispatcher()
        let log = CallLog()
        dispatcher.protect { _ in
            log.note("guard")
            return .allow
        }
        #expect(!dispatcher.canDispatch(DispatchRequest("/b")))
        dispatcher.handle(prefix: "") { _ in
            log.note("handler")
            return .handled
        }
        #expect(dispatcher.canDispatch(DispatchRequest("/b")))
        #expect(dispatcher.canDispatch(DispatchRequest("/a?id=5")))
        #expect(!dispatcher.canDispatch(DispatchRequest("/a?id=x")))
        #expect(!dispatcher.canDispatch(DispatchRequest("/b/c")))
        #expect(!dispatcher.canDispatch(DispatchRequest("http://[")))
        #expect(log.calls == [])
    }
}
