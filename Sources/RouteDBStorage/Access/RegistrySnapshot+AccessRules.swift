public import RouteDBRouting

extension RegistrySnapshot {
    /// The scope that a place is, at the snapshot's revision.
    ///
    /// - Parameter place: The place.
    /// - Returns: The scope.
    /// - Throws: `namespaceNotFound`, `routeNotFound`, `nameAmbiguous`, `invalidPattern`.
    public func scope(of place: DefaultPlace) throws(RouteDBError) -> RouteScope {
        switch place {
        case .namespace(let name): .namespace(try namespace(named: name).id)
        case .group(let name, let group): .group(try namespace(named: name).id, group)
        case .route(let reference): .route(try route(reference).id)
        }
    }

    /// The access rule with a number.
    ///
    /// - Parameter id: The number.
    /// - Returns: The rule.
    /// - Throws: `ruleNotFound`.
    public func accessRule(_ id: RuleID) throws(RouteDBError) -> AccessRule {
        if let rule = accessRules.first(where: { $0.id == id }) { return rule }
        throw RouteDBError(noRule: id)
    }

    /// The snapshot with access rules that it does not have, as if they had been added: to see what
    /// they would do.
    ///
    /// - Parameter drafts: The rules; one that says the same as one that is there is left out.
    /// - Returns: The snapshot, and the numbers of the rules that are new in it.
    /// - Throws: What adding them would throw.
    public func adding(
        rules drafts: [RuleDraft]
    ) throws(RouteDBError) -> (snapshot: RegistrySnapshot, added: [RuleID]) {
        var changed = self
        var added: [RuleID] = []
        var number = accessRules.map(\.id.rawValue).max() ?? 0
        for draft in drafts {
            guard number < .max else {
                throw RouteDBError(.corrupt, "The numbers of access rules are exhausted.")
            }
            let rule = try rule(RuleID(rawValue: number + 1), of: draft)
            let isThere = changed.accessRules.contains {
                $0.scope == rule.scope && $0.saysTheSame(as: rule)
            }
            if isThere { continue }
            changed.accessRules.append(rule)
            added.append(rule.id)
            number += 1
        }
        changed.zones = ZoneFiles.zones(namedBy: changed.accessRules)
        return (changed, added)
    }

    /// The rule of a draft under a number.
    ///
    /// - Throws: What adding it would throw.
    package func rule(_ id: RuleID, of draft: RuleDraft) throws(RouteDBError) -> AccessRule {
        let rule = draft.rule(id, in: try scope(of: draft.place))
        try RuleCheck.check(rule)
        try RuleCheck.check(parametersOf: rule, amongThoseOf: routes.filter(rule.scope.covers))
        return rule
    }
}
