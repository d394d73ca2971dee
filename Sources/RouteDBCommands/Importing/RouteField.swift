/// The parts of a route that a file may give, by the names of their columns and keys.
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
    /// What to do if the namespace has the pattern, for this route alone.
    case onDuplicate

    /// The name in files that older versions wrote, which is still read.
    var oldName: String? { self == .onDuplicate ? "on-duplicate" : nil }

    /// What stands for the syntax of a route that has no pattern.
    static let noSyntax = "none"
}
