/// The access rules of a registry, compiled: by scope, then by subject, so that a decision looks
/// only at rules for the route that are for the principal.
final class AccessTable: Sendable {
    /// The rules of one scope, as indices, rising.
    struct ScopeRules: Sendable {
        var anyone: [Int32] = []
        var anonymous: [Int32] = []
        var authenticated: [Int32] = []
        var principals: [String: [Int32]] = [:]
        var roles: [String: [Int32]] = [:]
        var claims: [String: [Int32]] = [:]
        /// Until when an allow rule that counts closes the scope, in microseconds; `nil`: never
        /// closed.
        var closedUntil: Int64?
    }

    let rules: [AccessRule]
    let zones: [String: ZoneRules]
    private let namespaces: [NamespaceID: ScopeRules]
    private let groups: [DefaultScope: ScopeRules]
    private let routes: [RouteID: ScopeRules]

    /// Compiles rules.
    ///
    /// - Parameters:
    ///   - rules: The rules, by age.
    ///   - zones: The time zones that the rules name, by name.
    init(_ rules: [AccessRule], zones: [String: ZoneRules]) {
        self.rules = rules
        self.zones = zones.merging(Self.fixedZones(rules)) { named, _ in named }
        var namespaces: [NamespaceID: ScopeRules] = [:]
        var groups: [DefaultScope: ScopeRules] = [:]
        var routes: [RouteID: ScopeRules] = [:]
        for (index, rule) in rules.enumerated() {
            switch rule.scope {
            case .namespace(let id): namespaces[id, default: .init()].add(rule, Int32(index))
            case .group: groups[rule.scope, default: .init()].add(rule, Int32(index))
            case .route(let id): routes[id, default: .init()].add(rule, Int32(index))
            }
        }
        self.namespaces = namespaces
        self.groups = groups
        self.routes = routes
    }

    /// The zones that are offsets, which need no database.
    private static func fixedZones(_ rules: [AccessRule]) -> [String: ZoneRules] {
        var zones: [String: ZoneRules] = [:]
        for rule in rules {
            for case .window(let window) in rule.conditions.lazy.map(\.test) {
                zones[window.zone] = ZoneRules(fixed: window.zone)
            }
        }
        return zones
    }

    /// Calls a closure with the rules of each scope of a route.
    @inline(__always)
    func forEachScope(of route: Route, _ body: (ScopeRules) -> Void) {
        if !namespaces.isEmpty, let found = namespaces[route.namespace] { body(found) }
        if !groups.isEmpty, let group = route.group,
            let found = groups[.group(route.namespace, group)]
        {
            body(found)
        }
        if !routes.isEmpty, let found = routes[route.id] { body(found) }
    }
}

extension AccessTable.ScopeRules {
    fileprivate mutating func add(_ rule: AccessRule, _ index: Int32) {
        switch rule.subject {
        case .anyone: anyone.append(index)
        case .anonymous: anonymous.append(index)
        case .authenticated: authenticated.append(index)
        case .principal(let id): principals[id, default: []].append(index)
        case .role(let role): roles[role, default: []].append(index)
        case .claim(let name, _): claims[name, default: []].append(index)
        }
        if rule.effect == .allow && !rule.isShadow {
            closedUntil = max(closedUntil ?? .min, rule.until ?? .max)
        }
    }

    /// Calls a closure with the index of each rule that may be for somebody; one of claims may
    /// want another value, and one of a role that is given twice comes twice.
    @inline(__always)
    func forEachCandidate(for principal: Principal?, _ body: (Int32) -> Void) {
        for index in anyone { body(index) }
        guard let principal else {
            for index in anonymous { body(index) }
            return
        }
        for index in authenticated { body(index) }
        if !principals.isEmpty { principals[principal.id]?.forEach(body) }
        if !roles.isEmpty { for role in principal.roles { roles[role]?.forEach(body) } }
        if !claims.isEmpty {
            for claim in principal.claims.members { claims[claim.key]?.forEach(body) }
        }
    }
}
