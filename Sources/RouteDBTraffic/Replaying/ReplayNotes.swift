package import RouteDBRouting
import RouteDBStorage

/// Notes about what registries depend on but hits do not record.
package enum ReplayNotes {
    /// Returns the notes for two registries.
    package static func lines(_ old: RegistrySnapshot, _ new: RegistrySnapshot) -> [String] {
        var notes: [String] = []
        if (old.accessRules + new.accessRules).contains(where: \.asksForMoreThanHits) {
            notes.append(
                "access rules depend on roles, claims or context, which hits do not have: they"
                    + " are evaluated as for requests without them")
        }
        let codes = ReplayOptions.codedConverters(of: [old, new]).sorted()
        if !codes.isEmpty {
            notes.append(
                "converters implemented in code accept any text here: "
                    + codes.map(PlainText.shown).joined(separator: ", "))
        }
        return notes
    }
}

extension AccessRule {
    /// Whether the rule tests what hits do not record: roles, claims or context.
    package var asksForMoreThanHits: Bool {
        switch subject {
        case .role, .claim: return true
        case .anyone, .anonymous, .authenticated, .principal: break
        }
        return conditions.contains { condition in
            if case .context = condition.attribute { true } else { false }
        }
    }
}
