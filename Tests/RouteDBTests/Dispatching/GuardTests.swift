import RouteDB
import RouteDBTestSupport
import Synchronization
import Testing

@Suite("Guards")
struct GuardTests {
    /// A guard that notes that it was asked.
    private static func noting(
        _ word: String, _ log: CallLog, _ verdict: GuardVerdict = .allow
    ) -> Guard {
        { _ in
            log.note(word)
            return verdict
        }
    }

    @Test("Guards are asked from the general to the narrow, before the handler")
    func order() async throws {
        var fixture = DispatchFixture()
        try fixture.add("/a", "user.profile")
        let dispatcher = fixture.dispatcher()
        let log = CallLog()
        dispatcher.protect("user.profile", Self.noting("target", log))
        dispatcher.protect(prefix: "user", Self.noting("prefix", log))
        dispatcher.protect(prefix: "", Self.noting("every target", log))
        dispatcher.protect(namespace: "default", Self.noting("namespace", log))
        dispatcher.protect(Self.noting("all", log))
        dispatcher.protect("other", Self.noting("other", log))
        dispatcher.handle("user.profile") { _ in
            log.note("handler")
            return .handled
        }
        #expect(await dispatcher.dispatch("/a").outcome.name == "handled")
        #expect(
            log.calls == ["all", "namespace", "every target", "prefix", "target", "handler"])
        dispatcher.unprotect()
        dispatcher.unprotect(namespace: "default")
        dispatcher.unprotect(prefix: "")
        dispatcher.unprotect(prefix: "user")
        dispatcher.unprotect("user.profile")
        _ = await dispatcher.dispatch("/a")
        #expect(log.calls.count == 7)
    }

    @Test("The first that denies ends it: nobody else is asked, and no other match is tried")
    func denial() async throws {
        var fixture = DispatchFixture()
        try fixture.add("/a", "second")
        try fixture.add("/a", "first", priority: 1)
        let dispatcher = fixture.dispatcher()
        let log = CallLog()
        dispatcher.protect(
            namespace: "default",
            Self.noting("namespace", log, .deny(DispatchFixture.Failure(text: "no"))))
        dispatcher.protect("first", Self.noting("target", log))
        dispatcher.handle(prefix: "") { _ in
            log.note("handler")
            return .handled
        }
        dispatcher.handleUnmatched { _ in
            log.note("unmatched")
            return .handled
        }
        let report = await dispatcher.dispatch("/a")
        #expect(report.denial as? DispatchFixture.Failure == .init(text: "no"))
        #expect(report.tries == ["first denied"])
        #expect(log.calls == ["namespace"])
    }

    @Test("A guard that throws denies with its error")
    func throwing() async throws {
        let dispatcher = try DispatchFixture.dispatcher("a")
        dispatcher.protect { _ in throw DispatchFixture.Failure() }
        dispatcher.handle("a") { _ in .handled }
        let report = await dispatcher.dispatch("/a")
        #expect(report.denial is DispatchFixture.Failure)
        #expect(report.tries == ["a denied"])
    }

    @Test("Warnings are in the report, and the request passes")
    func warnings() async throws {
        let dispatcher = try DispatchFixture.dispatcher("a")
        dispatcher.protect { _ in .warn("old link") }
        dispatcher.protect("a") { _ in .warn("slow page") }
        dispatcher.handle("a") { _ in .handled }
        let report = await dispatcher.dispatch("/a")
        #expect(report.outcome.name == "handled")
        #expect(report.warnings == ["old link", "slow page"])
    }

    @Test("A request's guard stands in the place of all that are registered")
    func replacing() async throws {
        let dispatcher = try DispatchFixture.dispatcher("a")
        let log = CallLog()
        dispatcher.protect(Self.noting("all", log, .deny(DispatchFixture.Failure())))
        dispatcher.protect("a", Self.noting("target", log, .deny(DispatchFixture.Failure())))
        dispatcher.handle("a") { _ in .handled }
        var request = DispatchRequest("/a")
        request.replacingGuard = Self.noting("request", log)
        #expect(await dispatcher.dispatch(request).outcome.name == "handled")
        request.replacingGuard = Self.noting("strict", log, .deny(DispatchFixture.Failure()))
        #expect(await dispatcher.dispatch(request).outcome.name == "denied")
        #expect(log.calls == ["request", "strict"])
    }

    @Test("What has no handler is passed over without asking its guards")
    func withoutHandler() async throws {
        let dispatcher = try DispatchFixture.dispatcher("a")
        let log = CallLog()
        dispatcher.protect(Self.noting("all", log))
        #expect(await dispatcher.dispatch("/a").tries == ["a noHandler"])
        #expect(log.calls == [])
    }
}

