#if Server
import Dispatch
import HTTPTypes
import Hummingbird
import RouteDB
import RouteDBPages
import RouteDBTraffic

/// What the pages of the console have in common: how they are asked for, framed and answered.
struct ConsoleDesk: Sendable {
    let state: ServiceState

    /// Makes the endpoint of a page.
    ///
    /// - Parameters:
    ///   - name: The name of the endpoint.
    ///   - path: The path.
    ///   - summary: What the page is.
    ///   - scope: The scope that it needs.
    ///   - parameters: Its parameters.
    ///   - page: Makes the page in its frame.
    /// - Returns: The endpoint.
    func page(
        _ name: String, _ path: String, _ summary: String, scope: TokenScope = .read,
        _ parameters: [Endpoint.Parameter] = [],
        _ page: @escaping @Sendable (Call, ConsoleFrame) async throws -> ConsolePage
    ) -> Endpoint {
        Endpoint(
            name, .get, path, summary, access: .scope(scope), parameters: parameters,
            answers: [.text("text/html", "The page.")], show: show
        ) { call in
            let frame = await frame(for: call.caller)
            return Self.answer(try await page(call, frame), in: frame)
        }
    }

    /// Makes the endpoint that a form is sent to.
    func form(
        _ name: String, _ path: String, _ summary: String,
        _ parameters: [Endpoint.Parameter] = [],
        _ respond: @escaping @Sendable (Call, ConsoleFrame) async throws -> Response
    ) -> Endpoint {
        Endpoint(
            name, .post, path, summary, access: .scope(.write), parameters: parameters,
            body: .form("The fields of the form."),
            answers: [
                .text("text/html", "The form again, with what saving would do."),
                .empty(.seeOther, "It was saved; goes to what was changed."),
            ], show: show
        ) { call in try await respond(call, await frame(for: call.caller)) }
    }

    /// The answer with a page.
    static func answer(
        _ page: ConsolePage, in frame: ConsoleFrame, status: HTTPResponse.Status = .ok
    ) -> Response {
        html(page.html(in: frame), status: status)
    }

    /// The answer with HTML.
    ///
    /// The pages tell the service itself where a form was sent from: without that, browsers call the
    /// origin of a form `null`.
    static func html(_ html: String, status: HTTPResponse.Status = .ok) -> Response {
        var response = Response.page(Array(html.utf8), status: status)
        response.headers[.checked("Referrer-Policy")] = "same-origin"
        return response
    }

    /// Goes to another page.
    static func see(_ path: String) -> Response {
        Response(status: .seeOther, headers: [.location: path])
    }

    /// Shows a problem as a page.
    var show: @Sendable (Problem, Caller) -> Response {
        { problem, caller in
            let frame = frame(for: caller, trouble: nil)
            let hint =
                problem.status == .unauthorized
                ? "Open the address that 'routedb serve' printed." : problem.hint
            let page = ConsolePage.problem(problem.message, hint: hint, code: problem.code)
            var response = Self.answer(page, in: frame, status: problem.status)
            for field in problem.fields { response.headers[field.name] = field.value }
            return response
        }
    }

    /// What the pages of a caller show around their content.
    func frame(for caller: Caller) async -> ConsoleFrame {
        let error = await state.registry.health.refreshError ?? state.tokens.error
        return frame(for: caller, trouble: error.map { $0.code.description })
    }

    private func frame(for caller: Caller, trouble: String?) -> ConsoleFrame {
        let path = state.registry.path
        return ConsoleFrame(
            registry: path.split(separator: "/").last.map(String.init) ?? path,
            revision: state.registry.table.revision, trouble: trouble, user: caller.name,
            isWriting: state.isWriting && caller.scopes.allows(.write),
            commands: ReportCommandLine(registry: path))
    }

    // MARK: What pages are made of

    /// The parameter of pages that show a period.
    static let period = Endpoint.Parameter.query(
        "period", .word(OverviewPage.periods.map(\.name)), "The period before now.")

    /// The name of the period that a call asks for, and its start.
    static func period(of call: Call) -> (name: String, since: Timestamp, now: Timestamp) {
        let name = call.text("period") ?? "7d"
        let hours = OverviewPage.periods.first { $0.name == name }?.hours ?? 168
        // To the minute, so that a command line with these times can be read.
        let minute: Int64 = 60_000_000
        let now = (SystemClock.microseconds() / minute + 1) * minute
        return (
            name, Timestamp(microseconds: now - hours * 3_600_000_000), Timestamp(microseconds: now)
        )
    }

    /// Opens the history; `nil` if nothing was recorded yet.
    func history() async throws(RouteDBError) -> HitHistory? {
        do throws(RouteDBError) {
            return try await HitHistory.open(state.history)
        } catch {
            guard error.code == .databaseMissing else { throw error }
            return nil
        }
    }

    /// Runs what takes long on a thread that no request waits for.
    static func aside<Value: Sendable>(
        _ body: @escaping @Sendable () throws -> Value
    ) async throws -> Value {
        try await withCheckedThrowingContinuation { continuation in
            DispatchQueue.global().async { continuation.resume(with: Result(catching: body)) }
        }
    }
}
#endif
