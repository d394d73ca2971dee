import RouteDBRouting

/// A route that there shall be.
package struct WantedRoute: Sendable {
    /// What it says.
    package var draft: RouteDraft
    /// Whether it may have the pattern of another route of its namespace and kind.
    package var keepsBoth: Bool

    package init(_ draft: RouteDraft, keepsBoth: Bool) {
        self.draft = draft
        self.keepsBoth = keepsBoth
    }
}
