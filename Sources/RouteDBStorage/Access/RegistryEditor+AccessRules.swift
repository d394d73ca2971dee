public import RouteDBRouting

extension RegistryEditor {
    /// Adds an access rule.
    ///
    /// Adding a rule with the same content as an existing one does nothing, so adding is
    /// idempotent.
    ///
    /// - Parameter draft: The rule.
    /// - Returns: What was done, and the id of the rule.
    /// - Throws: `invalidRule`, also for a condition on a parameter that no route in the scope has;
    ///   `invalidValue`, `namespaceNotFound`, `routeNotFound`, `nameAmbiguous`.
    @discardableResult
    public func addRule(_ draft: RuleDraft) throws(RouteDBError) -> RuleOutcome {
        try perform { () throws(RouteDBError) in
            let scope = try scope(of: draft.place)
            var rule = draft.rule(RuleID(rawValue: 0), in: scope)
            try RuleCheck.check(rule)
            if let twin = try accessRules.twin(of: rule) { return .unchanged(twin) }
            if !rule.parameterNames.isEmpty {
                try RuleCheck.check(parametersOf: rule, amongThoseOf: try routes(in: scope))
            }
            let revision = try makeRevision()
            rule = draft.rule(try makeRuleID(), in: scope)
            try accessRules.insert(rule, revision: revision)
            return .added(rule.id)
        }
    }

    /// Removes an access rule.
    ///
    /// - Parameter id: The id of the rule.
    /// - Returns: The removed rule.
    /// - Throws: `ruleNotFound`.
    @discardableResult
    public func removeRule(_ id: RuleID) throws(RouteDBError) -> AccessRule {
        try perform { () throws(RouteDBError) in
            guard let rule = try accessRules.find(id) else {
                let ended = try accessRules.end(of: id)
                throw RouteDBError(noRule: id, endedBy: ended)
            }
            try accessRules.end(id, revision: try makeRevision())
            return rule
        }
    }

    /// The access rules, oldest first.
    ///
    /// - Parameter place: The scope of the rules, or `nil` for all rules.
    /// - Returns: The rules of exactly that scope, without those of wider scopes.
    /// - Throws: `namespaceNotFound`, `routeNotFound`, `nameAmbiguous`, `invalidValue`.
    public func rules(in place: DefaultPlace? = nil) throws(RouteDBError) -> [AccessRule] {
        try perform { () throws(RouteDBError) in
            guard let place else { return try accessRules.all(at: nil) }
            return try accessRules.rules(in: try scope(of: place))
        }
    }

    private func routes(in scope: RouteScope) throws(RouteDBError) -> [Route] {
        if case .route(let id) = scope {
            guard let record = try routes.find(id) else { return [] }
            return [try routes.route(record)]
        }
        return try routes.live().filter(scope.covers)
    }
}

extension RouteDBError {
    /// Creates the error for a rule that does not exist.
    package init(noRule id: RuleID, endedBy revision: Int64? = nil) {
        self.init(
            .ruleNotFound, "No access rule has the number \(id.rawValue).",
            hint: revision.map { "Revision \($0) removed it." } ?? "It has never existed.")
    }
}
