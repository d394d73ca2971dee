public import RouteDBRouting

/// A suppression of lint findings to add, with the reason why they are acceptable.
public struct SuppressionDraft: Hashable, Sendable {
    /// The code of the suppressed findings.
    public var code: LintCode
    /// A route that must be involved in the finding, or `nil` for any finding.
    public var route: RouteReference?
    /// Another route that must be involved in the finding.
    public var other: RouteReference?
    /// The name of the namespace that the finding must be in, or `nil` for any finding.
    public var namespace: String?
    /// A name that must be involved in the finding, or the id of an access rule; `nil` for any
    /// finding.
    public var name: String?
    /// Why the findings are acceptable.
    public var reason: String

    /// Creates a draft.
    ///
    /// - Parameters:
    ///   - code: The code of the suppressed findings.
    ///   - route: A route that must be involved in the finding.
    ///   - other: Another route that must be involved in the finding.
    ///   - namespace: The name of the namespace that the finding must be in.
    ///   - name: A name that must be involved in the finding, or the id of an access rule.
    ///   - reason: Why the findings are acceptable.
    public init(
        _ code: LintCode, route: RouteReference? = nil, other: RouteReference? = nil,
        namespace: String? = nil, name: String? = nil, reason: String
    ) {
        self.code = code
        self.route = route
        self.other = other
        self.namespace = namespace
        self.name = name
        self.reason = reason
    }
}
