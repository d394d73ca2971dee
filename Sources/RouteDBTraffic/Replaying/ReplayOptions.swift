public import RouteDBRouting

/// Options for a replay: which hits are replayed, and how.
public struct ReplayOptions: Sendable {
    /// The start of the period, inclusive; `nil` for no start.
    public var since: Timestamp?
    /// The end of the period, exclusive; `nil` for no end.
    public var until: Timestamp?
    /// Replays only hits that at least one of the registries answers from this namespace; `nil` for
    /// all hits.
    public var namespace: String?
    /// The namespace in which every request starts; `nil` to choose it by the URL's scheme and
    /// host.
    public var requestNamespace: String?
    /// The share of hits to replay, from 0 to 1.
    ///
    /// A hash of URL and time selects them, so the same hits are selected every time.
    public var sample = 1.0
    /// The number of threads that resolve.
    public var jobs = 1
    /// The largest number of example URLs for each group of differences.
    public var exampleLimit = 3
    /// Whether both states are revisions of one registry, so that routes with equal ids are the
    /// same.
    public var isOneRegistry = false
    /// The functions behind converters implemented in code, by name.
    public var converters: [String: ConverterFunction] = [:]

    /// Creates options that replay all hits in one thread.
    public init() {}
}

/// The progress of a replay.
public struct ReplayProgress: Hashable, Sendable {
    /// The number of hits read, including those that the options exclude.
    public internal(set) var hitCount = 0
    /// The number of hits to read; `nil` if unknown.
    public internal(set) var total: Int64?
}
