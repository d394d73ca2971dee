/// A rule stored in the registry that accepts certain findings, with a reason.
public struct LintSuppression: Hashable, Sendable {
    /// The stable id, from 1.
    public let id: Int64
    /// The code of the suppressed findings.
    public let code: LintCode
    /// A route that must be involved in the finding, or `nil` for any finding.
    public let route: RouteID?
    /// Another route that must be involved in the finding.
    public let other: RouteID?
    /// The namespace that the finding must be in, or `nil` for any finding.
    public let namespace: NamespaceID?
    /// A name that must be involved in the finding, or the id of an access rule; `nil` for any
    /// finding.
    public let name: String?
    /// Why the findings are acceptable.
    public let reason: String

    /// Creates a suppression.
    ///
    /// - Parameters:
    ///   - id: The stable id.
    ///   - code: The code of the suppressed findings.
    ///   - route: A route that must be involved in the finding.
    ///   - other: Another route that must be involved in the finding.
    ///   - namespace: The namespace that the finding must be in.
    ///   - name: A name that must be involved in the finding, or the id of an access rule.
    ///   - reason: Why the findings are acceptable.
    public init(
        id: Int64, code: LintCode, route: RouteID? = nil, other: RouteID? = nil,
        namespace: NamespaceID? = nil, name: String? = nil, reason: String
    ) {
        self.id = id
        self.code = code
        self.route = route
        self.other = other
        self.namespace = namespace
        self.name = name
        self.reason = reason
    }

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
