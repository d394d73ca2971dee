public import RouteDBDatabase
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

extension RegistryEditor {
    /// Adds a suppression of lint findings, or replaces the reason of an existing one.
    ///
    /// The findings need not exist yet.
    ///
    /// - Parameter draft: The suppression.
    /// - Returns: What was done, with the suppression.
    /// - Throws: `invalidValue` if it names nothing or has no reason; `routeNotFound`,
    ///   `nameAmbiguous`, `namespaceNotFound`.
    @discardableResult
    public func addSuppression(
        _ draft: SuppressionDraft
    ) throws(RouteDBError) -> EditOutcome<LintSuppression> {
        try perform { () throws(RouteDBError) in
            try check(draft)
            let route = try draft.route.map { (reference) throws(RouteDBError) in
                try live.find(reference).id
            }
            let other = try draft.other.map { (reference) throws(RouteDBError) in
                try live.find(reference).id
            }
            let namespace = try draft.namespace.map { (name) throws(RouteDBError) in
                try live.namespace(named: name).id
            }
            func suppression(_ id: Int64) -> LintSuppression {
                LintSuppression(
                    id: id, code: draft.code, route: route, other: other, namespace: namespace,
                    name: draft.name, reason: draft.reason)
            }
            let twin = try live.suppressions.twin(of: suppression(0))
            if let twin, twin.reason.utf8.elementsEqual(draft.reason.utf8) {
                return .unchanged(twin)
            }
            let revision = try makeRevision()
            if let twin { try live.suppressions.end(id: twin.id, in: revision) }
            let id = if let twin { twin.id } else { try makeID(in: live.suppressions) }
            let new = suppression(id)
            try live.suppressions.insert(new, in: revision)
            return twin == nil ? .added(new) : .replaced(new)
        }
    }

    /// Removes a suppression.
    ///
    /// - Parameter id: The id of the suppression.
    /// - Returns: The removed suppression.
    /// - Throws: `suppressionNotFound`.
    @discardableResult
    public func removeSuppression(_ id: Int64) throws(RouteDBError) -> LintSuppression {
        try perform { () throws(RouteDBError) in
            guard let found = try live.suppressions.find(id: id) else {
                throw RouteDBError(noSuppression: id, hint: try live.suppressions.fate(of: id))
            }
            try live.suppressions.end(id: id, in: try makeRevision())
            return found
        }
    }

    private func check(_ draft: SuppressionDraft) throws(RouteDBError) {
        guard draft.route != nil || draft.namespace != nil || draft.name != nil,
            draft.other == nil || draft.route != nil
        else {
            throw RouteDBError(
                .invalidValue, "The suppression does not say which findings it applies to.",
                hint: "Name a route, a namespace or a name.")
        }
        if let name = draft.name { try EditRules.checkText(name, called: "name of a finding") }
        try EditRules.checkReason(draft.reason)
    }
}
