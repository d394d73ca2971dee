#if Server
import HTTPTypes
import Hummingbird
import RouteDB
import RouteDBInsight
import RouteDBPages
import RouteDBTraffic

/// The state and functions that the pages of the console share: how they are asked for, framed and answered.
struct ConsoleContext: Sendable {
    let state: ServiceState
    /// The findings of lint, and the time at which it looked, by revision.
    private let lints = MemoCache<Int64, (report: LintReport, time: Timestamp), any Error>(most: 2)
    /// The hits of routes, by the start of the period: those of one minute ask for the same.
    private let traffics = MemoCache<Timestamp, RouteTraffic?, any Error>(most: 3)

    /// The scopes of pages that show hits, beside the registry.
    static let reading: TokenScope = [.read, .hits]
    /// The scopes of forms that change something, and of the pages that have them: they show the
    /// registry, and what the change would do to hits.
    static let editing: TokenScope = [.read, .hits, .write]

    init(state: ServiceState) { self.state = state }

    /// Makes the endpoint of a page.
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

    /// Makes the endpoint of a page with parts that come after it.
    func parted<Page: PartedPage>(
        _ type: Page.Type, _ name: String, _ path: String, _ summary: String,
        scope: TokenScope = reading, _ parameters: [Endpoint.Parameter] = [],
        _ respond: @escaping @Sendable (Call, ConsoleFrame) async throws -> Response
    ) -> Endpoint {
        let own: [Endpoint.Parameter] = [
            .query(
                "part", .word(Page.Part.allCases.map(\.rawValue)), "Answers with this part only."),
            .query("fragment", .flag, "Whether to answer without the frame of the page."),
        ]
        return Endpoint(
            name, .get, path, summary, access: .scope(scope), parameters: parameters + own,
            answers: [.text("text/html", "The page.")], show: show
        ) { call in try await respond(call, await frame(for: call.caller)) }
    }

    /// Answers with a page, or with the part of it that a call asks for.
    static func answer<Page: PartedPage>(
        _ call: Call, _ frame: ConsoleFrame, _ page: Page
    ) async throws -> Response {
        guard let part = call.text("part").flatMap(Page.Part.init) else {
            return answer(try await page.page(in: frame), in: frame)
        }
        let markup = try await page.markup(of: part, in: frame)
        if call.flag("fragment") { return html(markup.html) }
        return answer(
            ConsolePage("\(page.title): \(part.rawValue)", place: page.address.path, markup),
            in: frame)
    }

    /// Makes the endpoint that a form is sent to, with the scopes of all that it shows and does.
    func form(
        _ name: String, _ path: String, _ summary: String, scope: TokenScope = editing,
        _ parameters: [Endpoint.Parameter] = [], limit: Int = 1 << 20,
        _ respond: @escaping @Sendable (Call, ConsoleFrame) async throws -> Response
    ) -> Endpoint {
        Endpoint(
            name, .post, path, summary, access: .scope(scope), parameters: parameters,
            body: .form("The fields of the form.", limit: limit),
            answers: [
                .text("text/html", "The form again, with what saving would do."),
                .empty(.seeOther, "It was saved; goes to what was changed."),
            ], show: show, keep: keep
        ) { call in try await respond(call, await frame(for: call.caller)) }
    }

    /// Makes the endpoints of the form that removes an item, which then goes to another page.
    func removal<Item: Sendable>(
        of noun: String, _ name: String, _ path: String, _ parameter: Endpoint.Parameter,
        to saved: String, find: @escaping @Sendable (Call) async throws -> Item,
        form: @escaping @Sendable (Item) -> RemovalForm,
        remove: @escaping @Sendable (Item, RegistryEditor) throws -> Int64
    ) -> [Endpoint] {
        [
            page(
                "\(name)Page", path, "What removing \(noun) would do.", scope: Self.editing,
                [parameter]
            ) { call, frame in
                form(try await find(call)).form(at: frame.revision).page(in: frame)
            },
            self.form(
                "\(name)Form", path, "Removes \(noun), or shows what would be without it.",
                [parameter]
            ) { call, frame in
                let item = try await find(call)
                let edit = ConsoleEdit(context: self) { try remove(item, $0) }
                return await answer(call, frame, edit, to: { _ in saved }) {
                    form(item).form(at: $0, message: call.field("message") ?? "", answer: $1)
                }
            },
        ]
    }

