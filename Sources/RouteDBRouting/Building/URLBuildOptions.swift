/// Options for building a URL.
public struct URLBuildOptions: Hashable, Sendable {
    /// The namespace in which the URL will be resolved; `nil` for the one it is bound to, or for the
    /// route's own if no URL is bound to that.
    public var namespace: String?
    /// The kind of route that will be requested; `nil` for any.
    public var kind: String?
    /// The scheme, for a pattern without one; `nil` for one that the namespace is bound to.
    public var scheme: String?
    /// The host, optionally with a port, for a pattern without one; `nil` for one that the namespace is
    /// bound to.
    public var host: String?
    /// The texts of the segments for `*` and `**`, in order.
    public var wildcards: [String]
    /// Whether default values are written where the pattern has an optional place for them.
    ///
    /// If so, a given value that equals the default is written too; otherwise it is omitted where
    /// possible.
    public var fillsDefaults: Bool
    /// Whether values without a place in the pattern become items of the query.
    public var allowsExtraValues: Bool

    /// Creates options.
    ///
    /// - Parameters:
    ///   - namespace: The namespace in which the URL will be resolved.
    ///   - kind: The kind of route that will be requested.
    ///   - scheme: The scheme, for a pattern without one.
    ///   - host: The host, for a pattern without one.
    ///   - wildcards: The texts of the segments for `*` and `**`.
    ///   - fillsDefaults: Whether default values are written.
    ///   - allowsExtraValues: Whether other values become items of the query.
    public init(
        namespace: String? = nil, kind: String? = nil, scheme: String? = nil, host: String? = nil,
        wildcards: [String] = [], fillsDefaults: Bool = false, allowsExtraValues: Bool = true
    ) {
        self.namespace = namespace
        self.kind = kind
        self.scheme = scheme
        self.host = host
        self.wildcards = wildcards
        self.fillsDefaults = fillsDefaults
        self.allowsExtraValues = allowsExtraValues
    }
}
