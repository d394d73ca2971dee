#if Server
import HTTPTypes
import Hummingbird
import RouteDB
import RouteDBInsight

/// The endpoints for documents: files of routes, or of all there is to a registry.
enum DocumentEndpoints {
    static func endpoints(_ state: ServiceState) -> [Endpoint] {
        [export(state), importing(state), plan(state), apply(state)]
    }

    /// The media types of the formats.
    private static let types: [(type: String, format: RegistryDocument.Format)] = [
        ("application/json", .json), ("application/x-ndjson", .ndjson), ("text/csv", .csv),
        ("text/tab-separated-values", .tsv),
    ]

    private static let body = Endpoint.Body(
        form: .bytes, contents: types.map { ($0.type, example(in: $0.format)) },
        limit: 32 << 20, summary: "The document; its media type says its format.")

    private static func example(in format: RegistryDocument.Format) -> JSONValue {
        switch format {
        case .json: ["routes": [["pattern": "myapp://cart", "target": "cart.show"]]]
        case .ndjson: "{\"pattern\":\"myapp://cart\",\"target\":\"cart.show\"}\n"
        case .csv: "pattern,target\nmyapp://cart,cart.show\n"
        case .tsv: "pattern\ttarget\nmyapp://cart\tcart.show\n"
        }
    }

    private static let part: [Endpoint.Parameter] = [
        .query("namespace", "Only this namespace."), .query("group", "Only routes in this group."),
    ]

    private static let createsNamespaces = Endpoint.Parameter.query(
        "createNamespaces", .flag, "Whether missing namespaces are added, without bindings.")

    private static func part(_ call: Call) -> RegistryDocument.Part {
        RegistryDocument.Part(namespace: call.text("namespace"), group: call.text("group"))
    }

    private static func document(
        _ call: Call, _ state: ServiceState
    ) async throws -> RegistryDocument {
        let type = call.request.headers[.contentType]?.prefix { $0 != ";" }
        let format = types.first { $0.type == type.map { String($0).asciiLowercased } }?.format
        let bytes = call.bytes
        return try await state.work.run { _ in
            try RegistryDocument(parsing: bytes, format: format ?? .json, named: "The body")
        }
    }

    // MARK: Export

    private static func export(_ state: ServiceState) -> Endpoint {
        let formats = RegistryDocument.Format.allCases.map(\.rawValue)
        return Endpoint(
            "exportDocument", .get, "/api/v1/document",
            "Answers with the registry, or a part of it, as a document.",
            access: .scope(.read), namespaces: .all,
            parameters: part + [
                .query("format", .word(formats), "The format (default: json)."),
                ServiceState.revisionParameter,
            ],
            answers: types.map { type, format in
                Endpoint.Answer(
                    status: .ok, summary: "The document in the format \(format.rawValue).",
                    mediaType: type,
                    schema: format == .json ? .any("A document.") : nil)
            }
        ) { call in
            let format =
                call.text("format").flatMap { RegistryDocument.Format(rawValue: $0) } ?? .json
            var revision = state.registry.table.revision
            if let text = call.text("revision") {
                revision = try await state.registry.revision(try RevisionReference(text)).number
            }
            let exporter = try await state.registry.exporter(of: part(call), at: revision)
            let bytes = try await state.work.run { _ in
                var bytes: [UInt8] = []
                exporter.write(format) { bytes += $0 }
                return bytes
            }
            let type = types.first { $0.format == format }?.type ?? ""
            return try .json(bytes: bytes, mediaType: type).tagged(revision, for: call)
        }
    }

    // MARK: Import

    private static func importing(_ state: ServiceState) -> Endpoint {
        let rules = DuplicateRule.allCases.map(\.rawValue)
        return Endpoint(
            "importDocument", .post, "/api/v1/document/import",
            "Adds the items of a document, all of them or none.",
            access: .scope(.write), namespaces: .all, condition: .optional,
            parameters: [
                .query(
                    "onDuplicate", .word(rules), "What to do if a pattern exists (default: skip)."),
                createsNamespaces,
            ] + ServiceState.editParameters,
            body: body,
            answers: [.json(.any("How many items were added, of each kind."), "What was done.")]
        ) { call in
            let document = try await document(call, state)
            let dryRun = call.flag("dryRun")
            let options = DocumentEdit.Options(
                duplicateRule: call.text("onDuplicate").flatMap(DuplicateRule.init),
                createsNamespaces: call.flag("createNamespaces"))
            let result = try await state.change(isTrial: dryRun) { registry in
                let expected = try await call.expectedRevision(in: registry)
                return try await registry.add(
                    document, options, message: call.text("message") ?? "",
                    author: call.caller.name, expecting: expected, dryRun: dryRun,
                    isStopped: { Task.isCancelled })
            }
            var object = result.value.summary.json(
                of: document, revision: result.revision, isDryRun: dryRun)
            let (before, after) = (result.value.before, result.value.after)
            let reachability = try await state.work.run { _ in
                ReachabilityChange(from: before, to: after).object(after.namespaceNames)
            }
            object["reachability"] = .object(reachability)
            return try .json(object).tagged(result.newest, for: call)
        }
    }

    // MARK: Plan and apply

