import RouteDB
import RouteDBTestSupport
import Testing

@Suite("Providers")
struct ProviderTests {
    private static func dispatcher() throws -> Dispatcher {
        var fixture = DispatchFixture()
        try fixture.add("myapp://project/{project:int}/item/{item}", "item.page")
        try fixture.add("myapp://settings", "settings")
        let dispatcher = fixture.dispatcher()
        dispatcher.provide("item") { _, value in "item \(value)" }
        dispatcher.provide("project") { _, value in "project \(value)" }
        dispatcher.handle(prefix: "") { _ in .handled("own") }
        return dispatcher
    }

    private static let url = "myapp://project/5/item/x"

    @Test("A match whose parameters all have providers yields a stack, bottom first")
    func stack() async throws {
        let dispatcher = try Self.dispatcher()
        dispatcher.handleStacks { stack, invocation in
            #expect(invocation.target == "item.page")
            return .handled(stack.map { $0 as? String })
        }
        let report = await dispatcher.dispatch(Self.url)
        #expect(report.result as? [String?] == ["project 5", #"item "x""#])
        #expect(report.tries == ["item.page handled"])
    }

    @Test("Without a stack handler, provider or parameter, the route's own handler is called")
    func ownHandler() async throws {
        let dispatcher = try Self.dispatcher()
        #expect(await dispatcher.dispatch(Self.url).result as? String == "own")
        dispatcher.handleStacks { _, _ in .handled("stack") }
        #expect(await dispatcher.dispatch(Self.url).result as? String == "stack")
        #expect(await dispatcher.dispatch("myapp://settings").result as? String == "own")
        dispatcher.removeProvider("item")
        #expect(dispatcher.providedParameters == ["project"])
        #expect(await dispatcher.dispatch(Self.url).result as? String == "own")
        dispatcher.provide("item") { _, _ in 1 }
        #expect(dispatcher.providedParameters == ["item", "project"])
        #expect(await dispatcher.dispatch(Self.url).result as? String == "stack")
        dispatcher.removeStackHandler()
        #expect(await dispatcher.dispatch(Self.url).result as? String == "own")
    }

    @Test("A provider without a result leaves the match to its own handler")
    func nothing() async throws {
        let dispatcher = try Self.dispatcher()
        let log = CallLog()
        dispatcher.handleStacks { _, _ in
            log.note("stack")
            return .handled
        }
        dispatcher.provide("project") { _, _ in
            log.note("project")
            return nil
        }
        dispatcher.provide("item") { _, _ in
            log.note("item")
            return 1
        }
        #expect(await dispatcher.dispatch(Self.url).result as? String == "own")
        #expect(log.calls == ["project"])
        dispatcher.removeHandler(prefix: "")
        #expect(await dispatcher.dispatch(Self.url).tries == ["item.page declined"])
    }

    @Test("After a stack handler declines, the next match is tried, not the route's handler")
    func declining() async throws {
        let dispatcher = try Self.dispatcher()
        dispatcher.handleStacks { _, _ in .declined }
        #expect(await dispatcher.dispatch(Self.url).tries == ["item.page declined"])
    }

    @Test("A provider that throws fails the dispatch")
    func throwing() async throws {
        let dispatcher = try Self.dispatcher()
        dispatcher.handleStacks { _, _ in .handled }
        dispatcher.provide("item") { _, _ in throw DispatchFixture.Failure() }
        let report = await dispatcher.dispatch(Self.url)
        #expect(report.failure?.underlying is DispatchFixture.Failure)
    }

    @Test("A route whose parameters have providers needs no handler of its own")
    func withoutOwn() async throws {
        let dispatcher = try Self.dispatcher()
        dispatcher.removeHandler(prefix: "")
        #expect(!dispatcher.canDispatch(DispatchRequest(Self.url)))
        dispatcher.handleStacks { stack, _ in .handled(stack.count) }
        #expect(dispatcher.canDispatch(DispatchRequest(Self.url)))
        #expect(await dispatcher.dispatch(Self.url).result as? Int == 2)
    }
}
