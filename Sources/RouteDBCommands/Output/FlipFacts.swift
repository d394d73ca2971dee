import RouteDB

/// The output for a request whose access decision rules would change.
struct FlipFacts: Sendable {
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

    /// The URL or the name that was asked for.
    private var subject: String { request.routeName ?? request.url }

    static let listing = Listing<FlipFacts>(
        "flips",
        columns: [
            .init("line") { "\($0.line)" },
            .init("before") { $0.flip.before.access.verdict.rawValue },
            .init("after") { $0.flip.after.access.verdict.rawValue },
            .init("request") { $0.subject },
            .init("principal") { $0.request.principal?.id ?? "(anonymous)" },
            .init("rules") { $0.flip.rules.map { "\($0.rawValue)" }.joined(separator: " ") },
        ], object: { $0.object })
}
