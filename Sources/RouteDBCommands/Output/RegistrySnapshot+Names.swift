import RouteDB

extension AccessRule {
    /// Whether the rule tests what hits do not record: roles, claims or context.
    var asksForMoreThanHits: Bool {
        switch subject {
        case .role, .claim: return true
        case .anyone, .anonymous, .authenticated, .principal: break
        }
        return conditions.contains { condition in
            if case .context = condition.attribute { true } else { false }
        }
    }
}
