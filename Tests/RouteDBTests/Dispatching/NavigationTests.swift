import RouteDB
import RouteDBTestSupport
import Testing

@Suite("Navigation hosts")
struct NavigationTests {
    private static func presentation(_ json: String) throws -> RoutePresentation {
        try RoutePresentation(json: try JSONValue(parsing: json))
    }

    /// A dispatcher over a page, and the routes below it.
    private static func dispatcher(
        _ json: String? = nil, requires: [RouteRequirement] = []
    ) throws -> Dispatcher {
        var fixture = DispatchFixture()
        try fixture.add(
            "/show/{id}", "Show", requires: requires, presentation: try json.map(presentation))
        try fixture.add("/main", "Main", name: "main")
        return fixture.dispatcher()
    }

    @Test("A route without a presentation is pushed")
    func push() async throws {
        let host = ScriptedHost([ScriptedHost.Screen("Main")])
        let report = try await Self.dispatcher().navigate(DispatchRequest("/show/1"), on: host)
        #expect(report.outcome.name == "handled")
        #expect(report.navigation?.action == .push)
        #expect(report.navigation?.isAnimated == true)
        #expect(host.shown == ["Main", "Show"])
        #expect(host.calls == [.make("Show"), .allow("Show"), .push(["Show"])])
        guard case .finished? = report.completion?.current else {
            Issue.record("the completion is not finished")
            return
        }
    }

