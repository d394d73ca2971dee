/// Something in a registry that does not do, or may not do, what its author meant.
public struct LintFinding: Hashable, Sendable {
    /// What it is.
    public let code: LintCode
    /// How much it matters.
    public let severity: LintSeverity
    /// The namespace that it is in; `nil`: none.
    public let namespace: NamespaceID?
    /// The routes that it is about: the one that has the trouble first.
    public let routes: [RouteID]
    /// The names that it is about: of a parameter, default value, converter, group or key.
    public let names: [String]
    /// The access rule that it is about.
    public let rule: RuleID?
    /// What is the matter, in a sentence.
    public let message: String
    /// The URL that proves it; `nil`: it is about no URL.
    public internal(set) var witness: LintWitness?
    /// Command lines each of which would mend it.
    public internal(set) var mends: [String]

    init(
        _ code: LintCode, severity: LintSeverity? = nil, in namespace: NamespaceID? = nil,
        routes: [RouteID] = [], names: [String] = [], rule: RuleID? = nil, _ message: String,
        witness: LintWitness? = nil, mends: [String] = []
    ) {
        self.code = code
        self.severity = severity ?? code.severity
        self.namespace = namespace
        self.routes = routes
        self.names = names
        self.rule = rule
        self.message = message
        self.witness = witness
        self.mends = mends
    }

    /// Whether one comes before another: the graver first, then by code and by things.
    static func precedes(_ left: LintFinding, _ right: LintFinding) -> Bool {
        if left.severity != right.severity { return left.severity < right.severity }
        if left.code != right.code { return left.code.rawValue < right.code.rawValue }
        if left.routes != right.routes {
            return left.routes.lexicographicallyPrecedes(right.routes)
        }
        if left.rule != right.rule {
            return (left.rule?.rawValue ?? 0) < (right.rule?.rawValue ?? 0)
        }
        return left.message.utf8.lexicographicallyPrecedes(right.message.utf8)
    }

    /// A number that stays the same as long as the finding is about the same things, whatever its
    /// text; for programs that compare reports.
    public var fingerprint: UInt64 {
        var text = "\(code.rawValue)|\(namespace?.rawValue ?? 0)|\(rule?.rawValue ?? 0)"
        for route in routes { text += "|#\(route.rawValue)" }
        for name in names { text += "|\(name)" }
        return StableHash.hash(text.utf8)
    }
}
