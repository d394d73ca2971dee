import RouteDB

/// What the tool tells of a request that rules would decide otherwise.
struct FlipFacts {
    /// The line of the requests.
    let line: Int
    let flip: AccessTrial.Flip

    private var request: ResolutionRequest { flip.after.request }

    /// What JSON says of the request.
    var object: JSONObject {
        [
            "line": .int(Int64(line)),
            "url": request.routeName == nil ? .string(request.url) : .null,
            "name": request.routeName.map(JSONValue.string) ?? .null,
            "principal": request.principal.map { .string($0.id) } ?? .null,
            "route": flip.after.foundRoute.map { .int($0.id.rawValue) } ?? .null,
            "from": .object(flip.before.access.json), "to": .object(flip.after.access.json),
            "rules": .array(flip.rules.map { .int($0.rawValue) }),
        ]
    }

    /// A line for people: the line of the request, from what to what, URL or name, principal, and
    /// the rules, with tabs between them.
    var text: String {
        let rules = flip.rules.map { "rule \($0.rawValue)" }.joined(separator: ", ")
        let change =
            "\(flip.before.access.verdict.rawValue) -> \(flip.after.access.verdict.rawValue)"
        return [
            "line \(line)", change, request.routeName ?? request.url,
            request.principal?.id ?? "(anonymous)", rules,
        ].map(PlainText.shown).joined(separator: "\t")
    }
}
