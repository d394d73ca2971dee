public import RouteDBRouting

extension RegistryEditor {
    /// Adds an access rule.
    ///
    /// A rule that says the same as one that is there is left alone, so adding the same twice is no
    /// error.
    ///
    /// - Parameter draft: The rule.
    /// - Returns: What happened, and to which rule.
    /// - Throws: `invalidRule`, also for a condition on a parameter that no route of the scope has;
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

    /// Takes an access rule away.
    ///
    /// - Parameter id: Its number.
    /// - Returns: The rule that it was.
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

    /// The access rules, by age.
    ///
    /// - Parameter place: What they cover; `nil`: all rules.
    /// - Returns: The rules of just that scope, and of none around it.
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
    /// The error of a rule that is not there.
    package init(noRule id: RuleID, endedBy revision: Int64? = nil) {
        self.init(
            .ruleNotFound, "No access rule has the number \(id.rawValue).",
            hint: revision.map { "Revision \($0) removed it." } ?? "It has never existed.")
    }
}
