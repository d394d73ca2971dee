#if Server
import HTTPTypes
import Hummingbird
import RouteDB
import RouteDBInsight

/// The endpoints that say what to think of a registry: explain, lint, test.
enum InsightEndpoints {
    static func endpoints(_ state: ServiceState) -> [Endpoint] {
        [explain(state), explainRequest(state), lint(state), test(state)]
    }

    // MARK: Explain

    private static let limit = Endpoint.Parameter.query(
        "limit", .integer(0...10_000), "How many routes that do not match to list (default: 10).")

    private static let explanation = JSONSchema.named("Explanation")

    private static func explain(_ state: ServiceState) -> Endpoint {
        Endpoint(
            "explain", .get, "/api/v1/explain", "Explains why a URL leads where it does.",
            access: .scope(.read), namespaces: .all,
            parameters: ResolveEndpoints.parameters + [limit, ServiceState.revisionParameter],
            answers: [.json(explanation, "The explanation.")]
        ) { call in
            try await explain(ResolveEndpoints.request(call, state), for: call, state)
        }
    }

    private static func explainRequest(_ state: ServiceState) -> Endpoint {
        Endpoint(
            "explainRequest", .post, "/api/v1/explain", "Explains the answer to a request.",
            access: .scope(.read), namespaces: .all,
            parameters: [limit, ServiceState.revisionParameter],
            body: .object(RequestBodies.request, "The request."),
            answers: [.json(explanation, "The explanation.")]
        ) { call in
            try await explain(try ResolveEndpoints.request(call.object), for: call, state)
        }
    }

    private static func explain(
        _ request: ResolutionRequest, for call: Call, _ state: ServiceState
    ) async throws -> Response {
        var request = request
        request.time = request.time ?? state.clock()
        let (asked, registry) = (request, state.registry)
        let options = ExplainOptions(candidateLimit: call.integer("limit") ?? 10)
        let snapshot = try await state.part(for: call) { revision throws(RouteDBError) in
            try await registry.vicinity(of: asked, at: revision, options: options)
        }
        let object = try await state.work.run { _ in
            let explainer = try registry.explainer(of: snapshot, for: asked)
            let explanation = explainer.explain(asked, options: options)
            return ExplanationOutput(explanation, in: snapshot).object
        }
        return .json(object)
    }

    // MARK: Lint

    private static func lint(_ state: ServiceState) -> Endpoint {
        let schema = JSONSchema.object(
            [
                .init("schema", .integer("The version of this JSON.")),
                .init("revision", .integer("The revision that was checked.")),
                .init("counts", .list(.any("A count."), "The number of findings of each code.")),
                .init("bounded", .boolean("Whether there are too many routes to compare all.")),
                .init("findings", .list(.named("Finding"), "The findings.")),
            ], "The findings of lint.")
        return Endpoint(
            "lint", .get, "/api/v1/lint",
            "Finds routes and rules that probably do not do what they are meant to.",
            access: .scope(.read), namespaces: .all,
            parameters: [
                .query(
                    "code", .word(LintCode.allCases.map(\.rawValue)), "Only findings of this code.",
                    isRepeated: true),
                .query("namespace", "Only findings in this namespace."),
                .query(
                    "limit", .integer(0...10_000),
                    "The most findings of each code (default: 200; 0: all)."),
                .query("all", .flag, "Whether to include suppressed findings."),
                ServiceState.revisionParameter,
            ],
            answers: [.json(schema, "The findings.")]
        ) { call in
            let snapshot = try await state.snapshot(for: call)
            var options = LintOptions(limit: call.integer("limit") ?? 200)
            let codes = call.texts("code").compactMap(LintCode.init)
            if !codes.isEmpty { options.codes = Set(codes) }
            options.namespace = try call.text("namespace").map {
                try snapshot.namespace(named: $0).id
            }
            let (asked, all, now) = (options, call.flag("all"), state.clock())
            let object = try await state.work.run { _ in
                let report = snapshot.lint(at: now, options: asked)
                let facts = report.facts(SnapshotNames(snapshot), all: all)
                let head: JSONObject = ["schema": 1, "revision": .int(snapshot.revision)]
                return head.merging(report.head).merging([
                    "findings": .array(facts.map { .object($0.object) })
                ])
            }
            return .json(object)
        }
    }

