import RouteDBRouting
import RouteDBTestSupport

/// A small registry for tests of access: two routes of one group in a namespace, a third without
/// group, and one of another namespace with a group of the same name.
struct AccessProbe {
    static let namespace = NamespaceID(rawValue: 1)
    static let other = NamespaceID(rawValue: 2)
    static let users = RouteID(rawValue: 1)
    static let admins = RouteID(rawValue: 2)
    static let home = RouteID(rawValue: 3)
    static let away = RouteID(rawValue: 4)
    /// 2026-01-01T00:00:00Z, a Thursday.
    static let time: Timestamp = 1_767_225_600_000_000

    let table: RoutingTable

    init(
        _ rules: [AccessRule], access: RouteNamespace.Access = .open, fallbackTarget: String? = nil,
        zones: [String: ZoneRules] = [:]
    ) throws {
        let routes = [
            Route(
                id: Self.users, namespace: Self.namespace, name: "users", group: "g",
                pattern: try RoutePattern("/users/{id}"), target: "user"),
            Route(
                id: Self.admins, namespace: Self.namespace, group: "g",
                pattern: try RoutePattern("/admins/{id}"), target: "admin"),
            Route(
                id: Self.home, namespace: Self.namespace, pattern: try RoutePattern("/{page}/{id}"),
                target: "page"),
            Route(
                id: Self.away, namespace: Self.other, group: "g",
                pattern: try RoutePattern("/users/{id}"), target: "away"),
        ]
        table = RoutingTable(
            RegistrySnapshot(
                revision: 1,
                namespaces: [
                    RouteNamespace(
                        id: Self.namespace, name: RouteNamespace.defaultName,
                        fallbackTarget: fallbackTarget, access: access),
                    RouteNamespace(id: Self.other, name: "other", schemes: ["other"]),
                ],
                routes: routes, accessRules: rules, zones: zones))
    }

    func resolve(
        _ url: String, as principal: RequestPrincipal? = nil, at time: Timestamp? = Self.time,
        _ context: JSONObject = [:]
    ) -> Resolution {
        var request = ResolutionRequest(url, context: context)
        request.principal = principal
        request.time = time
        return table.resolve(request)
    }

    /// What becomes of a request to `/users/5`, in short: the verdict and the deciding rules.
    func verdict(
        _ principal: RequestPrincipal? = nil, at time: Timestamp? = Self.time,
        _ context: JSONObject = [:],
        url: String = "/users/5"
    ) -> String {
        let access = resolve(url, as: principal, at: time, context).access
        let rules = access.rules.map { " \($0.rawValue)" }.joined()
        return "\(access.verdict) \(access.reason.rawValue)\(rules)"
    }
}

extension AccessRule {
    /// A rule on the route `/users/{id}`, unless another scope is given.
    static func test(
        _ id: Int64, _ effect: Effect, _ subject: Subject = .anyone, _ conditions: [String] = [],
        on scope: RouteScope = .route(AccessProbe.users), shadow: Bool = false,
        until: Timestamp? = nil, code: String? = nil, message: String? = nil
    ) throws -> AccessRule {
        AccessRule(
            id: RuleID(rawValue: id), scope: scope, effect: effect, subject: subject,
            conditions: try conditions.map { text in try AccessRule.Condition(text) },
            isShadow: shadow,
            until: until, code: code, message: message)
    }
}
