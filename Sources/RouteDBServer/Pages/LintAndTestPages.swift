#if Server
import HTTPTypes
import Hummingbird
import RouteDB
import RouteDBInsight
import RouteDBPages
import RouteDBTraffic

/// The pages that ask the registry something: a URL, access, route tests, SQL.
struct LintAndTestPages: Sendable {
    let context: ConsoleContext

    private var state: ServiceState { context.state }

    var endpoints: [Endpoint] { [tryURL, access, reach, tests, lint, sql, sqlFile] }

    /// The parameters for who asks, when and from where.
    private static let callerParameters: [Endpoint.Parameter] = [
        .query("principal", "The principal's id."),
        .query("roles", "The principal's roles, separated by commas."),
        .query("context", "Values that the caller adds: a key=value a line."),
        .query("at", "The time of the request."),
    ]

    // MARK: Try a URL

    private var tryURL: Endpoint {
        context.page(
            "tryPage", "/try", "Where a URL leads, and why.",
            Self.callerParameters + [
                .query("url", "The URL."), .query("namespace", "The namespace to start in."),
                .query("kind", "The kind of route that is wanted."),
                ServiceState.revisionParameter,
            ]
        ) { call, frame in
            let question = TryPage.Question { call.text($0) }
            let (registry, live) = (state.registry, state.registry.table)
            guard !question.url.isEmpty else {
                return TryPage(question, problem: nil).page(in: frame)
            }
            do {
                let request = try question.request(now: state.clock())
                let snapshot = try await state.part(for: call) { revision throws(RouteDBError) in
                    try await registry.vicinity(of: request, at: revision)
                }
                let (explanation, built) = try await context.aside {
                    let explainer = try registry.explainer(of: snapshot, for: request)
                    let explanation = explainer.explain(request)
                    let isLive = snapshot.revision == live.revision
                    let table = isLive ? live : explainer.table
                    return (explanation, BuiltURL(back: explanation.resolution, in: table))
                }
                return TryPage(question, explanation, built: built, of: snapshot).page(in: frame)
            } catch let error as RouteDBError {
                let problem = context.problem(error, for: call.caller)
                return TryPage(question, problem: problem).page(in: frame)
            }
        }
    }

    // MARK: Access and tests

    private var access: Endpoint {
        context.page("accessPage", "/access", "Who may reach what.") { call, frame in
            AccessPage(try await state.items(for: call)).page(in: frame)
        }
    }

    private var reach: Endpoint {
        context.page(
            "reachPage", "/access/reach", "What a caller may open, and by which rules.",
            Self.callerParameters
        ) { call, frame in
            let question = TryPage.Question { call.text($0) }
            let snapshot = try await state.snapshot(for: call)
            do {
                let request = try question.request(now: state.clock())
                let reach = try await context.aside { CallerReach(request, in: snapshot) }
                return ReachPage(question, reach, of: snapshot).page(in: frame)
            } catch let error as RouteDBError {
                let problem = context.problem(error, for: call.caller)
                return ReachPage(question, nil, of: snapshot, problem: problem).page(in: frame)
            }
        }
    }

    private var tests: Endpoint {
        context.page("testsPage", "/tests", "The route tests with their results.") { call, frame in
            let snapshot = try await state.snapshot(for: call)
            let page = try await context.aside {
                TestsPage(snapshot, at: context.state.clock())
            }
            return page.page(in: frame)
        }
    }

    private var lint: Endpoint {
        context.parted(
            LintPage.self, "lintPage", "/lint", "What lint finds in the registry.", scope: .read,
            [.query("namespace", "Only what it finds in this namespace.")]
        ) { call, frame in
            let snapshot = try await state.snapshot(for: call)
            let namespace = try call.text("namespace").map { try snapshot.namespace(named: $0) }
            let page = LintPage(
                of: snapshot, in: namespace, isKnown: await context.isLintKnown(snapshot)
            ) {
                try await context.lint(snapshot).report
            }
            return try await ConsoleContext.answer(call, frame, page)
        }
    }

    // MARK: SQL

    private static let statement = Endpoint.Parameter.query("query", "A statement that reads.")

    private var sql: Endpoint {
        context.page(
            "sqlPage", "/sql", "A statement of SQL and its result.", scope: ConsoleContext.reading,
            [Self.statement]
        ) { call, frame in
            let statement = call.text("query") ?? ""
            let schema = try await rows(SQLPage.schema, limit: 1_000).rows
            guard !statement.isEmpty else {
                return SQLPage("", schema: schema, nil, problem: nil).page(in: frame)
            }
            do {
                let result = try await rows(statement)
                return SQLPage(statement, schema: schema, result, problem: nil).page(in: frame)
            } catch let error as RouteDBError {
                let problem = context.problem(error, for: call.caller)
                return SQLPage(statement, schema: schema, nil, problem: problem).page(in: frame)
            }
        }
    }

    private var sqlFile: Endpoint {
        Endpoint(
            "sqlFile", .get, "/sql.csv", "The result of a statement of SQL, as CSV.",
            access: .scope(ConsoleContext.reading), parameters: [Self.statement],
            answers: [.text("text/csv", "The rows, at most 100,000.")]
        ) { call in
            let result = try await rows(call.text("query") ?? "", limit: 100_000)
            let csv = CSVRows()
            var bytes: [UInt8] = []
            csv.append(head: result.columns, to: &bytes)
            for row in result.rows { csv.append(row, to: &bytes) }
            var response = Response.text(
                String(decoding: bytes, as: UTF8.self), mediaType: "text/csv; charset=utf-8")
            response.headers[.checked("Content-Disposition")] =
                "attachment; filename=\"result.csv\""
            return response
        }
    }

    /// Thrown to end a statement when there are rows enough.
    private struct Enough: Error {}

    private func rows(
        _ statement: String, limit: Int = SQLPage.limit
    ) async throws -> SQLPage.Result {
        try await state.withStatement { session in
            var (result, bytes) = (SQLPage.Result(), 0)
            do {
                try session.run(statement, head: { result.columns = $0 }) { cells in
                    guard result.rows.count < limit else { throw Enough() }
                    bytes += cells.reduce(0) { $0 + $1.bytes.count }
                    try ServiceState.check(rowBytes: bytes)
                    result.rows.append(cells)
                }
            } catch is Enough {
                result.isCut = true
            }
            return result
        }
    }
}
#endif
