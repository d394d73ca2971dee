import RouteDB

/// Which part of a registry is exported or applied.
struct RouteSelection: Sendable, Equatable {
    /// The name of the one namespace; `nil`: all.
    var namespace: String?
    /// The one group; `nil`: all routes, with and without one.
    var group: String?
}
