public import RouteDBRouting

/// A problem, or a possible one, that lint found in a registry.
public struct LintFinding: Hashable, Sendable {
    /// The kind of the finding.
    public let code: LintCode
    /// How serious the finding is.
    public let severity: LintSeverity
    /// The namespace that the finding is in, or `nil` if it is in none.
    public let namespace: NamespaceID?
    /// The routes involved, the one with the problem first.
    public let routes: [RouteID]
    /// The names involved: of a parameter, default value, converter, group or key.
    public let names: [String]
    /// The access rule involved, if any.
    public let rule: RuleID?
    /// A one-sentence description of the problem.
    public let message: String
    /// The URL that proves the finding, or `nil` if the finding concerns no URL.
    public internal(set) var witness: LintWitness?
    /// Alternative command lines, each of which fixes the problem.
    public internal(set) var fixes: [String]

    init(
        _ code: LintCode, severity: LintSeverity? = nil, in namespace: NamespaceID? = nil,
        routes: [RouteID] = [], names: [String] = [], rule: RuleID? = nil, _ message: String,
        witness: LintWitness? = nil, fixes: [String] = []
    ) {
        self.code = code
        self.severity = severity ?? code.severity
        self.namespace = namespace
        self.routes = routes
        self.names = names
        self.rule = rule
        self.message = message
        self.witness = witness
        self.fixes = fixes
    }

    /// Sorts findings by severity, then by code, then by the routes and rules involved.
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

    /// A hash that stays the same while the finding concerns the same code, namespace, routes, rule
    /// and names, whatever its message says; lets programs compare reports.
    public var fingerprint: UInt64 {
        var text = "\(code.rawValue)|\(namespace?.rawValue ?? 0)|\(rule?.rawValue ?? 0)"
        for route in routes { text += "|#\(route.rawValue)" }
        for name in names { text += "|\(name)" }
        return StableHash.hash(text.utf8)
    }
}

/// What `RegistrySnapshot.lint(at:options:)` looks for.
public struct LintOptions: Hashable, Sendable {
    /// Restricts the findings to one namespace, or `nil` for all findings.
    public var namespace: NamespaceID?
    /// The codes to look for.
    public var codes: Set<LintCode>
    /// The most findings listed for each code, or 0 to list all; findings beyond it are only
    /// counted.
    public var limit: Int

    /// Creates lint options.
    ///
    /// - Parameters:
    ///   - namespace: Restricts the findings to one namespace, or `nil` for all findings.
    ///   - codes: The codes to look for.
    ///   - limit: The most findings listed for each code, or 0 to list all.
    public init(
        namespace: NamespaceID? = nil, codes: Set<LintCode> = Set(LintCode.allCases),
        limit: Int = 200
    ) {
        self.namespace = namespace
        self.codes = codes
        self.limit = limit
    }
}

/// A URL that proves a finding, as confirmed by the matcher.
public struct LintWitness: Hashable, Sendable {
    /// The URL as written.
    public let url: String
    /// The namespace to resolve the URL in, or `nil` if the URL is bound to the right one.
    public let namespace: String?
    /// The routes of the finding that the URL matches, the highest-ranked first.
    ///
    /// For an unreachable route, the first one is the route that is matched in its place.
    public let routes: [RouteID]
}

extension LintSuppression {
    /// Returns whether this suppression applies to a finding.
    public func covers(_ finding: LintFinding) -> Bool {
        guard finding.code == code, namespace == nil || finding.namespace == namespace else {
            return false
        }
        for wanted in [route, other] {
            if let wanted, !finding.routes.contains(wanted) { return false }
        }
        guard let name else { return true }
        return finding.rule.map { String($0.rawValue) } == name
            || finding.names.contains { $0.utf8.elementsEqual(name.utf8) }
    }
}
