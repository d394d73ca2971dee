public import RouteDBRouting

/// A policy that a converted namespace keeps, because the native profile does not set it.
public struct KeptPolicy: Hashable, Sendable {
    /// The policy.
    public let policy: NamespacePolicy
    /// Its value.
    public let value: String
    /// Why the policy is kept.
    public let reason: Reason

    /// A reason to keep a policy.
    public enum Reason: Hashable, Sendable {
        /// The policy was set on the namespace explicitly.
        case chosen
        /// Without the policy, a URL would be answered differently.
        case difference(ResolutionDifference)
        /// Without the policy, two routes of one kind would have equal patterns, which is not
        /// allowed.
        case clash(RouteID, RouteID)
        /// Without the policy, a route could not be written in native syntax; the text says why.
        case obstacle(RouteID, String)
    }
}

/// Options for converting a namespace to native syntax and for verifying the result.
public struct ConversionOptions: Hashable, Sendable {
    /// The number of URLs generated for each route, before and after the conversion, possibly with
    /// duplicates; `nil` for 400, or for more if there are few routes, up to 6,000 in all.
    public var urlsPerRoute: Int?
    /// The seed of the generator: equal seeds generate equal URLs.
    public var seed: UInt64
    /// Whether URLs that matched no route before may match one afterwards.
    public var allowsNewHits: Bool

    /// Creates options.
    ///
    /// - Parameters:
    ///   - urlsPerRoute: The number of URLs generated for each route; `nil` for the default.
    ///   - seed: The seed of the generator.
    ///   - allowsNewHits: Whether URLs that matched no route before may match one afterwards.
    public init(urlsPerRoute: Int? = nil, seed: UInt64 = 1, allowsNewHits: Bool = false) {
        self.urlsPerRoute = urlsPerRoute
        self.seed = seed
        self.allowsNewHits = allowsNewHits
    }
}
