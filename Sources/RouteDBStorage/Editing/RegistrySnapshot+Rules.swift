public import RouteDBDatabase
public import RouteDBRouting

extension RegistrySnapshot {
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
    package func rule(_ id: RuleID, of draft: RuleDraft) throws(RouteDBError) -> AccessRule {
        let rule = draft.rule(id, in: try scope(of: draft.place))
        try RuleCheck.check(rule)
        try RuleCheck.check(
            parametersOf: rule, among: ScopeParameters(of: [rule], among: routes))
        return rule
    }
}
