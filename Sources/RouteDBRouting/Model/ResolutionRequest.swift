/// The authenticated party that makes a request.
///
/// RouteDB trusts it: the calling program must have verified it.
public struct RequestPrincipal: Hashable, Sendable {
    /// The unique name or number.
    public var id: String
    /// The roles that it has.
    public var roles: [String]
    /// Further claims, by name.
    public var claims: JSONObject

    /// Creates a principal.
    ///
    /// - Parameters:
    ///   - id: The unique name or number.
    ///   - roles: The roles that it has.
    ///   - claims: Further claims, by name.
    public init(_ id: String, roles: [String] = [], claims: JSONObject = [:]) {
        self.id = id
        self.roles = roles
        self.claims = claims
    }
}

/// A request to a registry: a URL or the name of a route, and what the caller adds to it.
public struct ResolutionRequest: Hashable, Sendable {
    /// The URL as written, if it is given as text; nearly all are.
    private var text = ""

    /// The values that most requests do not have; `nil` without any of them.
    ///
    /// It stands behind one reference because every resolution keeps a copy of its request, and copying
    /// each of these members took longer than matching.
    private var extras: Extras?

    /// The namespace to start in; `nil` for the one that the URL is bound to.
    public var namespace: String? {
        get { extras?.values.namespace }
        set { update { $0.namespace = newValue } }
    }

    /// The kind of the request, such as `GET`; `nil` for routes of any kind.
    ///
    /// It is taken by routes of that kind, and by those without a kind. `HEAD` is taken by routes for `GET`
    /// too.
    public var kind: String? {
        get { extras?.values.kind }
        set { update { $0.kind = newValue } }
    }

    /// Default values of the request, which take precedence over those of the registry.
    public var defaults: JSONObject {
        get { extras?.values.defaults ?? JSONObject() }
        set { update { $0.defaults = newValue } }
    }

    /// Values that the caller adds, which take precedence over all others.
    public var context: JSONObject {
        get { extras?.values.context ?? JSONObject() }
        set { update { $0.context = newValue } }
    }

    /// The principal that makes the request; `nil` if unknown.
    public var principal: RequestPrincipal? {
        get { extras?.values.principal }
        set { update { $0.principal = newValue } }
    }

    /// The time, or the earliest one without one: an optional would be slower to copy.
    private var moment = Timestamp.distantPast

    /// The time of the request.
    ///
    /// If it is `nil`, the registry reads its clock when a rule needs the time. `Timestamp(microseconds: .min)`
    /// counts as `nil`.
    public var time: Timestamp? {
        get { moment == .distantPast ? nil : moment }
        set { moment = newValue ?? .distantPast }
    }

    /// Creates a request for a URL.
    ///
    /// - Parameters:
    ///   - url: The URL as written.
    ///   - namespace: The namespace to start in; `nil` for the one that the URL is bound to.
    ///   - kind: The kind of the request; `nil` for routes of any kind.
    ///   - defaults: Default values, which take precedence over those of the registry.
    ///   - context: Values that the caller adds, which take precedence over all others.
    public init(
        _ url: String, namespace: String? = nil, kind: String? = nil,
        defaults: JSONObject = JSONObject(),
        context: JSONObject = JSONObject()
    ) {
        text = url
        if namespace != nil || kind != nil || !defaults.members.isEmpty || !context.members.isEmpty
        {
            extras = Self.extras(
                Values(namespace: namespace, kind: kind, defaults: defaults, context: context))
        }
    }

    /// Creates a request for a URL alone.
    package init(plain url: String) { text = url }

    /// Creates a request for a URL given as bytes, such as a line of a log, which need not be UTF-8.
    ///
    /// - Parameters:
    ///   - url: The bytes of the URL as written.
    ///   - namespace: The namespace to start in; `nil` for the one that the URL is bound to.
    ///   - kind: The kind of the request; `nil` for routes of any kind.
    ///   - defaults: Default values, which take precedence over those of the registry.
    ///   - context: Values that the caller adds, which take precedence over all others.
    public init(
        utf8 url: [UInt8], namespace: String? = nil, kind: String? = nil,
        defaults: JSONObject = JSONObject(),
        context: JSONObject = JSONObject()
    ) {
        extras = Extras(
            Values(
                subject: .bytes(url), namespace: namespace, kind: kind, defaults: defaults,
                context: context))
    }