@Suite("Challenges")
struct ChallengeTests {
    /// Whether somebody is logged in.
    private final class Session: Sendable {
        private let user = Mutex<String?>(nil)
        var isOpen: Bool { user.withLock { $0 != nil } }
        func logIn() { user.withLock { $0 = "ann" } }
    }

    private static func dispatcher(_ session: Session) throws -> Dispatcher {
        var fixture = DispatchFixture()
        try fixture.add("myapp://order/{number:int}", "order.page")
        let dispatcher = fixture.dispatcher()
        dispatcher.protect(prefix: "order") { _ in session.isOpen ? .allow : .challenge("login") }
        dispatcher.handle("order.page") { invocation in
            #expect(invocation.resumption == nil)
            return .handled("\(invocation.request.request.url) \(invocation.values)")
        }
        return dispatcher
    }

    private static let request = DispatchRequest(
        ResolutionRequest("myapp://order/5?price=9.5", context: ["from": "mail"]))

    private static let page =
        #"myapp://order/5?price=9.5 {"price":"9.5","number":5,"from":"mail"}"#

    @Test("A login comes first, and then the page with the original URL and values")
    func login() async throws {
        let session = Session()
        let log = CallLog()
        let dispatcher = try Self.dispatcher(session)
        dispatcher.handle("login") { invocation in
            log.note("login")
            #expect(invocation.target == "login")
            #expect(invocation.resumption?.values["number"] == 5)
            #expect(invocation.resumption?.request.request.url == Self.request.request.url)
            session.logIn()
            return .handled("logged in")
        }
        let report = await dispatcher.dispatch(Self.request)
        #expect(report.outcome.name == "handled")
        #expect(report.result as? String == Self.page)
        #expect(report.tries == ["order.page challenged", "login handled", "order.page handled"])
        #expect(report.resumption == nil)
        // Who is logged in is not sent there again.
        #expect(await dispatcher.dispatch(Self.request).tries == ["order.page handled"])
        #expect(log.calls == ["login"])
    }

    @Test(
        "If the login does not take it, the request is held up and can go on later",
        arguments: ["declines", "throws", "missing"])
    func heldUp(how: String) async throws {
        let session = Session()
        let dispatcher = try Self.dispatcher(session)
        if how == "declines" { dispatcher.handle("login") { _ in .declined } }
        if how == "throws" { dispatcher.handle("login") { _ in throw DispatchFixture.Failure() } }
        let report = await dispatcher.dispatch(Self.request)
        guard case .challenged("login") = report.outcome else {
            Issue.record("the outcome is \(report.outcome)")
            return
        }
        let resumption = try #require(report.resumption)
        session.logIn()
        let second = await dispatcher.resume(resumption)
        #expect(second.result as? String == Self.page)
        #expect(second.tries == ["order.page handled"])
    }

    @Test("A request that is challenged again is denied")
    func loop() async throws {
        let log = CallLog()
        let dispatcher = try Self.dispatcher(Session())
        dispatcher.handle("login") { _ in
            log.note("login")
            return .handled
        }
        let report = await dispatcher.dispatch(Self.request)
        #expect((report.denial as? DispatchError)?.code == .challengeLoop)
        #expect(
            report.tries == ["order.page challenged", "login handled", "order.page denied"])
        #expect(log.calls == ["login"])
    }

    @Test("What the login says of its own work is no word on the request")
    func ownCompletion() async throws {
        let session = Session()
        let dispatcher = try Self.dispatcher(session)
        dispatcher.handle("login") { invocation in
            session.logIn()
            #expect(invocation.completion.finish("login"))
            return .handled
        }
        dispatcher.handle("order.page") { invocation in
            #expect(invocation.completion.finish("page"))
            return .handled
        }
        let report = await dispatcher.dispatch(Self.request)
        guard case .finished(let info)? = await report.completion?.value else {
            Issue.record("the completion is not finished")
            return
        }
        #expect(info as? String == "page")
        #expect(dispatcher.lateCompletions == 0)
    }
}
