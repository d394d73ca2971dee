import RouteDB

/// A route as a file gives it.
struct ImportedRoute {
    var draft: RouteDraft
    /// What to do if the namespace has the pattern, if the file says so.
    var duplicateRule: DuplicateRule?
}