    /// Creates a request for the route with a name, such as a task of a service.
    ///
    /// - Parameters:
    ///   - name: The name of the route.
    ///   - namespace: The namespace to start in; `nil` for the default one.
    ///   - kind: The kind of the request; `nil` for routes of any kind.
    ///   - defaults: Default values, which take precedence over those of the registry.
    ///   - context: Values that the caller adds, which take precedence over all others.
    public init(
        named name: String, namespace: String? = nil, kind: String? = nil,
        defaults: JSONObject = JSONObject(),
        context: JSONObject = JSONObject()
    ) {
        extras = Extras(
            Values(
                subject: .name(name), namespace: namespace, kind: kind, defaults: defaults,
                context: context))
    }

    /// The name of the requested route; `nil` if a URL is requested.
    public var routeName: String? {
        if case .name(let name)? = extras?.values.subject { name } else { nil }
    }

    /// The URL as written, with U+FFFD for invalid UTF-8; empty if a name is requested.
    public var url: String {
        if case .bytes(let bytes)? = extras?.values.subject {
            String(decoding: bytes, as: UTF8.self)
        } else {
            text
        }
    }

    /// The bytes of the URL as written; empty if a name is requested.
    public var urlBytes: [UInt8] {
        if case .bytes(let bytes)? = extras?.values.subject { bytes } else { Array(text.utf8) }
    }

    /// Returns the request for another URL, with all else as it is.
    func redirected(to url: String) -> ResolutionRequest {
        var request = self
        request.text = url
        request.update { $0.subject = nil }
        return request
    }

    /// Returns whether a route takes requests of this kind, at this time.
    package func wants(_ route: Route) -> Bool {
        RouteKind.route(of: route.kind, takes: kind) && route.period.contains(time)
    }

    /// True if the request is a URL and nothing else, but perhaps for the time.
    var isPlain: Bool { extras == nil }

    /// True if the request wants a route of some kind.
    var wantsKind: Bool { extras?.values.kind != nil }

    /// The value of a name in the ``context``, which is not copied.
    func contextValue(_ name: String) -> JSONValue? { extras?.values.context[name] }

    /// Calls a closure with the bytes of the URL, without copying them.
    @inline(__always)
    package func withURL<Result>(_ body: (RawSpan) -> Result) -> Result {
        if case .bytes(let bytes)? = extras?.values.subject { return body(bytes.span.bytes) }
        return text.withBytes(body)
    }

    /// A hash of the URL, or of the principal if there is one, that is the same in every process
    /// and will never change.
    ///
    /// Sampling depends on it.
    package func stableHash(byPrincipal: Bool) -> UInt64 {
        if byPrincipal, let principal { return StableHash.hash(principal.id.utf8) }
        // The bytes are hashed before the closure returns.
        return withURL { url in unsafe url.withUnsafeBytes { unsafe StableHash.hash($0) } }
    }
}

extension ResolutionRequest {
    /// The subject of a request, unless it is a URL that is given as text.
    private enum Subject: Hashable, Sendable {
        case bytes([UInt8])
        case name(String)
    }

    private struct Values: Hashable, Sendable {
        var subject: Subject?
        var namespace: String?
        var kind: String?
        var defaults = JSONObject()
        var context = JSONObject()
        var principal: RequestPrincipal?

        var isEmpty: Bool {
            subject == nil && namespace == nil && kind == nil && principal == nil
                && defaults.members.isEmpty && context.members.isEmpty
        }
    }

    /// Values that differ from the empty ones, and never change.
    private final class Extras: Hashable, Sendable {
        let values: Values

        init(_ values: Values) { self.values = values }

        static func == (first: Extras, second: Extras) -> Bool { first.values == second.values }

        func hash(into hasher: inout Hasher) { hasher.combine(values) }
    }

    /// The reference to values; `nil` for empty ones, so that equal requests have equal members.
    private static func extras(_ values: Values) -> Extras? {
        values.isEmpty ? nil : Extras(values)
    }

    private mutating func update(_ change: (inout Values) -> Void) {
        var values = extras?.values ?? Values()
        change(&values)
        extras = Self.extras(values)
    }
}

extension ResolutionRequest {
    /// The keys of a request's JSON object.
    package static let jsonKeys = [
        "url", "name", "namespace", "kind", "principal", "roles", "claims", "context", "defaults",
        "time",
    ]

    /// Reads a request: an object with `url`, or with the `name` of a route, and optionally `namespace`,
    /// `kind`, `principal`, `roles`, `claims`, `context`, `defaults` and `time`.
    package init(json object: JSONObject) throws(JSONMistake) {
        let members = JSONReader(object)
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
            principal = RequestPrincipal(id, roles: roles, claims: claims)
        } else if !roles.isEmpty || !claims.members.isEmpty {
            throw members.error(
                nil, "Roles and claims need a principal.", hint: "Add 'principal'.")
        }
        time = try members.time("time")
    }

    /// The request as documents and tests have it, without what is not set.
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
        object["time"] = time.map { .string($0.description) }
        return object
    }
}
