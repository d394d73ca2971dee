import RouteDBRouting

/// Access rules for a registry of one namespace, and requests that they decide.
///
/// The ten rules are of both scopes and all effects. The hundred thousand are those ten, and others
/// for principals, roles and claims that no request has: half of them on the namespace, which
/// every request meets, and half on the routes.
struct AccessRules {
    private let registry: RegistrySnapshot
    let few: [AccessRule]
    let many: [AccessRule]
    let network: AccessRule

    init(_ registry: RegistrySnapshot) {
        self.registry = registry
        var rules: [AccessRule] = []
        func add(
            _ scope: RouteScope, _ effect: AccessRule.Effect, _ subject: AccessRule.Subject,
            _ conditions: [AccessRule.Condition] = []
        ) {
            rules.append(
                AccessRule(
                    id: RuleID(rawValue: Int64(rules.count) + 1), scope: scope, effect: effect,
                    subject: subject, conditions: conditions))
        }
        let namespace = RouteScope.namespace(registry.namespaces[0].id)
        add(namespace, .allow, .role("member"))
        add(namespace, .deny, .claim("suspended", true))
        add(namespace, .challenge("login"), .anonymous)
        add(namespace, .deny, .principal("mallory"))
        let isOld = Self.condition("context.version version ..2")
        let isRisky = Self.condition("context.risk range 5..")
        let routes = registry.routes
        for index in 0..<3 {
            add(.route(routes[index * 7 % routes.count].id), .deny, .anyone, isOld)
            add(.route(routes[index * 11 % routes.count].id), .deny, .role("editor"), isRisky)
        }
        few = rules
        for number in rules.count..<100_000 {
            let route = routes[number % routes.count].id
            let scope = number % 2 == 0 ? namespace : .route(route)
            let effect = number % 4 < 2 ? AccessRule.Effect.deny : .allow
            switch number % 3 {
            case 0: add(scope, effect, .principal("user-\(number)"))
            case 1: add(scope, effect, .role("role-\(number)"))
            default: add(scope, effect, .claim("tenant", .string("t\(number)")))
            }
        }
        many = rules
        network = AccessRule(
            id: RuleID(rawValue: Int64(rules.count) + 1), scope: namespace, effect: .deny,
            subject: .anyone,
            conditions: Self.condition("context.ip network 10.66.0.0/16"))
    }

    /// The condition, which is valid as written here.
    private static func condition(_ text: String) -> [AccessRule.Condition] {
        (try? AccessRule.Condition(text)).map { [$0] } ?? []
    }

    /// The registry with some of the rules.
    func snapshot(_ rules: [AccessRule]) -> RegistrySnapshot {
        var snapshot = registry
        snapshot.accessRules = rules
        return snapshot
    }

    /// Requests of members, one in eight of whom is suspended.
    func requests(_ urls: [String]) -> [ResolutionRequest] {
        let context: JSONObject = ["ip": "192.0.2.7", "version": "3.1.0", "risk": 1]
        return urls.enumerated().map { index, url in
            var request = ResolutionRequest(url, context: context)
            request.principal = RequestPrincipal(
                "alice", roles: ["member", "editor"],
                claims: ["tenant": "acme", "suspended": .bool(index % 8 == 0)])
            request.time = 1_767_225_600_000_000
            return request
        }
    }
}
