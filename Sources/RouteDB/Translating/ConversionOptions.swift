/// How a namespace is converted to the native language, and how that is proved.
public struct ConversionOptions: Hashable, Sendable {
    /// How many URLs are made for each route, before and after, some of them perhaps twice; `nil`:
    /// 400, and of few routes so many that there are 6000 in all.
    public var urlsPerRoute: Int?
    /// What decides which URLs are made: the same seed makes the same ones.
    public var seed: UInt64
    /// Whether URLs that hit nothing before may hit a route afterwards.
    public var allowsNewHits: Bool

    /// Makes options.
    ///
    /// - Parameters:
    ///   - urlsPerRoute: How many URLs are made for each route; `nil`: enough.
    ///   - seed: What decides which URLs are made.
    ///   - allowsNewHits: Whether URLs that hit nothing before may hit a route afterwards.
    public init(urlsPerRoute: Int? = nil, seed: UInt64 = 1, allowsNewHits: Bool = false) {
        self.urlsPerRoute = urlsPerRoute
        self.seed = seed
        self.allowsNewHits = allowsNewHits
    }
}
