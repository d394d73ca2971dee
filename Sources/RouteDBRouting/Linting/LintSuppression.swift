/// A finding that somebody has looked at and wants to keep: data of the registry, with a reason.
public struct LintSuppression: Hashable, Sendable {
    /// The stable number, from 1.
    public let id: Int64
    /// The code of the findings.
    public let code: LintCode
    /// A route that they are about; `nil`: any, and none.
    public let route: RouteID?
    /// Another route that they are about.
    public let other: RouteID?
    /// The namespace that they are in; `nil`: any, and none.
    public let namespace: NamespaceID?
    /// A name that they are about, or the number of an access rule; `nil`: any, and none.
    public let name: String?
    /// Why it may stay as it is.
    public let reason: String

    /// Makes a suppression.
    ///
    /// - Parameters:
    ///   - id: The stable number.
    ///   - code: The code of the findings.
    ///   - route: A route that they are about.
    ///   - other: Another route that they are about.
    ///   - namespace: The namespace that they are in.
    ///   - name: A name that they are about, or the number of an access rule.
    ///   - reason: Why it may stay as it is.
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

    /// Whether a finding is one of those.
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
