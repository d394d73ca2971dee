import RouteDB
import RouteDBTestSupport
import Synchronization
import Testing

@Suite("Completions")
struct CompletionTests {
    private static func word(_ outcome: Dispatcher.Completion.Outcome?) -> String {
        switch outcome {
        case .finished(let info): "finished \(info.map { "\($0)" } ?? "-")"
        case .failed(let error):
            "failed \((error as? Dispatcher.Failure)?.code.rawValue ?? "\(error)")"
        case .abandoned: "abandoned"
        case .waitCancelled: "waitCancelled"
        case nil: "nothing"
        }
    }

    @Test("Work may end after the handler has returned its result")
    func later() async throws {
        let dispatcher = try DispatchFixture.dispatcher("a")
        let kept = Mutex<Dispatcher.Completion?>(nil)
        dispatcher.handle("a") { invocation in
            kept.withLock { $0 = invocation.completion }
            return .handled("at once")
        }
        let report = await dispatcher.dispatch("/a")
        #expect(report.result as? String == "at once")
        let pending = try #require(report.completion)
        #expect(pending.current == nil)
        async let first = pending.value
        async let second = pending.value
        #expect(kept.withLock { $0 }?.finish("later") == true)
        #expect(Self.word(await first) == "finished later")
        #expect(Self.word(await second) == "finished later")
        #expect(Self.word(await pending.value) == "finished later")
    }

    @Test("Of several completions the first wins, and the others are counted")
    func twice() async throws {
        let dispatcher = try DispatchFixture.dispatcher("a")
        dispatcher.handle("a") { invocation in
            #expect(invocation.completion.finish())
            #expect(!invocation.completion.finish("again"))
            #expect(!invocation.completion.fail(DispatchFixture.Failure()))
            return .handled
        }
        let report = await dispatcher.dispatch("/a")
        #expect(Self.word(await report.completion?.value) == "finished -")
        #expect(dispatcher.lateCompletions == 2)
    }

    @Test("Of many threads that complete the work at once, one wins")
    func race() async throws {
        let dispatcher = try DispatchFixture.dispatcher("a")
        dispatcher.handle("a") { invocation in
            await withTaskGroup(of: Bool.self) { group in
                for number in 0..<20 { group.addTask { invocation.completion.finish(number) } }
                return .handled(await group.reduce(0) { $0 + ($1 ? 1 : 0) })
            }
        }
        let report = await dispatcher.dispatch("/a")
        #expect(report.result as? Int == 1)
        #expect(dispatcher.lateCompletions == 19)
    }

    @Test("Work whose completion was released counts as abandoned")
    func abandoned() async throws {
        let dispatcher = try DispatchFixture.dispatcher("a")
        let kept = Mutex<Dispatcher.Completion?>(nil)
        dispatcher.handle("a") { invocation in
            kept.withLock { $0 = invocation.completion }
            return .handled
        }
        let pending = try #require(await dispatcher.dispatch("/a").completion)
        async let outcome = pending.value
        kept.withLock { $0 = nil }
        #expect(Self.word(await outcome) == "abandoned")
        dispatcher.handle("a") { _ in .handled }
        let second = await dispatcher.dispatch("/a")
        #expect(Self.word(await second.completion?.value) == "abandoned")
    }

    @Test("Waiting in a cancelled task returns, and the work may still end")
    func waitCancelled() async throws {
        let dispatcher = try DispatchFixture.dispatcher("a")
        let kept = Mutex<Dispatcher.Completion?>(nil)
        dispatcher.handle("a") { invocation in
            kept.withLock { $0 = invocation.completion }
            return .handled
        }
        let pending = try #require(await dispatcher.dispatch("/a").completion)
        let task = Task { await pending.value }
        task.cancel()
        #expect(Self.word(await task.value) == "waitCancelled")
        kept.withLock { _ = $0?.finish() }
        #expect(Self.word(await pending.value) == "finished -")
    }

    @Test("A handler that throws fails even if it kept the completion")
    func thrown() async throws {
        let dispatcher = try DispatchFixture.dispatcher("a")
        let kept = Mutex<Dispatcher.Completion?>(nil)
        dispatcher.handle("a") { invocation in
            kept.withLock { $0 = invocation.completion }
            throw DispatchFixture.Failure()
        }
        let report = await dispatcher.dispatch("/a")
        #expect(Self.word(await report.completion?.value) == "failed handlerFailed")
        #expect(kept.withLock { $0 }?.finish() == false)
    }

    @Test("Declined and denied requests fail; without an attempt there is no completion")
    func withoutHandler() async throws {
        let dispatcher = try DispatchFixture.dispatcher("a", "b")
        dispatcher.handle("b") { _ in .handled }
        dispatcher.protect("b") { _ in .deny(DispatchFixture.Failure()) }
        let declined = await dispatcher.dispatch("/a")
        #expect(Self.word(await declined.completion?.value) == "failed notHandled")
        let denied = await dispatcher.dispatch("/b")
        #expect(Self.word(await denied.completion?.value) == #"failed Failure(text: "broken")"#)
        #expect(await dispatcher.dispatch("/c").completion == nil)
        dispatcher.handleUnmatched { _ in .declined }
        let unmatched = await dispatcher.dispatch("/c")
        #expect(Self.word(await unmatched.completion?.value) == "failed notHandled")
    }

    @Test(
        "The handler of an unclaimed request has the completion, and may end it or not")
    func fallback() async throws {
        var fixture = DispatchFixture()
        fixture.add(namespace: "app", fallbackTarget: "home")
        let dispatcher = fixture.dispatcher()
        let kept = Mutex<Dispatcher.Completion?>(nil)
        let code: Dispatcher.Handler = { invocation in
            switch invocation.values["end"] {
            case "finish": invocation.completion.finish("lost")
            case "fail": invocation.completion.fail(DispatchFixture.Failure())
            case "keep": kept.withLock { $0 = invocation.completion }
            case "decline": return .declined
            default: break
            }
            return .handled
        }
        dispatcher.handle("home", code)
        dispatcher.handleUnmatched(code)
        for namespace in ["app", RouteNamespace.defaultName] {
            func end(_ word: String) async -> Dispatcher.Completion.Pending? {
                let url = ResolutionRequest("/b?end=\(word)", namespace: namespace)
                let report = await dispatcher.dispatch(DispatchRequest(url))
                #expect(report.outcome.name == "unmatched")
                return report.completion
            }
            #expect(Self.word(await end("finish")?.value) == "finished lost")
            #expect(Self.word(await end("fail")?.value) == #"failed Failure(text: "broken")"#)
            #expect(Self.word(await end("leave")?.value) == "abandoned")
            #expect(Self.word(await end("decline")?.value) == "failed notHandled")
            let later = try #require(await end("keep"))
            #expect(later.current == nil)
            kept.withLock { _ = $0?.finish("later") }
            #expect(Self.word(await later.value) == "finished later")
        }
    }
}
