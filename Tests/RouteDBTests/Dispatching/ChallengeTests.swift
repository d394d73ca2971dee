import RouteDB
import RouteDBTestSupport
import Synchronization
import Testing

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

    @Test("The login comes first, then the page with the original URL and values")
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
        "If the login does not complete, the request is suspended and can resume later",
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
        #expect((report.denial as? Dispatcher.Failure)?.code == .challengeLoop)
        #expect(
            report.tries == ["order.page challenged", "login handled", "order.page denied"])
        #expect(log.calls == ["login"])
    }

    @Test("The login's own result does not end the request")
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
