import RouteDB
import RouteDBTesting
import Testing

@Suite("Registries, resolutions and invocations for tests")
struct TestRegistryTests {
    @Test("a registry of patterns and targets lives by the test's clock")
    func registry() async throws {
        let clock = try TestClock(at: "2026-03-01")
        let registry = try RouteRegistry(
            testing: ["/a": "first", "/b/{id:int}": "second"], clock: clock)
        #expect(registry.resolve("/b/7").target == "second")
        try clock.move(to: "2026-03-02")
        try await registry.edit { try $0.add(RouteDraft(pattern: "/c", target: "third")) }
        let newest = try await registry.revisions(limit: 1).first
        #expect(newest?.author == "tester")
        #expect(newest?.time == clock.time)
        #expect(registry.resolve("/c").target == "third")
        #expect(throws: RouteDBError.self) { try RouteRegistry(testing: ["/{": "a"]) }
    }

    @Test("a route is there in its period only, by the test's clock")
    func timeOfDay() async throws {
        let clock = try TestClock(at: "2026-12-24T11:59:59Z")
        let registry = try RouteRegistry(testing: [:], clock: clock)
        try await registry.edit { editor in
            var draft = RouteDraft(pattern: "/sale", target: "sale")
            draft.starts = Timestamp("2026-12-24T12:00:00Z")
            try editor.add(draft)
        }
        #expect(registry.resolve("/sale").outcome == .unmatched)
        clock.advance(by: .seconds(1))
        #expect(registry.resolve("/sale").outcome == .matched)
    }

    @Test("a resolution has the values of a URL and of the context")
    func resolution() throws {
        let resolution = try Resolution(
            of: "myapp://user/42?ref=mail", matching: "myapp://user/{id:int}", target: "user",
            context: ["from": "push"])
        #expect(resolution.values == ["ref": "mail", "id": 42, "from": "push"])
        #expect(resolution.target == "user")
    }

    @Test("a URL that does not match its pattern is an error")
    func mismatch() {
        let error = #expect(throws: RouteDBError.self) {
            try Resolution(of: "myapp://user/ada", matching: "myapp://user/{id:int}")
        }
        #expect(error?.code == .invalidURL)
        #expect(error?.message.contains("'myapp://user/{id:int}'") == true)
    }

    @Test("an invocation is the one that a dispatcher makes")
    func invocation() async throws {
        let registry = try RouteRegistry(testing: ["/user/{id:int}": "user"])
        let made = DispatchInvocation(registry.resolve("/user/42"), attachments: ["window": 3])
        let dispatcher = Dispatcher(registry)
        dispatcher.handle("user") { invocation in
            #expect(made.target == invocation.target)
            #expect(made.values == invocation.values)
            #expect(made.request.request == invocation.request.request)
            #expect(made.attachment("window") == invocation.attachment("window", as: Int.self))
            #expect(made.resumption == nil && invocation.resumption == nil)
            return .handled
        }
        let request = DispatchRequest(ResolutionRequest("/user/42"), attachments: ["window": 3])
        #expect(await dispatcher.dispatch(request).attempts.map(\.outcome) == [.handled])
    }

    @Test("an invocation's completion tells how the handler's work ended")
    func completion() async throws {
        let invocation = DispatchInvocation(try Resolution(of: "/a", matching: "/a"))
        #expect(invocation.completion.pending.current == nil)
        #expect(invocation.completion.finish("done"))
        #expect(!invocation.completion.finish())
        guard case .finished(let info) = await invocation.completion.pending.value else {
            Issue.record("the completion is not finished")
            return
        }
        #expect(info as? String == "done")
    }

    @Test("an error has a code of the test's own")
    func error() {
        let error = RouteDBError(RouteDBError.Code("offline"), "No network.", hint: "Try again.")
        #expect(error.code.description == "offline" && error.code != .busy)
        #expect(error.code == RouteDBError.Code("offline"))
        #expect("\(error)" == "No network. Try again.")
    }
}
