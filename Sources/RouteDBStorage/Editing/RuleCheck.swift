package import RouteDBDatabase
package import RouteDBRouting

/// Checks the content of access rules.
enum RuleCheck {
    /// Checks everything about a rule that does not depend on the registry.
    static func check(_ rule: AccessRule) throws(RouteDBError) {
        try checkTexts(of: rule)
        for name in rule.zoneNames where ZoneFiles.zone(name) == nil {
            throw ZoneFiles.unknown(name, .invalidRule)
        }
    }

    /// Checks what does not depend on the time zones of the system either.
    static func checkTexts(of rule: AccessRule) throws(RouteDBError) {
        if let target = rule.effect.target {
            try EditRules.checkText(target, called: "target of a challenge")
        }
        try check(rule.subject)
        for condition in rule.conditions { try check(condition) }
        if let until = rule.until, !until.isWritable {
            throw RouteDBError(
                .invalidRule,
                "The expiry time \(until.microseconds), in microseconds, is after the year 9999.",
                hint: "Omit it for a rule that does not expire.")
        }
        if let code = rule.code { try EditRules.checkText(code, called: "code of a rule") }
        if let message = rule.message {
            try EditRules.checkText(message, called: "message of a rule")
        }
    }

    private static func check(_ subject: AccessRule.Subject) throws(RouteDBError) {
        switch subject {
        case .anyone, .anonymous, .authenticated: break
        case .principal(let id): try EditRules.checkText(id, called: "principal")
        case .role(let name): try EditRules.checkText(name, called: "role")
        case .claim(let name, let value):
            try EditRules.checkText(name, called: "name of a claim")
            switch value {
            case .array?, .object?, .null?:
                throw RouteDBError(
                    .invalidRule,
                    "The value of the claim '\(name)' is neither a string nor a number"
                        + " nor a Boolean.",
                    hint: "Omit it to accept any value.")
            case .bool?, .int?, .double?, .string?, nil: break
            }
        }
    }

    /// Checks that a condition can be read back from its text, which is what is stored.
    private static func check(_ condition: AccessRule.Condition) throws(RouteDBError) {
        do {
            if try AccessRule.Condition(condition.description) == condition { return }
        } catch {
            throw RouteDBError(invalid: error)
        }
        throw RouteDBError(
            .invalidRule, "The condition '\(condition)' cannot be written as text.",
            hint: "Create it from a text.")
    }

    /// Checks that each parameter that a rule tests exists in some route of its scope, and can have
    /// the tested value.
    static func check(
        parametersOf rule: AccessRule, among known: ScopeParameters
    ) throws(RouteDBError) {
        guard let name = known.missingParameter(of: rule) else {
            guard let (name, value) = known.impossibleValue(of: rule) else { return }
            throw RouteDBError(
                .invalidRule,
                "No route that the rule covers allows \(value) for the parameter '\(name)'.",
                hint:
                    "Write the value in the form of its type: a UUID in upper case, an integer without"
                    + " leading zeros, true or false.")
        }
        let names = known.names(in: rule.scope)
        throw RouteDBError(
            .invalidRule, "No route that the rule covers has a parameter '\(name)'.",
            hint: NameSuggestion.didYouMean(name, among: names)
                ?? (names.isEmpty
                    ? "These routes have no parameters."
                    : "The routes have the parameters \(names.joined(separator: ", "))."))
    }
}

extension RouteDBError {
    /// Creates the error for a text that is not a condition.
    package init(invalid error: AccessRule.SyntaxError) {
        self.init(.invalidRule, error.message, hint: error.hint, underlying: error)
    }
}
