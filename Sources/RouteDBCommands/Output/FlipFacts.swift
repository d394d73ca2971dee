import RouteDB

/// The output for a request whose access decision rules would change.
struct FlipFacts {
    /// The line of the request in the file.
    let line: Int
    let flip: AccessTrial.Flip

    private var request: ResolutionRequest { flip.after.request }

    /// The change as JSON.
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

    /// The change as a line of tab-separated fields: line number, old and new verdict, URL or name,
    /// principal and rules.
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
