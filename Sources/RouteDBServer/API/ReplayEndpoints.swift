#if Server
import HTTPTypes
import Hummingbird
import RouteDB
import RouteDBTraffic

/// The endpoints for replays, which go on after the request that starts them.
enum ReplayEndpoints {
    static func endpoints(_ state: ServiceState) -> [Endpoint] {
        [start(state), list(state), get(state), cancel(state)]
    }

    private static let id = Endpoint.Parameter.path("id", "The number of the replay.")
    private static let access = Endpoint.Access.scope([.read, .hits])

    private static func start(_ state: ServiceState) -> Endpoint {
        Endpoint(
            "startReplay", .post, "/api/v1/replays",
            "Begins to resolve past hits against two states of the registry.",
            access: access, namespaces: .all,
            body: .object(RequestBodies.replay, "What to replay.", limit: 32 << 20),
            answers: [.json(.named("ReplayJob"), "The replay has begun.", status: .accepted)]
        ) { call in
            let request = try await request(call, state)
            let object = try await state.jobs.start(request)
            var response = Response.json(object, status: .accepted)
            if case .int(let id)? = object["id"] {
                response.headers[.location] = "/api/v1/replays/\(id)"
            }
            return response
        }
    }

    private static func list(_ state: ServiceState) -> Endpoint {
        let schema = JSONSchema.object(
            [
                .init("schema", .integer("The version of this JSON.")),
                .init("replays", .list(.any("A replay, without its report."), "The replays.")),
            ], "Replays.")
        return Endpoint(
            "listReplays", .get, "/api/v1/replays", "Lists replays, newest first.",
            access: access, namespaces: .all, answers: [.json(schema, "The replays.")]
        ) { _ in
            let jobs = await state.jobs.list()
            return .json(["schema": 1, "replays": .array(jobs.map(JSONValue.object))])
        }
    }

    private static func get(_ state: ServiceState) -> Endpoint {
        Endpoint(
            "getReplay", .get, "/api/v1/replays/{id}",
            "Answers how far a replay is, and with its report when it has ended.",
            access: access, namespaces: .all, parameters: [id],
            answers: [.json(.named("ReplayJob"), "The replay.")]
        ) { call in
            guard let number = Int(call.required("id")),
                let object = await state.jobs.get(number)
            else { throw ReplayJobs.missing(call.required("id")) }
            return .json(object)
        }
    }

    private static func cancel(_ state: ServiceState) -> Endpoint {
        Endpoint(
            "cancelReplay", .delete, "/api/v1/replays/{id}",
            "Cancels a replay, and forgets it.", access: access, namespaces: .all,
            parameters: [id], answers: [.json(.named("ReplayJob"), "The replay.")]
        ) { call in
            guard let number = Int(call.required("id")),
                let object = await state.jobs.cancel(number)
            else { throw ReplayJobs.missing(call.required("id")) }
            return .json(object)
        }
    }

    // MARK: Reading the request

    private static func request(
        _ call: Call, _ state: ServiceState
    ) async throws -> ReplayJobs.Request {
        let reader = JSONReader(call.object)
        let (baseName, headName) = (try reader.string("base"), try reader.string("head"))
        guard (reader.value("document") == nil) || headName == nil else {
            throw reader.error("head", "A replay has a 'head' or a 'document', not both.")
        }
        guard baseName != nil || headName != nil || reader.value("document") != nil else {
            throw reader.error("base", "A replay has a 'base', a 'head' or a 'document'.")
        }
        let base = try await snapshot(baseName, state)
        let head: RegistrySnapshot
        if let value = reader.value("document") {
            head = try await planned(value, state)
        } else {
            head = try await snapshot(headName, state)
        }
        var options = ReplayOptions()
        options.isOneRegistry = true
        options.since = try reader.time("since")
        options.until = try reader.time("until")
        options.namespace = try reader.string("namespace")
        if let name = options.namespace { _ = try head.namespace(named: name) }
        switch reader.value("sample") {
        case .double(let share)? where share > 0 && share <= 1: options.sample = share
        case .int(1)?, nil: break
        default: throw reader.error("sample", "'sample' is not a number above 0, up to 1.")
        }
        let examples = try reader.value("examples", as: .number(0...100)) ?? 3
        options.exampleLimit = examples
        options.standInForConverters(of: [base, head])
        // Without a history there is nothing to replay, which the caller should learn now.
        try await state.withHistory { _ in }
        return ReplayJobs.Request(
            base: base, head: head,
            names: (
                baseName ?? "@live",
                reader.value("document") == nil ? headName ?? "@live" : "document"
            ), source: .history(state.history), options: options, gate: try gate(reader),
            accepted: try accepted(reader), caller: call.caller)
    }

    /// The gate of a request.
    private static func gate(_ reader: JSONReader<MistakeThrower>) throws(JSONMistake) -> ReplayGate
    {
        var classes: [ReplayClass] = []
        for name in try reader.strings("failOn") {
            guard let kind = ReplayClass(rawValue: name) else {
                let names = ReplayClass.allCases.map(\.rawValue)
                throw reader.error(
                    "failOn", "\(name.excerpt) is not a class of differences.",
                    hint: NameSuggestion.hint(for: name, among: names))
            }
            classes.append(kind)
        }
        var limit: ReplayGate.Limit?
        if let value = reader.value("maxChanged") {
            if case .string(let text) = value { limit = ReplayGate.Limit(text) }
            if case .int(let count) = value, count >= 0 { limit = .count(count) }
            guard limit != nil else {
                throw reader.error(
                    "maxChanged", "'maxChanged' is neither a share, such as \"0.1%\", nor a number."
                )
            }
        }
        return ReplayGate(
            failing: classes, limit: limit,
            minimumHits: try reader.value("minHits", as: .number(0...Int64(Int32.max))) ?? 1)
    }

    /// The accepted changes of a request: a report, or several.
    private static func accepted(_ reader: JSONReader<MistakeThrower>) throws -> AcceptedChanges? {
        var lists: [JSONValue] = []
        switch reader.value("accept") {
        case .array(let values)?: lists = values
        case let value?: lists = [value]
        case nil: break
        }
        var all: AcceptedChanges?
        for list in lists {
            let changes = try AcceptedChanges(json: list)
            all = all?.adding(changes) ?? changes
        }
        return all
    }

    private static func snapshot(
        _ name: String?, _ state: ServiceState
    ) async throws -> RegistrySnapshot {
        var revision = state.registry.table.revision
        if let name, name != "@live" {
            revision = try await state.registry.revision(try RevisionReference(name)).number
        }
        return try await state.snapshots.snapshot(revision, of: state.registry)
    }

    /// The registry as it would be with a document.
    private static func planned(
        _ value: JSONValue, _ state: ServiceState
    ) async throws -> RegistrySnapshot {
        let document = try await state.work.run { _ in
            var bytes: [UInt8] = []
            JSONWriter.append(value, to: &bytes)
            return try RegistryDocument(parsing: bytes, format: .json, named: "The document")
        }
        return try await state.plan(document, RegistryDocument.Part(), createsNamespaces: true)
            .after
    }
}
#endif
