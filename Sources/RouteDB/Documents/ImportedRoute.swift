import RouteDBStorage

/// A route as a file describes it.
struct ImportedRoute: Sendable {
    var draft: RouteDraft
    /// How to treat an existing pattern, if the file says so.
    var duplicateRule: DuplicateRule?
}
