/// A request to a registry: a URL or the name of a route, and what the caller adds to it.
public struct ResolutionRequest: Hashable, Sendable {
    /// The URL as written, as text or as arbitrary bytes; or a route's name.
    private enum Text: Hashable, Sendable {
        case string(String)
        case bytes([UInt8])
        case name(String)
    }

    private var text: Text

    /// The namespace to start in; `nil` for the one that the URL is bound to.
    public var namespace: String?

    /// The kind of route that is wanted; `nil` for any.
    public var kind: String?

    /// Default values of the request, which take precedence over those of the registry.
    public var defaults: JSONObject

    /// Values that the caller adds, which take precedence over all others.
    public var context: JSONObject

    /// The principal that makes the request; `nil` if unknown.
    public var principal: Principal?

    /// The time of the request, in microseconds since 1970-01-01T00:00:00Z.
    ///
    /// If it is `nil`, the registry reads its clock when a rule needs the time.
    public var time: Int64?

    /// Creates a request for a URL.
    ///
    /// - Parameters:
    ///   - url: The URL as written.
    ///   - namespace: The namespace to start in; `nil` for the one that the URL is bound to.
    ///   - kind: The kind of route that is wanted; `nil` for any.
    ///   - defaults: Default values, which take precedence over those of the registry.
    ///   - context: Values that the caller adds, which take precedence over all others.
    public init(
        _ url: String, namespace: String? = nil, kind: String? = nil, defaults: JSONObject = [:],
        context: JSONObject = [:]
    ) {
        text = .string(url)
        self.namespace = namespace
        self.kind = kind
        self.defaults = defaults
        self.context = context
    }

    /// Creates a request for a URL given as bytes, such as a line of a log, which need not be UTF-8.
    ///
    /// - Parameters:
    ///   - url: The bytes of the URL as written.
    ///   - namespace: The namespace to start in; `nil` for the one that the URL is bound to.
    ///   - kind: The kind of route that is wanted; `nil` for any.
    ///   - defaults: Default values, which take precedence over those of the registry.
    ///   - context: Values that the caller adds, which take precedence over all others.
    public init(
        utf8 url: [UInt8], namespace: String? = nil, kind: String? = nil,
        defaults: JSONObject = [:],
        context: JSONObject = [:]
    ) {
        text = .bytes(url)
        self.namespace = namespace
        self.kind = kind
        self.defaults = defaults
        self.context = context
    }

    /// Creates a request for the route with a name, such as a task of a service.
    ///
    /// - Parameters:
    ///   - name: The name of the route.
    ///   - namespace: The namespace to start in; `nil` for the default one.
    ///   - kind: The kind of route that is wanted; `nil` for any.
    ///   - defaults: Default values, which take precedence over those of the registry.
    ///   - context: Values that the caller adds, which take precedence over all others.
    public init(
        named name: String, namespace: String? = nil, kind: String? = nil,
        defaults: JSONObject = [:], context: JSONObject = [:]
    ) {
        text = .name(name)
        self.namespace = namespace
        self.kind = kind
        self.defaults = defaults
        self.context = context
    }

    /// The name of the requested route; `nil` if a URL is requested.
    public var routeName: String? {
        if case .name(let name) = text { name } else { nil }
    }

    /// The URL as written, with U+FFFD for invalid UTF-8; empty if a name is requested.
    public var url: String {
        switch text {
        case .name: ""
        case .string(let string): string
        case .bytes(let bytes): String(decoding: bytes, as: UTF8.self)
        }
    }

    /// The bytes of the URL as written; empty if a name is requested.
    public var urlBytes: [UInt8] {
        switch text {
        case .name: []
        case .string(let string): Array(string.utf8)
        case .bytes(let bytes): bytes
        }
    }

    /// Whether a route is of the kind that is wanted.
    func wants(_ route: Route) -> Bool {
        kind == nil || RouteKind.areSame(route.kind, kind)
    }

    /// Calls a closure with the bytes of the URL, without copying them.
    package func withURL<Result>(_ body: (RawSpan) -> Result) -> Result {
        switch text {
        case .string(var string):
            string.withUTF8 { unsafe body(RawSpan(_unsafeElements: $0)) }
        case .bytes(let bytes): body(bytes.span.bytes)
        case .name: body([UInt8]().span.bytes)
        }
    }

    /// A hash of the URL, or of the principal if there is one, that is the same in every process
    /// and will never change.
    ///
    /// Sampling depends on it.
    package func stableHash(byPrincipal: Bool) -> UInt64 {
        if byPrincipal, let principal { return StableHash.hash(principal.id.utf8) }
        return withURL { url in url.withUnsafeBytes { unsafe StableHash.hash($0) } }
    }
}
