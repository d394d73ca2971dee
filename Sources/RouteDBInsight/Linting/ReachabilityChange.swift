public import RouteDBRouting

/// The routes that lose URLs in a change of a registry, because other namespaces now handle these
/// URLs.
///
/// A URL reaches a route if it resolves to the route without naming a namespace. Only the bindings
/// and fallbacks of namespaces are compared: routes that were removed, disabled or given another
/// pattern are not losses. Every URL that is reported was resolved with both registries.
///
/// ```swift
/// let change = ReachabilityChange(from: before, to: after)
/// for loss in change.losses where loss.extent == .all {
///     print(loss.route.target, loss.url ?? "")
/// }
/// ```
public struct ReachabilityChange: Hashable, Sendable {
    /// How much a route loses.
    public enum Extent: String, CaseIterable, Sendable {
        /// No URL that reached it before still does.
        case all
        /// Some URLs that reached it no longer do, but others still do.
        case some
        /// The route was added, moved or enabled, and no URL with its pattern's scheme and host
        /// reaches it.
        case new
    }

    /// A route that URLs no longer reach.
    public struct Loss: Hashable, Sendable {
        /// The route, after the change.
        public let route: Route
        /// How much the route loses.
        public let extent: Extent
        /// A URL that reached the route before the change but not after it; for a new route, a URL
        /// that its pattern matches, or `nil` if none was found.
        public let url: String?
        /// The namespace that handles the URL first after the change, or `nil` if none does.
        public let namespace: RouteNamespace?
        /// True if that namespace is bound to the URL's scheme or host.
        public let isBound: Bool
        /// The route that the URL resolves to after the change, or `nil` if none matches.
        public let taker: Route?
        /// The fallback target that the URL resolves to after the change, if any.
        public let fallbackTarget: String?

        /// Creates a loss, resolving the URL with the table after the change.
        init(
            _ route: Route, _ extent: Extent, url: [UInt8]?, in namespace: RouteNamespace?,
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
    /// True if the search was cut short, because there are too many bindings or routes.
    public let isBounded: Bool

    /// Compares two snapshots.
    ///
    /// Whether a namespace still handles any URL of a route is decided exactly. If it does, but
    /// another namespace handles the URLs first, sample URLs of the pattern are resolved.
    ///
    /// - Parameters:
    ///   - old: The snapshot before the change.
    ///   - new: The snapshot after the change.
    /// - Complexity: Linear in the bindings, and in the routes of the namespaces whose URLs are
    ///   handled differently; compiles both snapshots if there are such routes.
    public init(from old: RegistrySnapshot, to new: RegistrySnapshot) {
        var search = ReachabilitySearch(from: old, to: new)
        losses = search.losses()
        isBounded = search.isBounded
    }

    /// Returns the losses of an extent.
    public func losses(_ extent: Extent) -> [Loss] { losses.filter { $0.extent == extent } }
}

extension Route {
    /// Returns whether another route takes requests for the kind of this one.
    func isAsked(_ other: Route) -> Bool { RouteKind.route(of: other.kind, takes: kind) }
}
