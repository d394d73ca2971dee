extension ResolutionRequest {
    /// The keys of a request's JSON object.
    package static let jsonKeys = [
        "url", "name", "namespace", "kind", "principal", "roles", "claims", "context", "defaults",
        "time",
    ]

    /// Reads a request: an object with `url`, or with the `name` of a route, and optionally `namespace`,
    /// `kind`, `principal`, `roles`, `claims`, `context`, `defaults` and `time`.
    ///
    /// - Parameter object: The object; other keys are ignored.
    /// - Throws: Which member is wrong, and why.
    public init(json object: JSONObject) throws(JSONMemberError) {
        let members = JSONMemberReader(object)
        let (url, name) = (try members.string("url"), try members.string("name"))
        guard (url == nil) != (name == nil) else {
            throw members.error(
                nil, "A request needs either a 'url' or the 'name' of a route, not both.")
        }
        if let name { self.init(named: name) } else { self.init(url ?? "") }
        namespace = try members.string("namespace")
        kind = try members.string("kind")
        context = try members.object("context") ?? [:]
        defaults = try members.object("defaults") ?? [:]
        let (roles, claims) = (try members.strings("roles"), try members.object("claims") ?? [:])
        if let id = try members.string("principal") {
            principal = Principal(id, roles: roles, claims: claims)
        } else if !roles.isEmpty || !claims.members.isEmpty {
            throw members.error(
                nil, "Roles and claims need a principal.", hint: "Add 'principal'.")
        }
        time = try members.time("time")
    }

    /// The request as ``init(json:)`` reads it, without what is not set.
    ///
    /// Invalid UTF-8 in the URL becomes U+FFFD.
    public var json: JSONObject {
        var object: JSONObject = [:]
        if let routeName {
            object["name"] = .string(routeName)
        } else {
            object["url"] = .string(url)
        }
        object["namespace"] = namespace.map(JSONValue.string)
        object["kind"] = kind.map(JSONValue.string)
        if let principal {
            object["principal"] = .string(principal.id)
            if !principal.roles.isEmpty {
                object["roles"] = .array(principal.roles.map(JSONValue.string))
            }
            if !principal.claims.members.isEmpty { object["claims"] = .object(principal.claims) }
        }
        if !context.members.isEmpty { object["context"] = .object(context) }
        if !defaults.members.isEmpty { object["defaults"] = .object(defaults) }
        object["time"] = time.map { .string(Timestamp(microseconds: $0).description) }
        return object
    }
}
