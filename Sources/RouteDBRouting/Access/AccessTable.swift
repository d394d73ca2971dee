/// The access rules of a registry, compiled: by scope, then by subject, so that a decision looks
/// only at rules for the route that are for the principal.
final class AccessTable: Sendable {
    /// What of a rule decides alone, if the rule has no conditions.
    struct Summary {
        enum Kind { case allow, deny, challenge }

        let kind: Kind
        let isShadow: Bool
        let hasConditions: Bool
        /// The time from which on the rule does not apply; `Int64.max`: never.
        let until: Int64
    }

    private struct Group: Hashable {
        let namespace: NamespaceID
        let name: TextKey
    }

    let rules: [AccessRule]
    /// By the rules' indices.
    let summaries: [Summary]
    let zones: [String: ZoneRules]
    /// Whether a rule asks for the time of requests.
    let asksForTime: Bool
    private let namespaces: [NamespaceID: ScopeRules]
    private let groups: [Group: ScopeRules]
    private let routes: [RouteID: ScopeRules]

    /// Compiles rules.
    ///
    /// - Parameters:
    ///   - rules: The rules, by age.
    ///   - zones: The time zones that the rules name, by name.
    init(_ rules: [AccessRule], zones: [String: ZoneRules]) {
        self.rules = rules
        summaries = rules.map(Summary.init)
        asksForTime = rules.contains { rule in
            rule.until != nil || rule.conditions.contains { $0.attribute == .time }
        }
        self.zones = zones.merging(Self.fixedZones(rules)) { named, _ in named }
        var namespaces: [NamespaceID: ScopeRules.Builder] = [:]
        var groups: [Group: ScopeRules.Builder] = [:]
        var routes: [RouteID: ScopeRules.Builder] = [:]
        for (index, rule) in rules.enumerated() {
            switch rule.scope {
            case .namespace(let id): namespaces[id, default: .init()].add(rule, Int32(index))
            case .group(let id, let name):
                let group = Group(namespace: id, name: TextKey(name))
                groups[group, default: .init()].add(rule, Int32(index))
            case .route(let id): routes[id, default: .init()].add(rule, Int32(index))
            }
        }
        self.namespaces = namespaces.mapValues(ScopeRules.init)
        self.groups = groups.mapValues(ScopeRules.init)
        self.routes = routes.mapValues(ScopeRules.init)
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
    func forEachScope(
        _ namespace: NamespaceID, _ group: String?, _ route: RouteID, _ body: (ScopeRules) -> Void
    ) {
        if !namespaces.isEmpty, let found = namespaces[namespace] { body(found) }
        if !groups.isEmpty, let group,
            let found = groups[Group(namespace: namespace, name: TextKey(group))]
        {
            body(found)
        }
        if !routes.isEmpty, let found = routes[route] { body(found) }
    }
}

extension AccessTable.Summary {
    fileprivate init(_ rule: AccessRule) {
        kind =
            switch rule.effect {
            case .allow: .allow
            case .deny: .deny
            case .challenge: .challenge
            }
        isShadow = rule.isShadow
        hasConditions = !rule.conditions.isEmpty
        until = rule.until ?? .max
    }
}
