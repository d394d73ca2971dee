#if Server
import HTTPTypes
import Hummingbird
import RouteDB
import RouteDBTraffic

/// The endpoints for the reports on the history: the same fields as the tool's `stats --json`.
enum StatsEndpoints {
    static func endpoints(_ state: ServiceState) -> [Endpoint] {
        ReportForm.all.map { endpoint($0, state) }
    }

    private static func endpoint(_ form: ReportForm, _ state: ServiceState) -> Endpoint {
        Endpoint(
            "stats" + form.name.prefix(1).uppercased() + form.name.dropFirst(), .get,
            "/api/v1/stats/\(form.name)", form.summary, access: .scope([.read, .hits]),
            namespaces: .all, parameters: form.parameters.map(parameter),
            answers: [.json(.object(members(form), form.summary), "The report.")]
        ) { call in
            let request = try await request(form, call, state)
            return .json(try await state.withHistory { try await request.sheets(of: $0).object })
        }
    }

    private static func parameter(_ parameter: ReportParameter) -> Endpoint.Parameter {
        let kind: Endpoint.Parameter.Kind =
            switch parameter.kind {
            case .text: .text
            case .time: .time
            case .number(let range): .integer(range)
            case .word(let words): .word(words)
            case .flag: .flag
            }
        return .query(parameter.name, kind, parameter.summary, isRepeated: parameter.isRepeated)
    }

    private static func members(_ form: ReportForm) -> [JSONSchema.Member] {
        var members: [JSONSchema.Member] = [
            .init("schema", .integer("The version of this JSON.")),
            .init("window", .any("The period."), isRequired: false),
            .init("revision", .integer("The revision."), isRequired: false),
            .init(
                "regrouped", .boolean("Whether URLs were resolved again."), isRequired: false),
            .init("total", .named("HitCount")),
            .init("previousTotal", .any("The hits before, if compared."), isRequired: false),
            .init("omitted", .integer("The rows beyond the limit."), isRequired: false),
        ]
        if form.key != "buckets" {
            members.append(
                .init(
                    "buckets", .list(.any("A report."), "The reports, with 'bucket'."),
                    isRequired: false))
        }
        if let key = form.key {
            members.append(.init(key, .list(.any("A row."), "The rows."), isRequired: false))
        }
        return members
    }

    private static func request(
        _ form: ReportForm, _ call: Call, _ state: ServiceState
    ) async throws -> ReportRequest {
        let kind = try checked { () throws(RouteDBError) in try form.kind(call.texts) }
        let now = state.clock()
        let bounds = ["since", "until"].map { call.time($0, now: now) }
        let isCompared = call.text("compare") != nil
        let period = try checked { () throws(RouteDBError) in
            try ReportPeriod(
                since: bounds[0], until: bounds[1], comparedAt: isCompared ? now : nil)
        }
        var snapshot = try await state.snapshots.snapshot(
            state.registry.table.revision, of: state.registry)
        if let text = call.text("asOf"), text != "now" {
            let number = try await state.registry.revision(try RevisionReference(text)).number
            snapshot = try await state.snapshots.snapshot(number, of: state.registry)
        }
        var query = try AnalysisQuery(
            period, namespace: call.text("namespace"),
            bots: call.text("bots").flatMap(BotChoice.init) ?? .include,
            regroups: call.text("asOf") != nil, in: snapshot)
        query.limit = call.integer("limit")
        let conditions = try checked { () throws(RouteDBError) in
            try ReportConditions(call.texts("where"))
        }
        try query.select(where: conditions)
        if let route = call.text("route") { try query.select(route: route) }
        return try checked { [query] () throws(RouteDBError) in
            try ReportRequest(
                kind, query, bucket: try call.text("bucket").map(TimeBucket.read),
                zone: try call.text("tz").map(ZoneRules.read) ?? .utc)
        }
    }

    /// Checks parameters: what breaks their rules is a bad request.
    private static func checked<Value>(
        _ check: () throws(RouteDBError) -> Value
    ) throws(Problem) -> Value {
        do {
            return try check()
        } catch {
            throw Problem(.badRequest, "invalidRequest", error.message, hint: error.hint)
        }
    }
}
#endif
