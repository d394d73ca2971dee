public import RouteDBRouting

extension RegistrySnapshot {
    /// Returns the scope of a place, at the snapshot's revision.
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

    /// Returns the access rule with an id.
    ///
    /// - Parameter id: The id.
    /// - Returns: The rule.
    /// - Throws: `ruleNotFound`.
    public func accessRule(_ id: RuleID) throws(RouteDBError) -> AccessRule {
        if let rule = accessRules.first(where: { $0.id == id }) { return rule }
        throw RouteDBError(noRule: id)
    }

    /// Returns a copy of the snapshot with additional access rules, to try out their effect.
    ///
    /// - Parameter drafts: The rules; those with the same content as an existing rule are left out.
    /// - Returns: The snapshot, and the ids of the added rules.
    /// - Throws: The errors of ``RegistryEditor/addRule(_:)``.
    public func adding(
        rules drafts: [RuleDraft]
    ) throws(RouteDBError) -> (snapshot: RegistrySnapshot, added: [RuleID]) {
        var changed = self
        var added: [RuleID] = []
        var number = accessRules.map(\.id.rawValue).max() ?? 0
        for draft in drafts {
            guard number < .max else {
                throw RouteDBError(.corrupt, "There are no access rule ids left.")
            }
            let rule = try rule(RuleID(rawValue: number + 1), of: draft)
            let isThere = changed.accessRules.contains {
                $0.scope == rule.scope && $0.hasSameContent(as: rule)
            }
            if isThere { continue }
            changed.accessRules.append(rule)
            added.append(rule.id)
            number += 1
        }
        changed.zones = ZoneFiles.zones(namedBy: changed.accessRules)
        return (changed, added)
    }

    /// Creates the rule of a draft, with an id.
    ///
    /// - Throws: The errors of ``RegistryEditor/addRule(_:)``.
    package func rule(_ id: RuleID, of draft: RuleDraft) throws(RouteDBError) -> AccessRule {
        let rule = draft.rule(id, in: try scope(of: draft.place))
        try RuleCheck.check(rule)
        try RuleCheck.check(parametersOf: rule, amongThoseOf: routes.filter(rule.scope.covers))
        return rule
    }
}
