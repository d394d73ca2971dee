import RouteDB
import RouteDBTestSupport
import Testing

@Suite("Guards")
struct GuardTests {
    /// A guard that notes that it was asked.
    private static func noting(
        _ word: String, _ log: CallLog, _ verdict: GuardVerdict = .allow
    ) -> Dispatcher.Guard {
        { _ in
            log.note(word)
            return verdict
        }
    }

    @Test("Guards are called from the general to the specific, before the handler")
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
        dispatcher.removeGuard()
        dispatcher.removeGuard(namespace: "default")
        dispatcher.removeGuard(prefix: "")
        dispatcher.removeGuard(prefix: "user")
        dispatcher.removeGuard("user.profile")
        _ = await dispatcher.dispatch("/a")
        #expect(log.calls.count == 7)
    }

    @Test("The first denial is final: no other guard and no other match is tried")
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

    @Test("Errors of guards that pass are in the report beside the success")
    func warnings() async throws {
        let dispatcher = try DispatchFixture.dispatcher("a")
        dispatcher.protect { _ in .warn(DispatchFixture.Failure(text: "old link")) }
        dispatcher.protect("a") { _ in .warn(DispatchFixture.Failure(text: "slow page")) }
        dispatcher.handle("a") { _ in .handled }
        let report = await dispatcher.dispatch("/a")
        #expect(report.outcome.name == "handled")
        let failures = report.warnings.compactMap { $0 as? DispatchFixture.Failure }
        #expect(failures.map(\.text) == ["old link", "slow page"])
    }

    @Test("A guard may deny without an error")
    func withoutError() async throws {
        let dispatcher = try DispatchFixture.dispatcher("a")
        dispatcher.protect { _ in .deny(nil) }
        dispatcher.handle("a") { _ in .handled }
        let report = await dispatcher.dispatch("/a")
        #expect(report.outcome.name == "denied")
        #expect(report.denial == nil)
        guard case .failed(let error)? = await report.completion?.value else {
            Issue.record("the completion has not failed")
            return
        }
        #expect((error as? Dispatcher.Failure)?.code == .notHandled)
    }

    @Test("A request's guard replaces all registered ones")
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

    @Test("A match without a handler is skipped without calling its guards")
    func withoutHandler() async throws {
        let dispatcher = try DispatchFixture.dispatcher("a")
        let log = CallLog()
        dispatcher.protect(Self.noting("all", log))
        #expect(await dispatcher.dispatch("/a").tries == ["a noHandler"])
        #expect(log.calls == [])
    }

    /// What a report says, as text.
    private static func text(_ report: Dispatcher.Report) async -> String {
        let completion = await report.completion?.value
        return "\(report.outcome) \(report.tries) \(report.result as? String ?? "-") "
            + "\(report.resolution.target ?? "-") \(report.fallback) "
            + (completion.map { "\($0)" } ?? "no completion")
    }

    @Test(
        "A guard that lets everything pass changes nothing in the report",
        arguments: ["/taken", "/left", "/broken", "/later", "/needy", "/bare", "/nowhere", "//["])
    func allowing(url: String) async throws {
        var fixture = DispatchFixture()
        for target in ["taken", "left", "broken", "later", "bare"] {
            try fixture.add("/\(target)", target)
        }
        try fixture.add("/needy", "needy", requires: [RouteRequirement("tab", .string)])
        try fixture.add("/{rest:path}", "rest")
        let dispatcher = fixture.dispatcher()
        dispatcher.handle("taken") { .handled("\($0.target ?? "") \($0.resolution.outcome)") }
        dispatcher.handle("left") { _ in .declined }
        dispatcher.handle("broken") { _ in throw DispatchFixture.Failure() }
        dispatcher.handle("later") { invocation in
            invocation.completion.finish("done")
            return .handled
        }
        dispatcher.handle("needy") { _ in .handled }
        dispatcher.handle("rest") { .handled("the rest: \($0["rest"] ?? "")") }
        let direct = await Self.text(dispatcher.dispatch(url))
        dispatcher.protect { _ in .allow }
        #expect(await Self.text(dispatcher.dispatch(url)) == direct)
    }
}
