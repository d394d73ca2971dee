import RouteDBRouting

/// A route requested from ``RegistryEditor/setRoutes(_:in:refuse:)``.
package struct WantedRoute: Sendable {
    /// The content of the route.
    package var draft: RouteDraft
    /// Whether it may have the pattern of another route of its namespace and kind.
    package var keepsBoth: Bool

    package init(_ draft: RouteDraft, keepsBoth: Bool) {
        self.draft = draft
        self.keepsBoth = keepsBoth
    }
}
