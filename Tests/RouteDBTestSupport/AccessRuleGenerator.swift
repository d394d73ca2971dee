package import RouteDBRouting

/// Generates random rules and requests from a seed, with few names so that they often meet.
package struct AccessRuleGenerator {
    package var random: SeededGenerator
    private let names = ["a", "b"]
    private let texts = ["1", "2", "x"]
    private let groups = ["g", "h"]

    package init(seed: UInt64) { random = SeededGenerator(seed: seed) }

    /// Generates a registry of two namespaces with rules.
    package mutating func registry() -> RegistrySnapshot {
        let namespaces = ["default", "other"].enumerated().map { index, name in
            RouteNamespace(
                id: NamespaceID(rawValue: Int64(index) + 1), name: name,
                schemes: index == 0 ? [] : [name], access: random.oneIn(3) ? .closed : .open)
        }
        let routes = (1...6).compactMap { number in
            (try? RoutePattern("/r\(number)/{a}")).map {
                Route(
                    id: RouteID(rawValue: Int64(number)),
                    namespace: namespaces[number % 2].id,
                    group: random.oneIn(3) ? nil : random.pick(groups), pattern: $0,
                    target: "t\(number)")
            }
        }
        let rules = (0..<random.below(9)).map { rule(Int64($0) + 1) }
        return RegistrySnapshot(
            revision: 1, namespaces: namespaces, routes: routes, accessRules: rules)
    }

    /// Generates a request to one of the routes.
    package mutating func request() -> ResolutionRequest {
        let number = 1 + random.below(6)
        var url = (number % 2 == 1 ? "other:" : "") + "/r\(number)/\(random.pick(texts))"
        let items = (0..<random.below(3)).map { _ in "\(random.pick(names))=\(random.pick(texts))" }
        if !items.isEmpty { url += "?" + items.joined(separator: "&") }
        var context = JSONObject()
        for name in names where random.oneIn(2) {
            context[name] = random.oneIn(2) ? .string(random.pick(texts)) : .int(1)
        }
        var request = ResolutionRequest(url, context: context)
        if !random.oneIn(3) {
            request.principal = RequestPrincipal(
                random.pick(names), roles: (0..<random.below(4)).map { _ in random.pick(names) },
                claims: random.oneIn(2) ? [random.pick(names): .string(random.pick(texts))] : [:])
        }
        request.time = random.oneIn(4) ? nil : time()
        return request
    }

    private mutating func rule(_ id: Int64) -> AccessRule {
        let effects: [AccessRule.Effect] = [
            .allow, .allow, .allow, .deny, .challenge("login"), .challenge("upgrade"),
        ]
        return AccessRule(
            id: RuleID(rawValue: id), scope: scope(), effect: random.pick(effects),
            subject: subject(), conditions: (0..<random.below(3)).map { _ in condition() },
            isShadow: random.oneIn(5), until: random.oneIn(4) ? time() : nil,
            code: random.oneIn(2) ? "c\(id)" : nil, message: random.oneIn(2) ? "m\(id)" : nil)
    }

    private mutating func time() -> Timestamp {
        Timestamp(microseconds: Int64(random.below(10)))
    }

    private mutating func scope() -> RouteScope {
        let namespace = NamespaceID(rawValue: 1 + Int64(random.below(2)))
        switch random.below(3) {
        case 0: return .namespace(namespace)
        case 1: return .group(namespace, random.pick(groups))
        default: return .route(RouteID(rawValue: 1 + Int64(random.below(6))))
        }
    }

    private mutating func subject() -> AccessRule.Subject {
        switch random.below(6) {
        case 0: .anyone
        case 1: .anonymous
        case 2: .authenticated
        case 3: .principal(random.pick(names))
        case 4: .role(random.pick(names))
        default:
            .claim(random.pick(names), random.oneIn(2) ? nil : .string(random.pick(texts)))
        }
    }

    private mutating func condition() -> AccessRule.Condition {
        let name = random.pick(names)
        switch random.below(5) {
        case 0: return AccessRule.Condition(.time, .period(time(), nil))
        case 1: return AccessRule.Condition(.principal, .prefix(name))
        case 2: return AccessRule.Condition(.parameter(name), test())
        case 3: return AccessRule.Condition(.query(name), test())
        default: return AccessRule.Condition(.context(name), test())
        }
    }

    private mutating func test() -> AccessRule.Condition.Test {
        switch random.below(4) {
        case 0: .oneOf([.string(random.pick(texts))])
        case 1: .oneOf([.int(1), .string("x")])
        case 2: .range(random.oneIn(2) ? nil : 1, 1)
        default: .prefix(random.pick(texts))
        }
    }
}
