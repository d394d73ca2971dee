import RouteDBDatabase
import RouteDBRouting
import RouteDBStorage

/// The fields of a route in a file; their raw values are the names of columns and keys.
package enum RouteField: String, CaseIterable, Sendable {
    case pattern
    case target
    case name
    case group
    case namespace
    case priority
    case enabled
    case defaults
    case syntax
    case kind
    case requires
    case plan
    /// How to treat an existing pattern, for this route only.
    case onDuplicate

    /// The name in files that older versions wrote, which is still read.
    package var oldName: String? { self == .onDuplicate ? "on-duplicate" : nil }

    /// The syntax of a route without a pattern.
    package static let noSyntax = "none"
}

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
