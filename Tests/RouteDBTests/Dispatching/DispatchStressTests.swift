import RouteDB
import RouteDBStorage
import RouteDBTestSupport
import Synchronization
import Testing

// Run it under the thread sanitizer: swift test --sanitize=thread --filter Stress
@Suite("Stress")
struct DispatchStressTests {
    private static let rounds = 60

    @Test("Concurrent resolving, editing, dispatching and binding loses and repeats nothing")
    func everythingAtOnce() async throws {
        try await RouteRegistry.withTemporary { registry, _ in
            try await registry.add("/page/{id:int}", target: "page")
            let clock = TestClock()
            let dispatcher = Dispatcher(
                registry, options: Dispatcher.Options(timeout: .seconds(1), clock: clock))
            let calls = Atomic<Int>(0)
            let handler: Dispatcher.Handler = { invocation in
                calls.add(1, ordering: .relaxed)
                invocation.completion.finish()
                return .handled(try invocation.value("id", as: Int.self))
            }
            dispatcher.handle("page", handler)
            try await withThrowingTaskGroup(of: Int.self) { group in
                for worker in 0..<4 {
                    group.addTask { try await Self.dispatch(dispatcher, worker) }
                }
                group.addTask { try await Self.edit(registry) }
                group.addTask {
                    for _ in 0..<Self.rounds {
                        dispatcher.handle("page", handler)
                        dispatcher.protect("page") { _ in .warn(DispatchFixture.Failure()) }
                        dispatcher.provide("other") { _, _ in nil }
                        dispatcher.removeGuard("page")
                        dispatcher.removeProvider("other")
                        await Task.yield()
                    }
                    return 0
                }
                group.addTask {
                    for _ in 0..<Self.rounds {
                        #expect(registry.resolve("/page/7").target == "page")
                        #expect(dispatcher.canDispatch(DispatchRequest("/page/7")))
                        await Task.yield()
                    }
                    return 0
                }
                let handled = try await group.reduce(0, +)
                #expect(handled == 4 * Self.rounds)
                #expect(calls.load(ordering: .relaxed) == handled)
            }
            #expect(dispatcher.lateAnswers == 0)
            #expect(dispatcher.lateCompletions == 0)
        }
    }

    /// Dispatches, with and without a timeout; each dispatch has its own answer.
    private static func dispatch(_ dispatcher: Dispatcher, _ worker: Int) async throws -> Int {
        var handled = 0
        for round in 0..<rounds {
            let id = worker * rounds + round
            var request = DispatchRequest("/page/\(id)")
            request.timeout = round.isMultiple(of: 2) ? .standard : .never
            let report = await dispatcher.dispatch(request)
            #expect(report.result as? Int == id)
            #expect(report.tries == ["page handled"])
            if case .finished? = report.completion?.current { handled += 1 }
        }
        return handled
    }

    /// Adds routes beside the one that is dispatched to, and replaces them.
    private static func edit(_ registry: RouteRegistry) async throws -> Int {
        for round in 0..<rounds {
            try await registry.edit { editor in
                _ = try editor.add(
                    RouteDraft(pattern: "/other/\(round % 5)", target: "\(round)"),
                    onDuplicate: .replace)
            }
        }
        return 0
    }

    @Test("Of a timeout and an answer that race, one wins and the other is counted")
    func racingTimeouts() async throws {
        let clock = TestClock()
        let dispatcher = try DispatchFixture.dispatcher(
            "a", options: Dispatcher.Options(timeout: .seconds(1), clock: clock))
        dispatcher.handle("a") { _ in
            clock.advance(by: .seconds(1))
            return .handled
        }
        var (inTime, late) = (0, 0)
        for _ in 0..<200 {
            switch await dispatcher.dispatch("/a").outcome {
            case .handled: inTime += 1
            case .timedOut: late += 1
            case let other: Issue.record("the outcome is \(other.name)")
            }
        }
        #expect(inTime + late == 200)
        while dispatcher.lateAnswers < late { await Task.yield() }
        #expect(dispatcher.lateAnswers == late)
    }
}