    /// Saves what a form asks for and goes to what was changed, or shows the form again.
    func answer(
        _ call: Call, _ frame: ConsoleFrame, _ edit: ConsoleEdit,
        to saved: (Int64) -> String, form: (Int64, EditForm.Answer) -> EditForm
    ) async -> Response {
        switch await edit.answer(call) {
        case .saved(let id): return Self.see(saved(id))
        case .shown(let answer):
            let read = call.field("revision").flatMap { Int64($0) } ?? frame.revision
            let shown = form(read, answer)
            return call.field("fragment") == nil
                ? Self.answer(shown.page(in: frame), in: frame)
                : Self.html(shown.panel(in: frame).html)
        }
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
            let way: Markup? =
                problem.status == .unauthorized
                ? LoginForm.way(by: state.openID?.name)
                : problem.hint.map { "<p>\($0)</p>" }
            let page = ConsolePage.problem(problem.message, way: way, code: problem.code)
            var response = Self.answer(page, in: frame, status: problem.status)
            for field in problem.fields { response.headers[field.name] = field.value }
            return response
        }
    }

    /// Shows the form of a session that has ended, so that nothing that was typed is lost.
    private var keep: @Sendable ([(key: String, value: String)], String) -> Response {
        { fields, target in
            Self.answer(
                KeptForm(fields, sentTo: target).page, in: frame(for: .unknown, trouble: nil),
                status: .unauthorized)
        }
    }

    /// Returns the frame that the pages of a caller show around their content.
    func frame(for caller: Caller) async -> ConsoleFrame {
        let error = state.registry.health.refreshError ?? state.tokens.error
        return frame(for: caller, trouble: error.map { $0.code.description })
    }

    private func frame(for caller: Caller, trouble: String?) -> ConsoleFrame {
        let path = state.registry.path
        let name = state.shared?.name ?? path
        let file = name.split(separator: "/").last.map(String.init) ?? name
        // Where the registry is, only who administers the service is told.
        let isTold = caller.scopes.allows(.admin)
        return ConsoleFrame(
            registry: caller.scopes.allows(.read) ? file : "",
            revision: state.registry.table.revision, trouble: trouble, user: caller.name,
            role: caller.scopes.role, canLogOut: caller.hasSession,
            isWriting: state.isWriting && caller.scopes.allows(Self.editing),
            commands: commands(registry: isTold ? path : file, isTold: isTold), zone: state.zone)
    }

    /// An error as a page shows it to a caller.
    func problem(_ error: any Error, for caller: Caller) -> FormProblem {
        let told = state.hiddenPaths.hidden(in: Problem(error), from: caller)
        return FormProblem(error, told: (told.message, told.hint))
    }

    /// The command lines that give the figures of pages; where a hub is, not everybody is told.
    private func commands(registry: String, isTold: Bool) -> ReportCommandLine {
        let zone = state.zone == .utc ? nil : state.zone.name
        guard let shared = state.shared else {
            return ReportCommandLine(registry: registry, zone: zone)
        }
        return ReportCommandLine(hub: isTold ? shared.address : registry, zone: zone)
    }

    // MARK: What pages are made of

    /// The parameter of the list of routes: a period before now.
    static let preset = Endpoint.Parameter.query(
        "period", .word(HitPeriod.presets.map(\.name)), "The period before now.")

    /// The parameters of pages that show a period.
    static let period: [Endpoint.Parameter] = [
        .query("period", "The period: 24h, 7d, 30d, or two days, such as 2026-01-01..2026-01-31."),
        .query("from", "The first day of the period."), .query("to", "The last one."),
    ]

    /// The period that a call asks for.
    func period(of call: Call) throws(RouteDBError) -> HitPeriod {
        if let first = call.text("from"), let last = call.text("to") {
            return try period(named: HitPeriod.name(from: first, to: last))
        }
        return try period(named: call.text("period") ?? "7d")
    }

    func period(named name: String) throws(RouteDBError) -> HitPeriod {
        try HitPeriod(name, now: state.clock(), zone: state.zone)
    }

    /// Reads the history.
    func withHistory<Value: Sendable>(
        _ body: (HitHistory?) async throws -> Value
    ) async throws -> Value {
        do {
            return try await state.withHistory(body)
        } catch let error as RouteDBError where error.code == .databaseMissing {
            return try await body(nil)
        }
    }

    /// Finds the routes of a search at a revision, or a page of them, with their hits.
    func routes(
        _ search: RouteSearch, at revision: Int64, page: Range<Int>? = nil
    ) async throws -> RouteSearch.Found {
        let traffic = try await traffic(since: try period(named: search.period).since)
        // Nobody waits for lint of many routes but those who ask for what only it knows.
        var shadowed: Set<RouteID>?
        let isQuick = try await isLintQuick(at: revision)
        if search.state == "shadowed" || isQuick {
            let snapshot = try await state.snapshots.snapshot(revision, of: state.registry)
            shadowed = RouteSearch.shadowed(try await lint(snapshot).report)
        }
        return try await search.found(
            in: state.registry, at: .number(revision), page: page, traffic, shadowed: shadowed)
    }

    /// Returns whether lint has answered about a revision, or has few routes to look at.
    private func isLintQuick(at revision: Int64) async throws -> Bool {
        if await lints.isKnown(revision) { return true }
        let count = try await state.snapshots.count(RouteFilter(), revision, of: state.registry)
        return count <= PageBudget.routes
    }

    /// The hits of routes since a time and ever; `nil` if nothing was recorded yet.
    ///
    /// They are remembered: hits of the last minute may be missing.
    func traffic(since time: Timestamp) async throws -> RouteTraffic? {
        try await traffics.value(time) {
            try await withHistory { try await $0?.traffic(since: time) }
        }
    }

    /// Returns the findings of lint in a revision, and the time at which it asked whether rules have expired.
    func lint(_ snapshot: RegistrySnapshot) async throws -> (report: LintReport, time: Timestamp) {
        try await beginLint(snapshot).value.get()
    }

    private func beginLint(
        _ snapshot: RegistrySnapshot
    ) async -> Task<Result<(report: LintReport, time: Timestamp), any Error>, Never> {
        let time = state.clock()
        return await lints.begin(snapshot.revision) {
            (try await aside { snapshot.lint(at: time) }, time)
        }
    }

    /// Returns whether lint answers about a revision at once.
    func isLintKnown(_ snapshot: RegistrySnapshot) async -> Bool {
        if snapshot.routes.count <= PageBudget.routes { return true }
        return await lints.isKnown(snapshot.revision)
    }

    /// Runs what takes long on a thread that no request waits for.
    func aside<Value: Sendable>(
        _ body: @escaping @Sendable () throws -> Value
    ) async throws -> Value {
        try await state.work.run { _ in try body() }
    }
}
#endif
