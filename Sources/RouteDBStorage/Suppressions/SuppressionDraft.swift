public import RouteDBRouting

/// A suppression that is to be added: the findings that it is about, and why they may stay.
public struct SuppressionDraft: Hashable, Sendable {
    /// The code of the findings.
    public var code: LintCode
    /// A route that they are about; `nil`: any, and none.
    public var route: RouteReference?
    /// Another route that they are about.
    public var other: RouteReference?
    /// The name of the namespace that they are in; `nil`: any, and none.
    public var namespace: String?
    /// A name that they are about, or the number of an access rule; `nil`: any, and none.
    public var name: String?
    /// Why they may stay.
    public var reason: String

    /// Creates a draft.
    ///
    /// - Parameters:
    ///   - code: The code of the findings.
    ///   - route: A route that they are about.
    ///   - other: Another route that they are about.
    ///   - namespace: The name of the namespace that they are in.
    ///   - name: A name that they are about, or the number of an access rule.
    ///   - reason: Why they may stay.
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
