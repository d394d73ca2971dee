import RouteDB
import RouteDBTestSupport
import Testing

@Suite("What is called without a match")
struct FallbackTests {
    /// A chain of namespaces: `app` falls back to `base`, whose fallback target is `home`.
    private static func fixture() throws -> DispatchFixture {
        var fixture = DispatchFixture()
        fixture.add(namespace: "base", fallbackTarget: "home")
        fixture.add(namespace: "app", fallback: 2)
        try fixture.add("/a", "a", in: 3)
        return fixture
    }

    private static let unknown = DispatchRequest(ResolutionRequest("/x", namespace: "app"))

    @Test("The handler of the fallback target is called, and no unmatched handler")
    func fallbackTarget() async throws {
        let dispatcher = try Self.fixture().dispatcher()
        dispatcher.handle("home") { .handled($0.target ?? "-") }
        dispatcher.handleUnmatched(in: "app") { _ in .handled("app") }
        dispatcher.handleUnmatched { _ in .handled("all") }
        let report = await dispatcher.dispatch(Self.unknown)
        #expect(report.outcome.name == "unmatched")
        #expect(report.fallback == .target("home"))
        #expect(report.result as? String == "home")
        #expect(report.tries == ["home handled"])
    }

    @Test("Without it, only the nearest unmatched handler is called")
    func unmatchedHandlers() async throws {
        let dispatcher = try Self.fixture().dispatcher()
        #expect(await dispatcher.dispatch(Self.unknown).fallback == .none)
        dispatcher.handleUnmatched { _ in .handled("all") }
        #expect(await dispatcher.dispatch(Self.unknown).result as? String == "all")
        dispatcher.handleUnmatched(in: "base") { _ in .handled("base") }
        #expect(await dispatcher.dispatch(Self.unknown).result as? String == "base")
        dispatcher.handleUnmatched(in: "app") { _ in .handled("app") }
        let report = await dispatcher.dispatch(Self.unknown)
        #expect(report.fallback == .unmatchedHandler(namespace: "app"))
        #expect(report.result as? String == "app")
        #expect(report.tries == ["- handled"])
        dispatcher.removeUnmatchedHandler(in: "app")
        dispatcher.removeUnmatchedHandler(in: "base")
        let last = await dispatcher.dispatch(Self.unknown)
        #expect(last.fallback == .unmatchedHandler(namespace: nil))
    }

    @Test("One is also called if all matches were declined, without changing the outcome")
    func declined() async throws {
        let dispatcher = try Self.fixture().dispatcher()
        dispatcher.handle("a") { _ in .declined }
        dispatcher.handle("home") { _ in .handled }
        let report = await dispatcher.dispatch(
            DispatchRequest(ResolutionRequest("/a", namespace: "app")))
        #expect(report.outcome.name == "declined")
        #expect(report.tries == ["a declined", "home handled"])
        #expect(report.fallback == .target("home"))
    }

    @Test("After a decline in a fallback namespace, the original namespace's handler is called")
    func declinedByFallback() async throws {
        var fixture = DispatchFixture()
        fixture.add(namespace: "base")
        fixture.add(namespace: "app", fallback: 2)
        try fixture.add("/a", "a", name: "task", in: 2)
        let dispatcher = fixture.dispatcher()
        dispatcher.handleUnmatched(in: "app") { _ in .handled("app") }
        dispatcher.handleUnmatched(in: "base") { _ in .handled("base") }
        let url = await dispatcher.dispatch(
            DispatchRequest(ResolutionRequest("/a", namespace: "app")))
        #expect(url.result as? String == "app")
        #expect(url.outcome.name == "declined")
        #expect(url.resolution.target == "a")
        #expect(await dispatcher.perform("task", of: "app").result as? String == "app")
        #expect(await dispatcher.perform("task", of: "base").result as? String == "base")
    }

    @Test("Failed converters are reported if nothing matched")
    func conversionFailures() async throws {
        let namespace = RouteNamespace(
            id: NamespaceID(rawValue: 1), name: RouteNamespace.defaultName)
        let snapshot = RegistrySnapshot(
            revision: 1, namespaces: [namespace],
            routes: [
                Route(
                    id: RouteID(rawValue: 1), namespace: namespace.id,
                    pattern: try PatternSyntax.native.parse("/{id:@size}", converters: ["size"]),
                    target: "a")
            ],
            converters: [ParameterConverter(namespace: namespace.id, name: "size", rule: .code)])
        let table = RoutingTable(snapshot)
        let dispatcher = Dispatcher { table }
        dispatcher.handleUnmatched { .handled($0.resolution.conversionFailures.count) }
        let report = await dispatcher.dispatch("/5")
        #expect(report.result as? Int == 1)
        #expect(report.resolution.conversionFailures.map(\.converter) == ["size"])
    }

    @Test("A fallback that declines is not followed by another")
    func decliningFallback() async throws {
        let dispatcher = try Self.fixture().dispatcher()
        dispatcher.handle("home") { _ in .declined }
        dispatcher.handleUnmatched { _ in .handled }
        let report = await dispatcher.dispatch(Self.unknown)
        #expect(report.tries == ["home declined"])
        #expect(report.outcome.name == "unmatched")
    }

    @Test("A fallback that throws fails the dispatch")
    func throwingFallback() async throws {
        let dispatcher = try Self.fixture().dispatcher()
        dispatcher.handleUnmatched { _ in throw DispatchFixture.Failure() }
        let report = await dispatcher.dispatch(Self.unknown)
        #expect(report.failure?.underlying is DispatchFixture.Failure)
    }

    @Test("A fallback target is guarded like any other")
    func guardedFallback() async throws {
        let dispatcher = try Self.fixture().dispatcher()
        let log = CallLog()
        dispatcher.handle("home") { _ in
            log.note("home")
            return .handled
        }
        dispatcher.protect("home") { _ in .deny(DispatchFixture.Failure()) }
        let report = await dispatcher.dispatch(Self.unknown)
        #expect(report.denial is DispatchFixture.Failure)
        #expect(log.calls == [])
    }

    @Test("No handler is called for an invalid URL")
    func invalid() async throws {
        let dispatcher = try Self.fixture().dispatcher()
        let log = CallLog()
        dispatcher.handle(prefix: "") { _ in
            log.note("handler")
            return .handled
        }
        dispatcher.handleUnmatched { _ in
            log.note("unmatched")
            return .handled
        }
        let report = await dispatcher.dispatch("http://[")
        #expect(report.outcome.name == "invalid")
        #expect(report.resolution.invalidURL != nil)
        #expect(report.completion == nil)
        #expect(log.calls == [])
    }

    @Test("An unknown namespace has the dispatcher's own unmatched handler")
    func unknownNamespace() async throws {
        let dispatcher = try Self.fixture().dispatcher()
        dispatcher.handleUnmatched { _ in .handled("all") }
        let report = await dispatcher.dispatch(
            DispatchRequest(ResolutionRequest("/a", namespace: "nowhere")))
        #expect(report.result as? String == "all")
    }
}
