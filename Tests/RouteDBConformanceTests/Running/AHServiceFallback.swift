import RouteDB
import RouteDBStorage
import RouteDBTestSupport

/// The delegate that takes unknown services and tasks, if the case has one.
struct AHServiceFallback {
    /// Why the delegate's task failed.
    private struct Refused: Error {}

    private let calls = CallLog()

    /// Binds the delegate as the dispatcher's unmatched handler.
    init(
        _ test: ConformanceCase, on host: ScriptedHost, keeping kept: KeptCompletions,
        _ registry: inout CaseRegistry
    ) async throws {
        guard let fallback = test.options.object("fallback") else { return }
        let (calls, dispatcher) = (calls, registry.dispatcher)
        // It has a pattern, so that it is no task of a service.
        let url = "/fallback"
        if let screen = fallback.text("vc") {
            try await registry.add([RouteDraft(pattern: url, target: screen)])
        }
        dispatcher.handleUnmatched { invocation in
            calls.note("fallback")
            guard invocation.request.request.kind == "vc" else {
                switch fallback.flag("complete") {
                case true?: invocation.completion.finish()
                case false?: invocation.completion.fail(Refused())
                case nil:
                    if fallback.flag("defers") == true { kept.keep(invocation.completion) }
                }
                return fallback.object("result").map { .handled($0) } ?? .handled
            }
            guard fallback.text("vc") != nil else { return .declined }
            var shown = DispatchRequest(url)
            shown.presentation = invocation.request.presentation
            let report = await dispatcher.navigate(shown, on: host)
            guard let navigation = report.navigation else { return .declined }
            invocation.completion.finish()
            return .handled(navigation)
        }
    }

    var isUsed: Bool { !calls.calls.isEmpty }
}
