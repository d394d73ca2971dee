#if Server
import HTTPTypes
import Hummingbird
import RouteDB

extension ItemCollection {
    /// Makes the endpoints of the collection.
    static func endpoints(_ state: ServiceState) -> [Endpoint] {
        outline.operations.map { operation in
            switch operation {
            case .list(let summary, let conditions): list(state, summary, conditions)
            case .get: get(state)
            case .add(let summary, let body, let parameters):
                add(state, summary, body, parameters)
            case .put(let summary, let body): put(state, summary, body)
            case .patch(let body, let summary, let note): patch(state, body, summary, note)
            case .remove(let summary, let parameters): remove(state, summary, parameters)
            }
        }
    }

    // MARK: Reading

    private static func list(
        _ state: ServiceState, _ summary: String, _ conditions: [Endpoint.Parameter]?
    ) -> Endpoint {
        let key = outline.key
        let usual =
            outline.reading == .limited
            ? [Endpoint.Parameter.query("namespace", "Only what is in this namespace.")] : []
        return Endpoint(
            "list" + key.prefix(1).uppercased() + key.dropFirst(), .get, path([]), summary,
            access: .scope(.read), namespaces: outline.reading,
            parameters: PageParameters.all + (conditions ?? usual) + [
                ServiceState.revisionParameter
            ],
            answers: [.json(PageParameters.schema(key, of: .named(outline.schema)), "A page.")]
        ) { call in
            try await page(call, in: state).answer(key, for: call, object)
        }
    }

    private static func get(_ state: ServiceState) -> Endpoint {
        Endpoint(
            "get" + outline.name, .get, path(outline.parameters), "Answers with \(outline.one).",
            access: .scope(.read), namespaces: outline.reading,
            parameters: outline.parameters + [ServiceState.revisionParameter],
            answers: [
                .json(.named(outline.schema), "The \(outline.noun)."),
                .empty(.notModified, "The caller has the newest answer."),
            ]
        ) { call in
            let item = try await find(call, in: state)
            try check(call.caller, mayUse: namespace(of: item))
            let head: JSONObject = ["schema": 1]
            return try .json(head.merging(object(of: item))).tagged(tag(of: item), for: call)
        }
    }

    // MARK: Editing

    private static func add(
        _ state: ServiceState, _ summary: String, _ body: Endpoint.Body,
        _ parameters: [Endpoint.Parameter]
    ) -> Endpoint {
        edit(state, "add", .post, at: [], summary, parameters, body) { call in
            let draft = try draft(settings(in: call.object))
            return { editor in
                let change = try store(draft, over: nil, checkedFor: call, in: editor)
                let isNew = change["outcome"] == "added"
                return ItemEdit(change: change, location: isNew ? address(of: change, call) : nil)
            }
        }
    }

    private static func put(
        _ state: ServiceState, _ summary: String, _ body: Endpoint.Body
    ) -> Endpoint {
        let place = outline.parameters
        return edit(state, "put", .put, at: place, summary, place, body) { call in
            let draft = try draft(named(settings(in: call.object), for: call))
            return { editor in
                try check(call.caller, mayUse: try namespace(of: draft, for: call, in: editor))
                let old = try replaced(by: draft, for: call, in: editor)
                let isNew = old == nil
                try check(call, old, in: editor)
                let name = outline.path.map { call.required($0.name) }.joined(separator: "/")
                try call.preconditions.check(exists: !isNew, outline.noun, name)
                let change = try store(draft, over: nil, for: call, in: editor)
                let new = try replaced(by: draft, for: call, in: editor)
                return ItemEdit(
                    change: change, location: isNew ? address(of: change, call) : nil,
                    tag: new.map(tag))
            }
        }
    }

    private static func patch(
        _ state: ServiceState, _ body: BodyObject, _ summary: String?, _ note: String
    ) -> Endpoint {
        let place = outline.parameters
        let usual =
            "Changes members of \(outline.one): those sent replace, null removes (RFC 7396)."
        return edit(
            state, "patch", .patch, at: place, (summary ?? usual) + note, place, .patch(body)
        ) { call in
            { editor in
                let old = try find(call, in: editor)
                try check(call.caller, mayUse: namespace(of: old))
                try check(call, old, in: editor)
                var settings = settings(in: try merged(call.object, into: old))
                if !outline.isRenamed { settings = try named(settings, for: call) }
                let change = try store(draft(settings), over: old, checkedFor: call, in: editor)
                return ItemEdit(change: change, tag: (try? find(call, in: editor)).map(tag))
            }
        }
    }

