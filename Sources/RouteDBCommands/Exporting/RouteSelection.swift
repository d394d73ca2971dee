import RouteDB

/// The part of a registry to export or apply.
struct RouteSelection: Sendable, Equatable {
    /// The name of the selected namespace; `nil` for all.
    var namespace: String?
    /// The selected group; `nil` for all routes, with or without a group.
    var group: String?
}
