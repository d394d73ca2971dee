public import RouteDBRouting

/// The routes that a change of a registry leaves without the URLs that reached them, because these
/// are looked up in other namespaces now.
///
/// A URL reaches a route if it leads there without naming a namespace. What is compared is where
/// the bindings and fallbacks of the namespaces send URLs; routes that were removed, disabled or
/// given another pattern are not lost. Each URL that is shown was put to the matcher of both
/// registries.
///
/// ```swift
/// let change = ReachabilityChange(from: before, to: after)
/// for loss in change.losses where loss.extent == .all { print(loss.route.target, loss.url ?? "") }
/// ```
public struct ReachabilityChange: Hashable, Sendable {
    /// How much a route loses.
    public enum Extent: String, CaseIterable, Sendable {
        /// No URL that reached it before still does.
        case all
        /// Other URLs still reach it.
        case some
        /// The route is new, moved or enabled, and no URL of its pattern's scheme and host reaches it.
        case new
    }

    /// A route that URLs do not reach.
    public struct Loss: Hashable, Sendable {
        /// The route, after the change.
        public let route: Route
        /// How much it loses.
        public let extent: Extent
        /// A URL that reached the route before and does not now, or that a new route's pattern is
        /// written for; `nil`: none could be made for a new route.
        public let url: String?
        /// The namespace that the URL is looked up in first, after the change; `nil`: none.
        public let namespace: Namespace?
        /// Whether that namespace is bound to the URL's scheme or host.
        public let isBound: Bool
        /// The route that the URL leads to now; `nil`: none.
        public let taker: Route?
        /// The fallback target that the URL leads to now; `nil`: none.
        public let fallbackTarget: String?

        /// Tells where a URL leads now.
        init(
            _ route: Route, _ extent: Extent, url: [UInt8]?, in namespace: Namespace?,
            isBound: Bool, of table: RoutingTable
        ) {
            self.route = route
            self.extent = extent
            self.url = url.map { String(decoding: $0, as: UTF8.self) }
            self.namespace = namespace
            self.isBound = isBound
            taker = url.flatMap { table.firstRoute(utf8: $0, where: route.isAsked) }
            let isTaken = taker != nil
            fallbackTarget = url.flatMap { url in
                isTaken ? nil : table.resolve(ResolutionRequest(utf8: url, kind: route.kind)).target
            }
        }
    }

    /// The losses, in the order of the routes after the change.
    public let losses: [Loss]
    /// Whether there were too many bindings or routes for all to be looked at.
    public let isBounded: Bool

    /// Compares two snapshots.
    ///
    /// Whether a namespace is still asked about any URL of a route is decided exactly. Where it is,
    /// and another namespace is asked first, URLs of the pattern are tried.
    ///
    /// - Parameters:
    ///   - old: The one before the change.
    ///   - new: The one after it.
    /// - Complexity: Linear in the bindings, and in the routes of the namespaces that URLs come to
    ///   in another way; compiles both snapshots if there are any.
    public init(from old: RegistrySnapshot, to new: RegistrySnapshot) {
        var search = ReachabilitySearch(from: old, to: new)
        losses = search.losses()
        isBounded = search.isBounded
    }

    /// The losses of an extent.
    public func losses(_ extent: Extent) -> [Loss] { losses.filter { $0.extent == extent } }
}

extension Route {
    /// Whether a request for this route, by its kind, would be content with another one.
    func isAsked(_ other: Route) -> Bool { kind == nil || RouteKind.areSame(kind, other.kind) }
}
