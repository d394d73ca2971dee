import RouteDBStorage

/// A route as a file describes it.
struct ImportedRoute {
    var draft: RouteDraft
    /// How to treat an existing pattern, if the file says so.
    var duplicateRule: DuplicateRule?
}

/// The part of a registry to export or apply.
package struct RouteSelection: Sendable, Equatable {
    /// The name of the selected namespace; `nil` for all.
    package var namespace: String?
    /// The selected group; `nil` for all routes, with or without a group.
    package var group: String?

    package init(namespace: String? = nil, group: String? = nil) {
        (self.namespace, self.group) = (namespace, group)
    }
}
