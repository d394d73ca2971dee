/// The fields of a route in a file; their raw values are the names of columns and keys.
enum RouteField: String, CaseIterable, Sendable {
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
    case onDuplicate = "on-duplicate"

    /// The syntax of a route without a pattern.
    static let noSyntax = "none"
}
