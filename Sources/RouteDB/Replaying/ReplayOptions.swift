public import RouteDBRouting

/// Which hits are replayed, and how.
public struct ReplayOptions: Sendable {
    /// Only hits of this time or later; `nil`: all.
    public var since: Timestamp?
    /// Only hits before this time; `nil`: all.
    public var until: Timestamp?
    /// Only hits that one of the registries answers from this namespace; `nil`: all.
    public var namespace: String?
    /// The namespace that every request begins with; `nil`: the one that the URL is bound to.
    public var requestNamespace: String?
    /// What part of the hits is replayed, from 0 to 1; always the same ones, by a hash of URL and
    /// time.
    public var sample = 1.0
    /// How many threads resolve.
    public var jobs = 1
    /// How many URLs are shown for each group of differences: the first ones.
    public var exampleLimit = 3
    /// Whether both registries are revisions of one, so that routes of one id are the same.
    public var isOneRegistry = false
    /// The code behind converters, by their names.
    public var converters: [String: ConverterFunction] = [:]

    /// Makes options: all hits, in one thread.
    public init() {}
}
