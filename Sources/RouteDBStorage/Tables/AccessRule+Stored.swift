import RouteDBRouting

extension AccessRule.Effect {
    /// The names of the effects, as stored and exported.
    static let names = ["allow", "deny", "challenge"]

    /// The name of the effect.
    var name: String {
        switch self {
        case .allow: "allow"
        case .deny: "deny"
        case .challenge: "challenge"
        }
    }

    /// The target of a challenge.
    var target: String? {
        if case .challenge(let target) = self { target } else { nil }
    }

    /// Creates the effect with a name; returns `nil` if the name is unknown, or the target is
    /// missing or superfluous.
    init?(name: String, target: String?) {
        switch (name, target) {
        case ("allow", nil): self = .allow
        case ("deny", nil): self = .deny
        case ("challenge", let target?): self = .challenge(target)
        default: return nil
        }
    }
}

extension AccessRule.Subject {
    /// The name of the kind of subject.
    var sort: String {
        switch self {
        case .anyone: "anyone"
        case .anonymous: "anonymous"
        case .authenticated: "authenticated"
        case .principal: "principal"
        case .role: "role"
        case .claim: "claim"
        }
    }

    /// The principal's id, or the name of the role or claim.
    var name: String? {
        switch self {
        case .anyone, .anonymous, .authenticated: nil
        case .principal(let name), .role(let name), .claim(let name, _): name
        }
    }

    /// The value of the claim.
    var value: JSONValue? {
        if case .claim(_, let value) = self { value } else { nil }
    }

    /// Creates the subject of a kind; returns `nil` if the kind is unknown, or something is missing
    /// or superfluous.
    init?(sort: String, name: String?, value: JSONValue?) {
        switch (sort, name, value) {
        case ("anyone", nil, nil): self = .anyone
        case ("anonymous", nil, nil): self = .anonymous
        case ("authenticated", nil, nil): self = .authenticated
        case ("principal", let name?, nil): self = .principal(name)
        case ("role", let name?, nil): self = .role(name)
        case ("claim", let name?, let value): self = .claim(name, value)
        default: return nil
        }
    }
}

extension AccessRule.Condition {
    /// The conditions in stored form: a JSON list of texts.
    static func stored(_ conditions: [AccessRule.Condition]) -> String {
        JSONValue.array(conditions.map { .string($0.description) }).description
    }

    /// Reads stored conditions; returns `nil` if the text is not a list of conditions.
    static func list(stored text: String) -> [AccessRule.Condition]? {
        guard case .array(let values)? = try? JSONValue(parsing: text) else { return nil }
        var conditions: [AccessRule.Condition] = []
        for value in values {
            guard case .string(let text) = value, let condition = try? AccessRule.Condition(text)
            else {
                return nil
            }
            conditions.append(condition)
        }
        return conditions
    }
}

extension AccessRule {
    /// The time zones that the conditions name, except for fixed offsets.
    var zoneNames: [String] {
        conditions.compactMap { condition in
            guard case .window(let window) = condition.test, ZoneRules(fixed: window.zone) == nil
            else { return nil }
            return window.zone
        }
    }
}