    /// The members that describe the changes of a plan.
    static let changes: [JSONSchema.Member] = [
        .init("schema", .integer("The version of this JSON.")),
        .init("changes", .list(.named("Change"), "What is changed.")),
        .init("reachability", .any("The routes that lose URLs.")),
        .init(
            "widenings",
            .list(
                .any("A place, a cause (lifted, granted or opened) and an access rule."),
                "What lets requests pass that access rules refused before.")),
    ]

    private static func plan(_ state: ServiceState) -> Endpoint {
        let schema = JSONSchema.object(
            changes + [
                .init("from", .integer("The revision.")),
                .init("to", .integer("The revision that applying would make.")),
                .init("hitsSince", .optional(.string("Since when hits are counted."))),
            ], "What applying a document would change.")
        return Endpoint(
            "planDocument", .post, "/api/v1/document/plan",
            "Answers what applying a document would change, with the hits of each route.",
            access: .scope(.read), namespaces: .all,
            parameters: part + [createsNamespaces], body: body,
            answers: [.json(schema, "The changes.")]
        ) { call in
            let plan = try await state.plan(
                try await document(call, state), part(call),
                createsNamespaces: call.flag("createNamespaces"))
            let traffic = call.caller.scopes.allows(.hits) ? await state.traffic() : nil
            let object: JSONObject = [
                "schema": 1, "from": .int(plan.diff.old), "to": .int(plan.diff.new),
                "hitsSince": traffic.map { .string($0.since.description) } ?? .null,
                "reachability": .object(try await state.reachability(plan)),
                "widenings": .array(plan.wideningObjects), "changes": plan.changes(traffic),
            ]
            return try .json(object).tagged(plan.before.revision, for: call)
        }
    }

    private static func apply(_ state: ServiceState) -> Endpoint {
        let schema = JSONSchema.object(
            changes + [
                .init(
                    "revision", .optional(.integer("The revision that was made, if any."))),
                .init("dryRun", .boolean("Whether nothing was changed, on demand.")),
                .init("outcome", .word(["applied", "unchanged"], "What was done.")),
            ], "What applying a document did.")
        return Endpoint(
            "applyDocument", .post, "/api/v1/document/apply",
            "Makes the registry, or a part of it, match a document exactly.",
            access: .scope(.write), namespaces: .all, condition: .required,
            parameters: part + [createsNamespaces] + ConfirmationNeeded.parameters
                + ServiceState.editParameters,
            body: body, answers: [.json(schema, "What was done.")]
        ) { call in
            let document = try await document(call, state)
            let dryRun = call.flag("dryRun")
            let traffic = await state.traffic()
            do {
                let result = try await state.change(isTrial: dryRun) { registry in
                    let expected = try await call.expectedRevision(in: registry)
                    return try await registry.apply(
                        document, to: part(call), message: call.text("message") ?? "",
                        author: call.caller.name, source: "serve",
                        expecting: expected, dryRun: dryRun,
                        createsNamespaces: call.flag("createNamespaces")
                    ) { plan in
                        if !dryRun { try ConfirmationNeeded.check(plan, traffic, for: call) }
                    }
                }
                let plan = result.value
                let object: JSONObject = [
                    "schema": 1, "revision": result.revision.map(JSONValue.int) ?? .null,
                    "dryRun": .bool(dryRun),
                    "outcome": plan.isEmpty ? "unchanged" : "applied",
                    "changes": plan.changes(call.caller.scopes.allows(.hits) ? traffic : nil),
                    "reachability": .object(try await state.reachability(plan)),
                    "widenings": .array(plan.wideningObjects),
                ]
                return try .json(object).tagged(result.newest, for: call)
            } catch let needed as ConfirmationNeeded {
                throw needed.problem
            }
        }
    }
}

extension RegistryPlan {
    /// The changes as JSON, with the hits of the routes that they affect.
    func changes(_ traffic: RouteTraffic?) -> JSONValue {
        let hits = traffic?.hits(of: diff.changes, in: before)
        return .array(
            diff.changes.enumerated().map { index, change in
                .object(change.object(hits: .some(hits?[index])))
            })
    }
}

extension ServiceState {
    /// How far back hits are counted that a change affects.
    private static let trafficPeriod: Duration = .seconds(30 * 86_400)

    /// The hits of routes; `nil` if the history cannot be read.
    func traffic() async -> RouteTraffic? {
        let since = clock() - Self.trafficPeriod
        return try? await withHistory { try await $0.traffic(since: since) }
    }

    /// The routes that lose URLs by a plan, as JSON.
    func reachability(_ plan: RegistryPlan) async throws -> JSONObject {
        try await work.run { _ in
            ReachabilityChange(from: plan.before, to: plan.after)
                .object(plan.after.namespaceNames)
        }
    }

    /// Plans what applying a document changes, in a copy: so nobody who edits has to wait, and a
    /// service that only reads can plan too.
    func plan(
        _ document: RegistryDocument, _ part: RegistryDocument.Part, createsNamespaces: Bool
    ) async throws -> RegistryPlan {
        let copy = try await RouteRegistry.open(
            registry.path,
            options: RegistryOptions(access: .copying, author: "serve", now: clock))
        do {
            let plan = try await copy.plan(
                document, to: part, createsNamespaces: createsNamespaces)
            await copy.close()
            return plan
        } catch {
            await copy.close()
            throw error
        }
    }
}
#endif
