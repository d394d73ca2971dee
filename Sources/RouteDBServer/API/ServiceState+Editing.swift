#if Server
import HTTPTypes
import Hummingbird
import RouteDB

extension ServiceState {
    /// The parameters of endpoints that change the registry.
    static let editParameters: [Endpoint.Parameter] = [
        .query("message", "Why the edit is made, for the log."),
        .query("dryRun", .flag, "Whether to answer what would be done, and change nothing."),
    ]

    /// The schema of the answers to edits.
    static func editSchema(_ key: String, of element: JSONSchema) -> JSONSchema {
        .object(
            [
                .init("schema", .integer("The version of this JSON.")),
                .init(
                    "revision",
                    .optional(.integer("The revision that was made, if anything changed."))),
                .init("dryRun", .boolean("Whether nothing was changed, on demand.")),
                .init(key, .list(element, "What was changed.")),
            ], "What an edit did.")
    }

    /// Edits one item for a call: one revision, by the caller.
    func edit(
        for call: Call, _ key: String, mayCreate: Bool,
        _ body: @escaping @Sendable (RegistryEditor) throws -> ItemEdit
    ) async throws -> Response {
        let dryRun = call.flag("dryRun")
        let result = try await change(isTrial: dryRun) { registry in
            let expected = try await call.expectedRevision(in: registry, mayCreate: mayCreate)
            return try await registry.edit(
                call.text("message") ?? "", author: call.caller.name, source: "serve",
                expecting: expected, dryRun: dryRun, body)
        }
        let object: JSONObject = [
            "schema": 1, "revision": result.revision.map(JSONValue.int) ?? .null,
            "dryRun": .bool(dryRun), key: [.object(result.value.change)],
        ]
        let place = dryRun ? nil : result.value.location
        return try .json(object).created(at: place)
            .tagged(result.value.tag ?? EntityTag(revision: result.newest), for: call)
    }

    /// Checks that a caller may read or change something in a namespace.
    static func check(_ caller: Caller, mayUse namespace: String) throws(Problem) {
        try caller.check(mayUse: namespace)
    }
}

/// A change to one item.
struct ItemEdit: Sendable {
    /// The change as JSON.
    let change: JSONObject
    /// The path and query of the item; `nil` unless it is new.
    var location: String?
    /// The tag of the item after the edit; `nil` if it is gone, or goes by another name.
    var tag: EntityTag?
}

extension Response {
    /// The answer with the address of something new, if there is one.
    func created(at location: String?) -> Response {
        guard let location else { return self }
        var response = self
        response.status = .created
        response.headers[.location] = location
        return response
    }
}

extension Call {
    /// The revision that must be the newest for the edit that the call asks for; `nil` for any.
    ///
    /// Whether an item exists, for which `*` stands, an edit that may create it checks itself.
    func expectedRevision(
        in registry: RouteRegistry, mayCreate: Bool = false
    ) async throws -> Int64? {
        let expected = try await matchedRevision(in: registry)
        switch preconditions.noneMatch {
        case nil: return expected
        case .any?:
            if mayCreate { return expected }
            throw Preconditions.failure("What the request is about exists.")
        case .oneOf(let tags)?:
            let newest = try await registry.revision(.live).number
            guard !tags.contains(where: EntityTag(revision: newest).matchesWeakly) else {
                throw Preconditions.failure("Revision \(newest) is one of 'If-None-Match'.")
            }
            return expected ?? newest
        }
    }

    /// The revision of `If-Match` that is the newest, else the last one; `nil` for any, and with the tag of an
    /// item, which the edit checks itself.
    private func matchedRevision(in registry: RouteRegistry) async throws -> Int64? {
        guard case .oneOf(let tags)? = preconditions.match, !tags.contains(where: \.isOfItem)
        else { return nil }
        let revisions = tags.filter { !$0.isWeak }.compactMap(\.revision)
        guard let last = revisions.max() else {
            throw Problem(
                .preconditionFailed, "revisionConflict",
                "None of the tags of 'If-Match' is the ETag of a revision.",
                hint:
                    "Send the ETag of the item or of the newest revision. A weak one never matches."
            )
        }
        guard revisions.count > 1 else { return last }
        let newest = try await registry.revision(.live).number
        return revisions.contains(newest) ? newest : last
    }
}
#endif
