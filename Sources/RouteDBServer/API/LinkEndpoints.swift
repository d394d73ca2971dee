#if Server
import HTTPTypes
import RouteDB
import RouteDBInsight

/// The endpoints for short links, which tokens for nothing else may use.
enum LinkEndpoints {
    static func endpoints(_ state: ServiceState) -> [Endpoint] { [add(state)] }

    private static let link = JSONSchema.object(
        LinkOutput.members, "The link.")

    private static let body = BodyObject(
        "LinkDraft", "A link", LinkDraft.members, "A link to make.",
        example: [
            "to": "https://www.example.com/spring", "until": "2030-06-30T00:00:00Z",
            "labels": ["campaign": "spring"],
        ])

    private static func add(_ state: ServiceState) -> Endpoint {
        let schema = ServiceState.editSchema("links", of: link)
        return Endpoint(
            "addLink", .post, "/api/v1/links",
            "Makes a short link, or finds the one with the same destination and settings.",
            access: .scope(.links), namespaces: .limited, condition: .optional,
            parameters: ServiceState.editParameters,
            body: .object(body, "The link."),
            answers: [
                .json(schema, "The link is there."),
                .json(
                    schema, "It was made; 'Location' is the address of its route.", status: .created
                ),
            ]
        ) { call in
            let draft = try LinkDraft(json: call.object)
            return try await state.edit(for: call, "links", mayCreate: false) { editor in
                let place = try LinkHost(draft.host, among: try editor.storedNamespaces())
                try ServiceState.check(call.caller, mayUse: place.namespace.name)
                let outcome = try editor.addLink(draft, at: place)
                let route = try editor.storedRoute(RouteReference(outcome.item))
                let link = LinkOutput(route, at: place, outcome: outcome.word)
                let isNew = if case .added = outcome { true } else { false }
                return ItemEdit(
                    change: link.object,
                    location: isNew ? "/api/v1/routes/\(route.id.rawValue)" : nil)
            }
        }
    }
}
#endif
