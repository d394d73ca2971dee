/// The compiled access rules of a registry, indexed by scope and subject, so that a decision
/// examines only the rules for the route and the principal.
package final class AccessTable: Sendable {
    /// The part of a rule that decides on its own if the rule has no conditions.
    struct Summary: Sendable, BitwiseCopyable {
        enum Kind: Sendable { case allow, deny, challenge }

        let kind: Kind
        let isShadow: Bool
        let hasConditions: Bool
        /// The expiry time; `Int64.max` if it does not expire.
        let until: Timestamp
    }

    private struct Group: Hashable {
        let namespace: NamespaceID
        let name: TextKey
    }

    let rules: [AccessRule]
    /// Indexed like the rules.
    let summaries: FixedArray<Summary>
    let zones: [String: ZoneRules]
    /// True if any rule depends on the time of requests.
    let asksForTime: Bool
    /// The attributes of requests that any rule reads.
    package let attributeNames: AttributeNames
    let subjects: AccessSubjects
    let index: RuleIndex
    /// The time until which enforced allow rules close each scope; ``Timestamp/distantPast`` if never.
    let closedUntil: FixedArray<Timestamp>
    // The numbers of the scopes that have rules.
    /// Indexed by the position of the namespace in the registry.
    private let namespaces: [UInt32?]
    private let groups: [Group: UInt32]
    /// Indexed by route id.
    private let routes: NumberIndex

    /// Compiles rules.
    init(_ rules: [AccessRule], zones: [String: ZoneRules], namespaces places: [RouteNamespace]) {
        self.rules = rules
        summaries = FixedArray(rules.map(Summary.init))
        asksForTime = rules.contains { rule in
            rule.until != nil || rule.conditions.contains { $0.attribute == .time }
        }
        attributeNames = AttributeNames(rules)
        self.zones = zones.merging(Self.fixedZones(rules)) { named, _ in named }
        var subjects = AccessSubjects.Builder()
        var namespaces: [NamespaceID: UInt32] = [:]
        var groups: [Group: UInt32] = [:]
        var routes: [RouteID: UInt32] = [:]
        var closedUntil: [Timestamp] = []
        let pairs = rules.map { rule in
            let next = UInt32(closedUntil.count)
            let scope: UInt32
            switch rule.scope {
            case .namespace(let id): scope = namespaces.number(of: id, orNew: next)
            case .group(let id, let name):
                let group = Group(namespace: id, name: TextKey(name))
                scope = groups.number(of: group, orNew: next)
            case .route(let id): scope = routes.number(of: id, orNew: next)
            }
            if scope == next { closedUntil.append(.distantPast) }
            if rule.effect == .allow && !rule.isShadow {
                closedUntil[Int(scope)] = max(closedUntil[Int(scope)], rule.until ?? .distantFuture)
            }
            return (scope, subjects.number(of: rule.subject))
        }
        index = RuleIndex(pairs, scopes: closedUntil.count)
        self.subjects = AccessSubjects(subjects)
        self.closedUntil = FixedArray(closedUntil)
        self.namespaces = places.map { namespaces[$0.id] }
        self.groups = groups
        self.routes = NumberIndex(
            routes.map { (UInt64(bitPattern: $0.key.rawValue), $0.value) })
    }

    /// The zones that are fixed offsets, which need no database.
    private static func fixedZones(_ rules: [AccessRule]) -> [String: ZoneRules] {
        var zones: [String: ZoneRules] = [:]
        for rule in rules {
            for case .window(let window) in rule.conditions.lazy.map(\.test) {
                zones[window.zone] = ZoneRules(fixed: window.zone)
            }
        }
        return zones
    }

    /// The scopes of a route that have rules.
    @inline(__always)
    func scopes(
        _ place: Int, _ namespace: NamespaceID, _ group: String?, _ route: RouteID
    ) -> (UInt32?, UInt32?, UInt32?) {
        let ofGroup =
            groups.isEmpty
            ? nil
            : group.flatMap { groups[Group(namespace: namespace, name: TextKey($0))] }
        return (namespaces[place], ofGroup, routes[UInt64(bitPattern: route.rawValue)])
    }
}

extension Dictionary where Value == UInt32 {
    /// The number of a key; a new key gets the given number.
    fileprivate mutating func number(of key: Key, orNew new: UInt32) -> UInt32 {
        if let number = self[key] { return number }
        self[key] = new
        return new
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
        until = rule.until ?? .distantFuture
    }
}
