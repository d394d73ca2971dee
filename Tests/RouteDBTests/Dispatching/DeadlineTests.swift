import RouteDB
import RouteDBTestSupport
import Synchronization
import Testing

@Suite("Time-outs and cancellation")
struct DeadlineTests {
    /// A door that code waits at until it is opened, whatever else happens.
    private final class Door: Sendable {
        private struct State {
            var isOpen = false
            var waiting: [CheckedContinuation<Void, Never>] = []
        }

        private let state = Mutex(State())

        func pass() async {
            await withCheckedContinuation { continuation in
                let isOpen = state.withLock { state in
                    if !state.isOpen { state.waiting.append(continuation) }
                    return state.isOpen
                }
                if isOpen { continuation.resume() }
            }
        }

        func open() {
            let waiting = state.withLock { state in
                state.isOpen = true
                defer { state.waiting = [] }
                return state.waiting
            }
            for continuation in waiting { continuation.resume() }
        }
    }

    private let clock = TestClock()

    private func options(_ timeout: Duration? = .seconds(5)) -> Dispatcher.Options {
        Dispatcher.Options(timeout: timeout, clock: clock)
    }

    @Test("A handler that never returns times out; its late answer is counted")
    func neverReturns() async throws {
        let dispatcher = try DispatchFixture.dispatcher("a", options: options())
        let (door, log) = (Door(), CallLog())
        dispatcher.handle("a") { invocation in
            log.note("begun")
            await door.pass()
            log.note(Task.isCancelled ? "cancelled" : "not cancelled")
            #expect(!invocation.completion.finish("late"))
            return .handled("late")
        }
        dispatcher.handleUnmatched { _ in
            log.note("unmatched")
            return .handled
        }
        async let dispatched = dispatcher.dispatch("/a")
        await log.wait(for: "begun")
        await clock.waitForSleepers()
        clock.advance(by: .seconds(4))
        #expect(clock.sleepers == 1)
        clock.advance(by: .seconds(1))
        let report = await dispatched
        #expect(report.outcome.name == "timedOut")
        #expect(report.result == nil)
        #expect(report.tries == ["a timedOut"])
        #expect(dispatcher.lateAnswers == 0)
        guard case .failed(let error)? = await report.completion?.value else {
            Issue.record("the completion has not failed")
            return
        }
        #expect((error as? Dispatcher.Failure)?.code == .notHandled)
        door.open()
        while dispatcher.lateAnswers == 0 { await Task.yield() }
        #expect(log.calls == ["begun", "cancelled"])
        #expect(dispatcher.lateAnswers == 1)
        #expect(dispatcher.lateCompletions == 1)
    }

    @Test("A late decline calls nothing else")
    func lateDecline() async throws {
        var fixture = DispatchFixture()
        fixture.options = options()
        try fixture.add("/a", "second")
        try fixture.add("/a", "first", priority: 1)
        let dispatcher = fixture.dispatcher()
        let (door, log) = (Door(), CallLog())
        dispatcher.handle("first") { _ in
            log.note("first")
            await door.pass()
            return .declined
        }
        dispatcher.handle("second") { _ in
            log.note("second")
            return .handled
        }
        async let dispatched = dispatcher.dispatch("/a")
        await log.wait(for: "first")
        await clock.waitForSleepers()
        clock.advance(by: .seconds(5))
        #expect(await dispatched.tries == ["first timedOut"])
        door.open()
        while dispatcher.lateAnswers == 0 { await Task.yield() }
        #expect(log.calls == ["first"])
    }

    @Test("A guard that never returns times out too, and its handler is not called")
    func guardNeverReturns() async throws {
        let dispatcher = try DispatchFixture.dispatcher("a", options: options())
        let (door, log) = (Door(), CallLog())
        dispatcher.protect { _ in
            log.note("guard")
            await door.pass()
            return .allow
        }
        dispatcher.handle("a") { _ in
            log.note("handler")
            return .handled
        }
        async let dispatched = dispatcher.dispatch("/a")
        await log.wait(for: "guard")
        await clock.waitForSleepers()
        clock.advance(by: .seconds(5))
        #expect(await dispatched.outcome.name == "timedOut")
        door.open()
        while dispatcher.lateAnswers == 0 { await Task.yield() }
        #expect(log.calls == ["guard"])
    }

    @Test("An answer in time counts, and no timer remains")
    func inTime() async throws {
        let dispatcher = try DispatchFixture.dispatcher("a", options: options())
        dispatcher.handle("a") { _ in .handled("done") }
        let report = await dispatcher.dispatch("/a")
        #expect(report.result as? String == "done")
        while clock.sleepers > 0 { await Task.yield() }
        clock.advance(by: .seconds(5))
        #expect(dispatcher.lateAnswers == 0)
    }

    @Test("A request can have its own timeout, or none")
    func ownTime() async throws {
        let dispatcher = try DispatchFixture.dispatcher("a", options: options())
        let door = Door()
        dispatcher.handle("a") { _ in
            await door.pass()
            return .handled
        }
        var request = DispatchRequest("/a")
        request.timeout = .after(.seconds(1))
        let short = request
        async let dispatched = dispatcher.dispatch(short)
        await clock.waitForSleepers()
        clock.advance(by: .seconds(1))
        #expect(await dispatched.outcome.name == "timedOut")
        door.open()
        request.timeout = .never
        #expect(await dispatcher.dispatch(request).outcome.name == "handled")
        #expect(clock.sleepers == 0)
    }

    @Test("Cancellation reaches the handler, with and without a timeout", arguments: [nil, 5])
    func cancellation(seconds: Int?) async throws {
        let dispatcher = try DispatchFixture.dispatcher(
            "a", options: options(seconds.map { .seconds($0) }))
        let log = CallLog()
        let sleep = TestClock()
        dispatcher.handle("a") { _ in
            log.note("begun")
            try await sleep.sleep(for: .seconds(1))
            return .handled
        }
        dispatcher.handleUnmatched { _ in
            log.note("unmatched")
            return .handled
        }
        let task = Task { await dispatcher.dispatch("/a") }
        await log.wait(for: "begun")
        task.cancel()
        let report = await task.value
        #expect(report.outcome.name == "cancelled")
        #expect(report.tries == ["a cancelled"])
        #expect(log.calls == ["begun"])
    }

    @Test("Work that finishes in spite of a cancellation counts")
    func finishedAnyway() async throws {
        let dispatcher = try DispatchFixture.dispatcher("a", options: options())
        let (door, log) = (Door(), CallLog())
        dispatcher.handle("a") { _ in
            log.note("begun")
            await door.pass()
            return .handled("done")
        }
        let task = Task { await dispatcher.dispatch("/a") }
        await log.wait(for: "begun")
        task.cancel()
        door.open()
        #expect(await task.value.result as? String == "done")
    }

    @Test("A dispatch in a cancelled task calls nothing")
    func cancelledBefore() async throws {
        let dispatcher = try DispatchFixture.dispatcher("a")
        let log = CallLog()
        dispatcher.handle(prefix: "") { _ in
            log.note("handler")
            return .handled
        }
        dispatcher.handleUnmatched { _ in
            log.note("unmatched")
            return .handled
        }
        let door = Door()
        let task = Task {
            await door.pass()
            return [await dispatcher.dispatch("/a"), await dispatcher.dispatch("/b")]
        }
        task.cancel()
        door.open()
        #expect(await task.value.map(\.outcome.name) == ["cancelled", "cancelled"])
        #expect(log.calls == [])
    }
}
