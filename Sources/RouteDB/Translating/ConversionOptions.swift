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
