import RouteDBRouting

extension AccessRule {
    /// What the rule says, beside its scope, by the names of the fields.
    var fields: JSONObject {
        var fields: JSONObject = [:]
        switch effect {
        case .allow: fields["effect"] = "allow"
        case .deny: fields["effect"] = "deny"
        case .challenge(let target):
            fields["effect"] = "challenge"
            fields["target"] = .string(target)
        }
        fields["subject"] = subject.field
        if !conditions.isEmpty {
            fields["conditions"] = .array(conditions.map { .string($0.description) })
        }
        if isShadow { fields["shadow"] = true }
        fields["until"] = until.map { .string(Timestamp(microseconds: $0).description) }
        fields["code"] = code.map(JSONValue.string)
        fields["message"] = message.map(JSONValue.string)
        return fields
    }
}

extension AccessRule.Subject {
    fileprivate var field: JSONValue {
        switch self {
        case .anyone: "anyone"
        case .anonymous: "anonymous"
        case .authenticated: "authenticated"
        case .principal(let id): ["principal": .string(id)]
        case .role(let role): ["role": .string(role)]
        case .claim(let name, nil): ["claim": .string(name)]
        case .claim(let name, let value?): ["claim": .string(name), "value": value]
        }
    }
}
