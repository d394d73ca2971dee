import RouteDB
import RouteDBTestSupport
import Testing

@Suite("Services and tasks")
struct ServiceTests {
    private static func fixture() throws -> DispatchFixture {
        var fixture = DispatchFixture()
        fixture.add(namespace: "setting", fallbackTarget: "setting.home")
        fixture.add(namespace: "empty")
        try fixture.add(
            nil, "setting.make", name: "make", kind: "task", in: 2,
            requires: [RouteRequirement("shouldRefresh", .bool), RouteRequirement("id", .int)])
        try fixture.add(nil, "setting.page", name: "go", kind: "vc", in: 2)
        try fixture.add("/a", "a", name: "page")
        return fixture
    }

    private static let values: JSONObject = ["shouldRefresh": true, "id": 5]

    @Test("A task is requested by service and name, with values")
    func performing() async throws {
        let dispatcher = try Self.fixture().dispatcher()
        dispatcher.handle("setting.make") { invocation in
            invocation.completion.finish("info")
            let refreshes = try invocation.value("shouldRefresh", as: Bool.self)
            return .handled("page \(try invocation.value("id", as: Int.self)) \(refreshes)")
        }
        let report = await dispatcher.perform(
            "make", of: "setting", kind: "task", context: Self.values)
        #expect(report.result as? String == "page 5 true")
        guard case .finished(let info)? = await report.completion?.value else {
            Issue.record("the completion is not finished")
            return
        }
        #expect(info as? String == "info")
        #expect(dispatcher.lateCompletions == 0)
    }

    @Test(
        "Missing and mistyped values are reported by name, and nothing is called",
        arguments: [
            (JSONObject(), ["shouldRefresh", "id"]),
            (["shouldRefresh": "yes", "id": 5], ["shouldRefresh"]),
            (["shouldRefresh": true], ["id"]),
            (["shouldRefresh": true, "id": .double(5.5)], ["id"]),
            (["shouldRefresh": true, "id": nil], ["id"]),
        ] as [(JSONObject, [String])])
    func missing(context: JSONObject, names: [String]) async throws {
        let dispatcher = try Self.fixture().dispatcher()
        let log = CallLog()
        dispatcher.protect { _ in
            log.note("guard")
            return .allow
        }
        dispatcher.handle(prefix: "") { _ in
            log.note("handler")
            return .handled
        }
        let report = await dispatcher.perform("make", of: "setting", context: context)
        #expect(report.failure?.code == .missingValues)
        #expect(report.failure?.names == names)
        #expect(report.tries == ["setting.make missingValues"])
        #expect(log.calls == [])
        guard case .failed? = report.completion?.current else {
            Issue.record("the completion has not failed")
            return
        }
    }

    @Test("A task of another kind fails without a fallback")
    func wrongKind() async throws {
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
        let report = await dispatcher.perform("go", of: "setting", kind: "task")
        #expect(report.failure?.code == .wrongKind)
        #expect(report.failure?.message == "The route 'go' has the kind 'vc', not 'task'.")
        #expect(report.attempts == [])
        #expect(log.calls == [])
    }

    @Test("An unknown task uses its service's fallback, an unknown service the dispatcher's")
    func unknown() async throws {
        let dispatcher = try Self.fixture().dispatcher()
        dispatcher.handle("setting.home") { _ in .handled("home") }
        dispatcher.handleUnmatched { _ in .handled("global") }
        let task = await dispatcher.perform("nothing", of: "setting")
        #expect(task.outcome.name == "unmatched")
        #expect(task.result as? String == "home")
        let service = await dispatcher.perform("make", of: "nowhere")
        #expect(service.outcome.name == "unmatched")
        #expect(service.result as? String == "global")
    }

    @Test("A task without a result does not fall back")
    func withoutResult() async throws {
        let dispatcher = try Self.fixture().dispatcher()
        dispatcher.handle("setting.page") { _ in .handled }
        dispatcher.handle("setting.home") { _ in .handled("home") }
        let report = await dispatcher.perform("go", of: "setting", kind: "vc")
        #expect(report.outcome.name == "handled")
        #expect(report.result == nil)
        #expect(report.fallback == .none)
    }

    @Test("Services and their tasks are listed, without routes that have patterns")
    func listing() throws {
        let dispatcher = try Self.fixture().dispatcher()
        #expect(dispatcher.services() == ["setting"])
        #expect(dispatcher.tasks(of: "setting") == ["make", "go"])
        #expect(dispatcher.tasks(of: "default") == [])
        #expect(dispatcher.tasks(of: "nowhere") == [])
    }

    @Test("A route with a pattern and a name can be requested by name too")
    func namedRoute() async throws {
        let dispatcher = try Self.fixture().dispatcher()
        dispatcher.handle("a") { _ in .handled }
        #expect(await dispatcher.perform("page", of: "default").outcome.name == "handled")
    }

    @Test("A task that declines is not called again")
    func declining() async throws {
        let dispatcher = try Self.fixture().dispatcher()
        let log = CallLog()
        dispatcher.handle("setting.page") { _ in
            log.note("page")
            return .declined
        }
        #expect(await dispatcher.perform("go", of: "setting").outcome.name == "declined")
        #expect(log.calls == ["page"])
    }
}
