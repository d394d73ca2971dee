package import RouteDBRouting

/// Decides access naively: applies every statement of `Docs/access.md` in order to all rules.
///
/// It shares no code with the compiled rules. It supports the condition tests that
/// ``AccessRuleGenerator`` generates, and values that are strings or small whole numbers.
package struct ReferenceAccess {
    /// A mistake to make on purpose.
    package enum Mistake: Sendable, CaseIterable {
        case allowBeatsChallenge, denyNeedsAttributes, shadowCloses, untilIsForever
    }

    package struct Answer: Hashable {
        package var verdict: AccessDecision.Verdict
        package var reason: AccessDecision.Reason
        var rules: [RuleID] = []
        var shadow: [RuleID] = []
        var code: String?
        var message: String?
        var target: String?
    }

    private let registry: RegistrySnapshot
    private let mistake: Mistake?

    package init(_ registry: RegistrySnapshot, mistake: Mistake? = nil) {
        self.registry = registry
        self.mistake = mistake
    }

    /// Decides a request to a route with the given parameters.
    package func answer(
        _ request: ResolutionRequest, to route: Route, _ parameters: JSONObject
    ) -> Answer {
        let considered = registry.accessRules.filter { covers($0.scope, route) }
        let applying = considered.filter { applies($0, request, parameters) }
        let enforcing = applying.filter { !$0.isShadow }
        let denies = enforcing.filter { $0.effect == .deny }
        let challenges = enforcing.filter { target(of: $0) != nil }
        let allows = enforcing.filter { $0.effect == .allow }
        let isCovered = considered.contains { rule in
            let isOver = request.time.map { !isBefore($0, rule) } ?? false
            return rule.effect == .allow && !isOver
                && (!rule.isShadow || mistake == .shadowCloses)
        }
        let isClosed =
            registry.namespaces.first { $0.id == route.namespace }?.access == .closed
        var answer: Answer
        if !denies.isEmpty {
            answer = refusal(.deny, denies)
        } else if !challenges.isEmpty && (mistake != .allowBeatsChallenge || allows.isEmpty) {
            answer = refusal(.challenge, challenges)
        } else if !allows.isEmpty {
            answer = Answer(verdict: .allow, reason: .rules, rules: allows.map(\.id))
        } else if isCovered {
            answer = Answer(verdict: .deny, reason: .notAllowed)
        } else {
            answer =
                isClosed
                ? Answer(verdict: .deny, reason: .closed)
                : Answer(verdict: .allow, reason: .open)
        }
        answer.shadow = applying.filter(\.isShadow).map(\.id)
        return answer
    }

    private func refusal(_ verdict: AccessDecision.Verdict, _ rules: [AccessRule]) -> Answer {
        Answer(
            verdict: verdict, reason: .rules, rules: rules.map(\.id),
            code: rules.first { $0.code != nil }?.code,
            message: rules.first { $0.message != nil }?.message,
            target: rules.first.flatMap(target))
    }

    private func target(of rule: AccessRule) -> String? {
        if case .challenge(let target) = rule.effect { target } else { nil }
    }

    private func covers(_ scope: RouteScope, _ route: Route) -> Bool {
        var scopes: [RouteScope] = [.namespace(route.namespace), .route(route.id)]
        if let group = route.group { scopes.append(.group(route.namespace, group)) }
        return scopes.contains(scope)
    }

    private func isBefore(_ time: Timestamp, _ rule: AccessRule) -> Bool {
        guard let until = rule.until, mistake != .untilIsForever else { return true }
        return time < until
    }

    private func applies(
        _ rule: AccessRule, _ request: ResolutionRequest, _ parameters: JSONObject
    ) -> Bool {
        let failsSafe = rule.effect != .allow && mistake != .denyNeedsAttributes
        guard includes(rule.subject, request.principal) else { return false }
        if let time = request.time {
            if !isBefore(time, rule) { return false }
        } else if rule.until != nil && rule.effect == .allow {
            return false
        }
        return rule.conditions.allSatisfy { condition in
            let values = values(of: condition.attribute, request, parameters)
            let answers = Set(values.map { holds(condition.test, $0) })
            guard answers.count == 1, let answer = answers.first, let answer else {
                return failsSafe
            }
            return answer
        }
    }

    private func includes(_ subject: AccessRule.Subject, _ principal: RequestPrincipal?) -> Bool {
        guard let principal else { return subject == .anyone || subject == .anonymous }
        switch subject {
        case .anyone, .authenticated: return true
        case .anonymous: return false
        case .principal(let id): return id == principal.id
        case .role(let role): return principal.roles.contains(role)
        case .claim(let name, let value):
            return principal.claims.members.contains {
                $0.key == name && (value == nil || value == $0.value)
            }
        }
    }

    private func values(
        of attribute: AccessRule.Condition.Attribute, _ request: ResolutionRequest,
        _ parameters: JSONObject
    ) -> [JSONValue] {
        let found: JSONValue?
        switch attribute {
        case .parameter(let name): found = parameters[name]
        case .context(let name): found = request.context[name]
        case .principal: found = request.principal.map { .string($0.id) }
        case .time: found = request.time.map { .int($0.microseconds) }
        case .query(let name):
            // Only plain items: this tests rules, not URLs.
            let query = request.url.split(separator: "?").dropFirst().first ?? ""
            return query.split(separator: "&").compactMap { item in
                let parts = item.split(separator: "=")
                return parts[0] == name ? .string(String(parts[1])) : nil
            }
        }
        return found.map { [$0] } ?? []
    }

    /// Returns whether a test holds; `nil` if the value cannot be tested that way.
    private func holds(_ test: AccessRule.Condition.Test, _ value: JSONValue) -> Bool? {
        let text: String
        switch value {
        case .string(let string): text = string
        case .int(let number): text = "\(number)"
        default: return nil
        }
        switch test {
        case .oneOf(let wanted):
            return wanted.contains { $0 == .string(text) || $0.description == text }
        case .range(let low, let high):
            guard let number = Int(text).map(Double.init) else { return nil }
            return number >= (low?.nearest ?? -.infinity) && number <= (high?.nearest ?? .infinity)
        case .prefix(let prefix):
            if case .int = value { return nil }
            return text.hasPrefix(prefix)
        case .period(let start, let end):
            guard case .int(let time) = value else { return nil }
            return time >= start?.microseconds ?? .min && time <= end?.microseconds ?? .max
        case .network, .version, .percent, .window: return nil
        }
    }
}

extension ReferenceAccess.Answer {
    /// Creates the compared part of a decision.
    package init(_ access: AccessDecision) {
        self.init(
            verdict: access.verdict, reason: access.reason, rules: access.rules,
            shadow: access.shadow, code: access.code, message: access.message,
            target: access.challengeTarget)
    }
}