    @Test("The screens of the prestack are below, in order")
    func prestack() async throws {
        var script = ScriptedHost.Script()
        script.instances = ["drawer"]
        let host = ScriptedHost(script: script)
        let report = try await Self.dispatcher(
            #"{"prestack": [{"name": "main"}, {"instance": "drawer"}], "key": "id"}"#
        ).navigate(DispatchRequest("/show/1"), on: host)
        #expect(host.shown == ["Main", "drawer", "Show#1"])
        #expect(
            report.navigation?.screens.map { ($0 as? ScriptedHost.Screen)?.text }
                == ["Main", "drawer", "Show#1"])
    }

    @Test(
        "Presenting wraps on request, and puts screens into containers",
        arguments: [
            (#"{"verb": "present"}"#, ["Show"], false),
            (#"{"verb": "present", "wrap": true}"#, ["navigation[Show]"], true),
            (
                #"{"verb": "present", "container": "tab", "prestack": [{"name": "main"}]}"#,
                ["tab[Main, Show]"], false
            ),
            (
                #"{"verb": "present", "embedIn": "sheet", "wrap": true}"#,
                ["sheet[Show]"], false
            ),
        ])
    func present(json: String, shown: [String], isWrapped: Bool) async throws {
        let host = ScriptedHost([ScriptedHost.Screen("Main")])
        var request = DispatchRequest("/show/1")
        request.presentation = try Self.presentation(#"{"animated": false}"#)
        let report = try await Self.dispatcher(json).navigate(request, on: host)
        #expect(report.navigation?.action == .present)
        #expect(report.navigation?.isWrapped == isWrapped)
        #expect(report.navigation?.isAnimated == false)
        #expect(host.presented == shown)
        #expect(host.shown == ["Main"])
    }

    @Test("A container is not pushed, and not wrapped again")
    func containers() async throws {
        var script = ScriptedHost.Script()
        script.make = { screen, _ in .screen(.init(screen.source.name, isContainer: true)) }
        let host = ScriptedHost(script: script)
        let dispatcher = try Self.dispatcher()
        let pushed = await dispatcher.navigate(DispatchRequest("/show/1"), on: host)
        #expect(pushed.outcome.name == "declined")
        #expect(pushed.navigation?.action == .none(.pushedContainer))
        #expect(host.calls == [.make("Show")])
        var request = DispatchRequest("/show/1")
        request.presentation = try Self.presentation(#"{"verb": "present", "wrap": true}"#)
        let presented = await dispatcher.navigate(request, on: host)
        #expect(presented.navigation?.isWrapped == false)
        #expect(host.presented == ["Show[]"])
        request.presentation = try Self.presentation(#"{"container": "navigation"}"#)
        let contained = await dispatcher.navigate(request, on: host)
        #expect(contained.navigation?.action == .none(.pushedContainer))
    }

    @Test(
        "An existing screen is reused with the new values, and nothing is created",
        arguments: [
            (#"{"reuse": "sameKey", "key": "id"}"#, "/show/1", 1, ["Main", "Show#1"]),
            (#"{"reuse": "sameKey", "key": "id"}"#, "/show/2", 3, nil),
            (
                #"{"reuse": "anyOfKind", "key": "id"}"#, "/show/9", 3,
                ["Main", "Show#1", "Player", "Show#9"]
            ),
            (#"{"verb": "popTo", "key": "id"}"#, "/show/2", 3, nil),
        ])
    func reuse(json: String, url: String, index: Int, left: [String]?) async throws {
        let stack = [
            ScriptedHost.Screen("Main"), ScriptedHost.Screen("Show", key: "1"),
            ScriptedHost.Screen("Player"), ScriptedHost.Screen("Show", key: "2"),
        ]
        let host = ScriptedHost(stack)
        let asked = ResolutionRequest(url, context: ["from": "mail"])
        let report = try await Self.dispatcher(json).navigate(DispatchRequest(asked), on: host)
        #expect(report.navigation?.action == .popTo(index))
        #expect(
            host.screens[index].values == ["id": .string("\(url.last ?? "-")"), "from": "mail"])
        #expect(host.shown == left ?? ["Main", "Show#1", "Player", "Show#2"])
        #expect(host.calls == [.update(index), .popTo(index)])
    }

    @Test("The stack in a request overrides the host's")
    func givenStack() async throws {
        let host = ScriptedHost([ScriptedHost.Screen("Show", key: "1")])
        var request = DispatchRequest("/show/1")
        request.stack = []
        let report = try await Self.dispatcher(#"{"reuse": "anyOfKind"}"#).navigate(
            request, on: host)
        #expect(report.navigation?.action == .push)
    }

    @Test("A screen refused by the host is declined, with the reason in the report")
    func refusals() async throws {
        var script = ScriptedHost.Script()
        script.allows = { _ in false }
        let gated = ScriptedHost(script: script)
        let dispatcher = try Self.dispatcher()
        let second = await dispatcher.navigate(DispatchRequest("/show/1"), on: gated)
        #expect(second.navigation?.action == .none(.notAllowed))
        #expect(second.outcome.name == "declined")
        #expect(gated.calls == [.make("Show"), .allow("Show")])
        script.make = { _, _ in .declined }
        let refusing = ScriptedHost(script: script)
        let first = await dispatcher.navigate(DispatchRequest("/show/1"), on: refusing)
        #expect(first.navigation?.action == .none(.noScreen("Show")))
        #expect(refusing.calls == [.make("Show")])
        #expect(gated.shown + refusing.shown == [])
    }

    @Test("Code that handles a request without a screen ends it, and nothing else is called")
    func nothingToShow() async throws {
        var fixture = DispatchFixture()
        try fixture.add("/a", "first", priority: 1)
        try fixture.add("/{x}", "second")
        let dispatcher = fixture.dispatcher()
        dispatcher.handleUnmatched { _ in
            Issue.record("the unmatched handler was called")
            return .handled
        }
        var script = ScriptedHost.Script()
        script.make = { _, invocation in
            invocation.completion.finish("done")
            return .handled
        }
        let host = ScriptedHost(script: script)
        let report = await dispatcher.navigate(DispatchRequest("/a"), on: host)
        #expect(report.outcome.name == "handled")
        #expect(report.navigation?.action == .none(.nothingToShow))
        #expect(report.tries == ["first handled"])
        #expect(host.calls == [.make("first")])
        guard case .finished(let info)? = report.completion?.current else {
            Issue.record("the completion is not finished")
            return
        }
        #expect(info as? String == "done")
    }

    /// A dispatcher over one route and a namespace with a fallback target.
    private static func withFallbackTarget() throws -> Dispatcher {
        var fixture = DispatchFixture()
        fixture.add(namespace: "app", fallbackTarget: "Home")
        try fixture.add("/a", "A", in: 2)
        return fixture.dispatcher()
    }

    private static func unknown(_ url: String = "/x?from=mail") -> DispatchRequest {
        DispatchRequest(ResolutionRequest(url, namespace: "app"))
    }

    @Test("A fallback target is shown for unhandled requests, with their values")
    func fallbackTarget() async throws {
        let dispatcher = try Self.withFallbackTarget()
        dispatcher.handleUnmatched { _ in .handled("lost") }
        let host = ScriptedHost([ScriptedHost.Screen("Main")])
        var request = Self.unknown()
        request.presentation = try Self.presentation(
            #"{"key": "from", "prestack": [{"target": "Below"}]}"#)
        let report = await dispatcher.navigate(request, on: host)
        #expect(report.outcome.name == "unmatched")
        #expect(report.fallback == .target("Home"))
        #expect(report.navigation?.action == .push)
        #expect(report.tries == ["Home handled"])
        #expect(host.shown == ["Main", "Below", "Home#mail"])
        #expect(host.screens.last?.values == ["from": "mail"])
        guard case .finished? = report.completion?.current else {
            Issue.record("the completion is not finished")
            return
        }
        request.presentation = try Self.presentation(#"{"reuse": "anyOfKind"}"#)
        let again = await dispatcher.navigate(request, on: host)
        #expect(again.navigation?.action == .popTo(2))
        request.presentation = try Self.presentation(#"{"prestack": [{"name": "none"}]}"#)
        let broken = await dispatcher.navigate(request, on: host)
        #expect(broken.failure?.message.contains("fallback target 'Home'") == true)
    }

    @Test("A fallback target is guarded once, and a denial shows nothing")
    func guardedFallbackTarget() async throws {
        let dispatcher = try Self.withFallbackTarget()
        let log = CallLog()
        dispatcher.protect("Home") { _ in
            log.note("guard")
            return .allow
        }
        dispatcher.handle("Home") { _ in .handled("handler") }
        var script = ScriptedHost.Script()
        script.make = { _, _ in .declined }
        let host = ScriptedHost(script: script)
        let report = await dispatcher.navigate(Self.unknown(), on: host)
        #expect(report.result as? String == "handler")
        #expect(report.tries == ["Home declined", "Home handled"])
        #expect(log.calls == ["guard"])
        dispatcher.protect("Home") { _ in .deny(nil) }
        let denied = await dispatcher.navigate(Self.unknown(), on: ScriptedHost())
        #expect(denied.outcome.name == "denied")
        #expect(denied.denial == nil)
        #expect(denied.navigation == nil)
    }

    @Test("A host without the fallback target's screen leaves the request to the unmatched handler")
    func declinedFallbackTarget() async throws {
        let dispatcher = try Self.withFallbackTarget()
        dispatcher.handleUnmatched { _ in .handled("lost") }
        var script = ScriptedHost.Script()
        script.make = { _, _ in .declined }
        let host = ScriptedHost(script: script)
        let report = await dispatcher.navigate(Self.unknown(), on: host)
        #expect(report.result as? String == "lost")
        #expect(report.fallback == .unmatchedHandler(namespace: nil))
        #expect(report.tries == ["Home declined", "- handled"])
    }

    @Test("An error of the host fails the dispatch")
    func broken() async throws {
        var script = ScriptedHost.Script()
        script.make = { _, _ in throw DispatchFixture.Failure() }
        let host = ScriptedHost(script: script)
        let report = try await Self.dispatcher().navigate(DispatchRequest("/show/1"), on: host)
        #expect(report.failure?.underlying is DispatchFixture.Failure)
        #expect(host.shown == [])
    }

    @Test("A cyclic prestack fails, and nothing is created")
    func selfReference() async throws {
        let host = ScriptedHost()
        let dispatcher = try Self.dispatcher(#"{"prestack": [{"route": "/show/{id}"}]}"#)
        let report = await dispatcher.navigate(DispatchRequest("/show/1"), on: host)
        #expect(report.failure?.code == .planFailed)
        #expect((report.failure?.underlying as? PlanError)?.code == .cycle)
        #expect(host.calls == [])
        dispatcher.handle("Show") { invocation in
            #expect(throws: PlanError.self) { try invocation.plan() }
            return .handled
        }
        #expect(await dispatcher.dispatch("/show/1").outcome.name == "handled")
    }

    @Test("Guards and required values come first, and the fallback's handler last")
    func pipeline() async throws {
        let host = ScriptedHost()
        let dispatcher = try Self.dispatcher(requires: [RouteRequirement("from", .string)])
        let missing = await dispatcher.navigate(DispatchRequest("/show/1"), on: host)
        #expect(missing.failure?.names == ["from"])
        dispatcher.protect("Show") { _ in .deny(DispatchFixture.Failure()) }
        let denied = await dispatcher.navigate(DispatchRequest("/show/1?from=x"), on: host)
        #expect(denied.outcome.name == "denied")
        dispatcher.handleUnmatched { _ in .handled("lost") }
        let unmatched = await dispatcher.navigate(DispatchRequest("/nowhere"), on: host)
        #expect(unmatched.result as? String == "lost")
        #expect(unmatched.navigation == nil)
        #expect(host.calls == [])
    }

    @Test("The login comes first, then the screen")
    func challenge() async throws {
        let host = ScriptedHost()
        let log = CallLog()
        let dispatcher = try Self.dispatcher()
        dispatcher.protect("Show") { _ in log.calls.isEmpty ? .challenge("login") : .allow }
        let report = await dispatcher.navigate(DispatchRequest("/show/1"), on: host)
        #expect(report.outcome.name == "challenged")
        log.note("logged in")
        let resumption = try #require(report.resumption)
        #expect(await dispatcher.resume(resumption, on: host).navigation?.action == .push)
        #expect(host.shown == ["Show"])
    }

    @Test("A cancelled navigation shows nothing")
    func cancelled() async throws {
        let host = ScriptedHost()
        let dispatcher = try Self.dispatcher()
        dispatcher.protect { _ in
            // The task is not kept.
            unsafe withUnsafeCurrentTask { unsafe $0?.cancel() }
            return .allow
        }
        let task = Task { await dispatcher.navigate(DispatchRequest("/show/1"), on: host) }
        #expect(await task.value.outcome.name == "cancelled")
        #expect(host.shown == [])
    }
}
