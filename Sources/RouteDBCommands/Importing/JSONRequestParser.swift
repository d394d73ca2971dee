import RouteDB

/// Makes requests of JSON objects.
struct JSONRequestParser {
    /// The time of requests that do not tell it.
    let time: Int64

    /// The keys that stand for something.
    private static let keys: Set = [
        "url", "name", "namespace", "kind", "principal", "roles", "claims", "context", "defaults",
        "time",
    ]

    /// The request of an object.
    func request(_ members: JSONMembers) throws(InputProblem) -> ResolutionRequest {
        let (url, name) = (try members.string("url"), try members.string("name"))
        guard (url == nil) != (name == nil) else {
            throw members.problem(nil, "A request has either a 'url' or the 'name' of a route.")
        }
        var request = name.map { ResolutionRequest(named: $0) } ?? ResolutionRequest(url ?? "")
        request.namespace = try members.string("namespace")
        request.kind = try members.string("kind")
        request.context = try members.object("context") ?? [:]
        request.defaults = try members.object("defaults") ?? [:]
        let (roles, claims) = (try members.strings("roles"), try members.object("claims") ?? [:])
        if let id = try members.string("principal") {
            request.principal = Principal(id, roles: roles, claims: claims)
        } else if !roles.isEmpty || !claims.members.isEmpty {
            throw members.problem(
                nil, "Only a principal has roles and claims.", hint: "Give it a 'principal'.")
        }
        request.time = try JSONRuleParser().time("time", of: members) ?? time
        return request
    }

    /// The keys of an object that stand for nothing.
    func ignoredKeys(_ members: JSONMembers) -> [String] {
        members.object.members.map(\.key).filter { !Self.keys.contains($0) }
    }
}