    private static func remove(
        _ state: ServiceState, _ summary: String, _ parameters: [Endpoint.Parameter]
    ) -> Endpoint {
        let place = outline.parameters
        return edit(state, "delete", .delete, at: place, summary, place + parameters) { call in
            { editor in
                let item = try find(call, in: editor)
                try check(call.caller, mayUse: namespace(of: item))
                try check(call, item, in: editor)
                return ItemEdit(change: try remove(item, for: call, in: editor))
            }
        }
    }

    /// Changes one item.
    private typealias Edit = @Sendable (RegistryEditor) throws -> ItemEdit

    /// Makes an endpoint that edits one item.
    private static func edit(
        _ state: ServiceState, _ verb: String, _ method: HTTPRequest.Method,
        at place: [Endpoint.Parameter], _ summary: String, _ parameters: [Endpoint.Parameter],
        _ body: Endpoint.Body? = nil,
        prepare: @escaping @Sendable (Call) throws -> Edit
    ) -> Endpoint {
        let key = outline.key
        let schema = ServiceState.editSchema(key, of: outline.change)
        var answers: [Endpoint.Answer] = [.json(schema, "What was done.")]
        if [.put, .post].contains(method) {
            answers.append(
                .json(schema, "It was added; 'Location' is its address.", status: .created))
        }
        return Endpoint(
            verb + outline.name, method, path(place), summary, access: .scope(.write),
            namespaces: outline.editing,
            condition: [.delete, .patch].contains(method) ? .required : .optional,
            parameters: parameters + ServiceState.editParameters, body: body, answers: answers
        ) { call in
            let edit = try prepare(call)
            return try await state.edit(for: call, key, mayCreate: method == .put, edit)
        }
    }

    // MARK: Parts

    private static func path(_ parameters: [Endpoint.Parameter]) -> String {
        parameters.filter { $0.place == .path }
            .reduce("/api/v1/\(outline.key)") { "\($0)/{\($1.name)}" }
    }

    /// Returns the path and query of the item of a change.
    private static func address(of change: JSONObject, _ call: Call) -> String {
        let path = names(in: change, for: call)
            .reduce("/api/v1/\(outline.key)") { "\($0)/\($1.percentEncoded)" }
        let query = outline.parameters.filter { $0.place == .query }.compactMap { parameter in
            call.text(parameter.name).map { "\(parameter.name)=\($0.percentEncoded)" }
        }
        return query.isEmpty ? path : "\(path)?\(query.joined(separator: "&"))"
    }

    /// Returns the tag of an item's content.
    private static func tag(of item: Item) -> EntityTag { EntityTag(item: object(of: item)) }

    /// Checks the conditions of a call that name the state of the item that it changes.
    private static func check(
        _ call: Call, _ item: Item?, in editor: RegistryEditor
    ) throws(Problem) {
        try call.preconditions.check(item.map(tag), at: editor.base, outline.noun)
    }

    private static func check(_ caller: Caller, mayUse namespace: String?) throws(Problem) {
        if let namespace { try caller.check(mayUse: namespace) }
    }

    private static func store(
        _ draft: Draft, over old: Item?, checkedFor call: Call, in editor: RegistryEditor
    ) throws -> JSONObject {
        try check(call.caller, mayUse: try namespace(of: draft, for: call, in: editor))
        return try store(draft, over: old, for: call, in: editor)
    }

    /// Returns settings with the names of the path, from which those in a body must not differ.
    private static func named(_ settings: JSONObject, for call: Call) throws -> JSONObject {
        var settings = settings
        for (key, text) in try identity(call) {
            let own = settings[key] ?? .null
            guard own == .null || own == .string(text) else {
                let noun = outline.noun
                throw Problem(
                    .unprocessableContent, "invalidValue",
                    "The body's '\(key)' is not the one of the path, \(text.excerpt).",
                    hint: outline.isRenamed
                        ? "Leave it out, or rename the \(noun) with PATCH."
                        : "Leave it out, or change another \(noun).")
            }
            settings[key] = .string(text)
        }
        return settings
    }
}
#endif