    // MARK: Test

    private static func test(_ state: ServiceState) -> Endpoint {
        let schema = JSONSchema.object(
            [
                .init("schema", .integer("The version of this JSON.")),
                .init("revision", .integer("The revision that was tested.")),
                .init("time", .string("The time of tests without one.")),
                .init("passed", .integer("The number of tests that passed.")),
                .init("failed", .integer("The number of tests that failed.")),
                .init(
                    "coverage",
                    .optional(.any("What the tests reached, and what they missed, if asked for."))),
                .init("cases", .list(.named("TestResult"), "The results.")),
            ], "The results of route tests.")
        return Endpoint(
            "test", .post, "/api/v1/test", "Runs the route tests that the registry stores.",
            access: .scope(.read), namespaces: .all,
            parameters: [
                .query(
                    "only", "Only tests whose name or URL contains this text.", isRepeated: true),
                .query(
                    "coverage", .flag,
                    "Whether to tell the coverage of routes, typed parameters and access rules."),
                .query("time", .time, "The time of tests without one (default: now)."),
                ServiceState.revisionParameter,
            ],
            answers: [.json(schema, "The results.")]
        ) { call in
            let snapshot = try await state.snapshot(for: call)
            // The newest tests judge an old revision too.
            let newest = try await state.snapshots.snapshot(
                state.registry.table.revision, of: state.registry)
            let time = call.time("time", now: state.clock()) ?? state.clock()
            let cases = try selected(call.texts("only"), among: newest.cases)
            let isCovering = call.flag("coverage")
            return .json(
                try await state.work.run { _ in
                    run(cases, on: snapshot, at: time, isCovering: isCovering)
                })
        }
    }

    /// The tests whose names or URLs contain any of some texts, each of which must find one.
    private static func selected(
        _ texts: [String], among cases: [RouteTestCase.Stored]
    ) throws(Problem) -> [RouteTestCase.Stored] {
        func isFound(_ stored: RouteTestCase.Stored, by text: String) -> Bool {
            let request = stored.content.request
            return [request.routeName ?? request.url, stored.content.name ?? ""].contains {
                $0.contains(text)
            }
        }
        for text in texts where !cases.contains(where: { isFound($0, by: text) }) {
            throw Problem(
                .notFound, RouteDBError.Code.caseNotFound.description,
                "No route test has \(text.excerpt) in its name or URL.",
                hint: NameSuggestion.didYouMean(text, among: cases.compactMap(\.content.name))
                    ?? "See /api/v1/cases for those there are.")
        }
        guard !texts.isEmpty else { return cases }
        return cases.filter { stored in texts.contains { isFound(stored, by: $0) } }
    }

    private static func run(
        _ cases: [RouteTestCase.Stored], on snapshot: RegistrySnapshot, at time: Timestamp,
        isCovering: Bool
    ) -> JSONObject {
        let run = RouteTestRun(snapshot, time: time)
        var collector = isCovering ? CoverageCollector(snapshot) : nil
        var (passed, results) = (0, [JSONValue]())
        for stored in cases {
            let result = run.result(of: stored.content)
            collector?.add(result)
            if result.isPassed { passed += 1 }
            results.append(
                .object(result.object(of: stored.content, label: "#\(stored.id.rawValue)")))
        }
        return [
            "schema": 1, "revision": .int(snapshot.revision),
            "time": .string(time.description),
            "passed": .int(Int64(passed)), "failed": .int(Int64(cases.count - passed)),
            "coverage": collector.map {
                .object(CoverageOutput(coverage: $0.coverage, snapshot: snapshot).object)
            } ?? .null,
            "cases": .array(results),
        ]
    }
}
#endif
