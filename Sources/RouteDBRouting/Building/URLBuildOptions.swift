/// How a URL is built, beside the values that are in it.
public struct URLBuildOptions: Hashable, Sendable {
    /// The namespace that the URL will be asked in; `nil`: the one that it is bound to, or the
    /// route's own where no URL is bound to that.
    public var namespace: String?
    /// The kind of route that will be asked for; `nil`: any.
    public var kind: String?
    /// The scheme, for a pattern that names none; `nil`: one that the namespace is bound to.
    public var scheme: String?
    /// The host, and with a colon the port, for a pattern that names none; `nil`: one that the
    /// namespace is bound to.
    public var host: String?
    /// The texts of the segments that `*` and `**` take, in order.
    public var wildcards: [String]
    /// Whether default values are written where the pattern has an optional place for them.
    ///
    /// A value that is given and is the default one is then written too; otherwise it is left out
    /// where the URL can do without it.
    public var fillsDefaults: Bool
    /// Whether values that the pattern has no place for become items of the query.
    public var allowsExtraValues: Bool

    /// Makes options.
    ///
    /// - Parameters:
    ///   - namespace: The namespace that the URL will be asked in.
    ///   - kind: The kind of route that will be asked for.
    ///   - scheme: The scheme, for a pattern that names none.
    ///   - host: The host, for a pattern that names none.
    ///   - wildcards: The texts of the segments that `*` and `**` take.
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
