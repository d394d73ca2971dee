extension ResolutionRequest {
    /// The attributes of a request that decide how it is resolved, beside its URL, kind, principal and time.
    ///
    /// A history keeps those that access rules and redirects of the registry read, so that a replay
    /// decides as the request was decided. A name that is missing here is unknown; null stands for a
    /// value that the request is known not to have had.
    public struct Attributes: Hashable, Sendable {
        /// The namespace in which the request started; `nil` for the one that its URL is bound to.
        public var namespace: String?
        /// The roles of the principal, without duplicates and sorted by bytes; `nil` if unknown.
        public var roles: [String]?
        /// Claims of the principal, by name.
        public var claims = JSONObject()
        /// Values of the context, by name.
        public var context = JSONObject()
        /// Default values of the request, by name.
        public var defaults = JSONObject()
        /// The number of the redirect's variant that answered, from 1; 0 if none of them did, and
        /// `nil` if there was none or it is unknown.
        ///
        /// A variant may depend on the visitor, who is not recorded.
        public var variant: Int?

        /// Creates attributes of which nothing is known.
        public init() {}

        /// True if nothing is known.
        public var isEmpty: Bool {
            namespace == nil && roles == nil && claims.members.isEmpty && context.members.isEmpty
                && defaults.members.isEmpty && variant == nil
        }

        /// Returns a request with these attributes in place of its own.
        ///
        /// - Parameter request: The request. Without a principal, roles and claims are left out.
        /// - Returns: The request, which keeps its namespace if the attributes have none.
        public func applied(to request: ResolutionRequest) -> ResolutionRequest {
            var request = request
            request.namespace = namespace ?? request.namespace
            request.context = context.withoutNulls
            request.defaults = defaults.withoutNulls
            if let id = request.principal?.id {
                request.principal = RequestPrincipal(
                    id, roles: roles ?? [], claims: claims.withoutNulls)
            }
            return request
        }
    }
}

extension ResolutionRequest.Attributes {
    private static let keys = ["namespace", "roles", "claims", "context", "defaults", "variant"]

    /// The attributes as JSON, without what is unknown.
    public var json: JSONObject {
        var object = JSONObject()
        object["namespace"] = namespace.map(JSONValue.string)
        object["roles"] = roles.map { .array($0.map(JSONValue.string)) }
        if !claims.members.isEmpty { object["claims"] = .object(claims) }
        if !context.members.isEmpty { object["context"] = .object(context) }
        if !defaults.members.isEmpty { object["defaults"] = .object(defaults) }
        object["variant"] = variant.map { .int(Int64($0)) }
        return object
    }

    /// Reads attributes, and says which member is wrong, and why.
    package init(json object: JSONObject, at path: [JSONStep] = []) throws(JSONMistake) {
        let members = JSONReader(object, at: path)
        try members.requireKeys(among: Self.keys, of: "The attributes of a request")
        namespace = try members.string("namespace")
        roles = members.value("roles") == nil ? nil : try members.strings("roles")
        claims = try members.object("claims") ?? [:]
        context = try members.object("context") ?? [:]
        defaults = try members.object("defaults") ?? [:]
        variant = try members.number("variant").map(Int.init)
    }

    /// Reads the attributes of a stored hit; of a text that is damaged, nothing is known.
    package init(stored text: some Sequence<UInt8>) {
        guard case .object(let object)? = try? JSONValue(parsing: Array(text)),
            let known = try? Self(json: object)
        else {
            self.init()
            return
        }
        self = known
    }
}

extension JSONObject {
    /// The members that are not null.
    fileprivate var withoutNulls: JSONObject {
        guard members.contains(where: { $0.value == .null }) else { return self }
        return JSONObject(distinct: members.filter { $0.value != .null })
    }
}
