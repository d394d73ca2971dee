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
struct ImportedRoute: Sendable {
    var draft: RouteDraft
    /// How to treat an existing pattern, if the file says so.
    var duplicateRule: DuplicateRule?
}
