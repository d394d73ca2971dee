import RouteDB
import RouteDBTesting
import Testing

@Suite("The scripted host")
struct ScriptedHostTests {
    private static let registry = Result {
        try RouteRegistry(testing: ["/user/{id}": "user", "/settings": "settings"])
    }

    private static func navigate(
        _ url: String, on host: some NavigationHost,
        _ change: (inout RoutePresentation) -> Void = { _ in }
    ) async throws -> Dispatcher.Report {
        var presentation = RoutePresentation()
        change(&presentation)
        return await Dispatcher(try registry.get()).navigate(
            DispatchRequest(ResolutionRequest(url), presentation: presentation), on: host)
    }

    @Test("shows screens and records what it is asked")
    func showing() async throws {
        let host = ScriptedHost([ScriptedHost.Screen("home")])
        let report = try await Self.navigate("/user/42", on: host) { $0.key = "id" }
        #expect(report.navigation?.action == .push)
        #expect(host.shown == ["home", "user#42"])
        #expect(host.screens.last?.values == ["id": "42"])
        #expect(host.calls == [.make("user"), .allow("user#42"), .push(["user#42"])])
        _ = try await Self.navigate("/settings", on: host) {
            $0.verb = .present
            $0.wraps = true
        }
        #expect(host.presented == ["navigation[settings]"])
        _ = try await Self.navigate("/user/7", on: host) {
            $0.reuse = .anyOfKind
            $0.key = "id"
        }
        #expect(host.shown == ["home", "user#7"])
        #expect(host.calls.suffix(2) == [.update(1), .popTo(1)])
    }

    @Test("answers by its script")
    func script() async throws {
        struct Offline: Error {}
        var script = ScriptedHost.Script()
        script.make = { screen, _ in
            if screen.source == .target("settings") { throw Offline() }
            return .declined
        }
        let refusing = ScriptedHost(script: script)
        #expect(
            try await Self.navigate("/user/1", on: refusing).navigation?.action
                == .none(.noScreen("user")))
        guard case .failed(let error) = try await Self.navigate("/settings", on: refusing).outcome
        else {
            Issue.record("the dispatch did not fail")
            return
        }
        #expect(error.underlying is Offline)
        script = ScriptedHost.Script()
        script.allows = { $0.top?.values["id"] != "1" }
        let gated = ScriptedHost(script: script)
        #expect(
            try await Self.navigate("/user/1", on: gated).navigation?.action == .none(.notAllowed))
        #expect(try await Self.navigate("/user/2", on: gated).navigation?.action == .push)
    }

    @Test("finds the screens of its tokens, and no others")
    func instances() async throws {
        var script = ScriptedHost.Script()
        script.instances = ["drawer"]
        let host = ScriptedHost(script: script)
        _ = try await Self.navigate("/settings", on: host) { $0.prestack = [.instance("drawer")] }
        #expect(host.shown == ["drawer", "settings"])
        let report = try await Self.navigate("/settings", on: host) {
            $0.prestack = [.instance("cellar")]
        }
        #expect(report.navigation?.action == .none(.noScreen("cellar")))
    }

    @Test("a screen that it does not have is an error, and changes nothing")
    func missing() async throws {
        let host = ScriptedHost([ScriptedHost.Screen("home")])
        var request = DispatchRequest("/user/1")
        request.stack = [.init("home"), .init("user")]
        request.presentation = RoutePresentation()
        request.presentation?.reuse = .anyOfKind
        let report = await Dispatcher(try Self.registry.get()).navigate(request, on: host)
        guard case .failed(let error) = report.outcome else {
            Issue.record("the dispatch did not fail")
            return
        }
        #expect(error.underlying as? ScriptedHost.Failure == .noScreen(1))
        #expect(host.shown == ["home"])
    }
}
