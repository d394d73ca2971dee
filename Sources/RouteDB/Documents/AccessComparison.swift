import RouteDBDatabase
package import RouteDBRouting
import RouteDBStorage

extension RegistryPlan {
    /// A change that may let somebody pass whom the access rules refused before.
    package struct Widening: Hashable, Sendable {
        /// The cause of a widening.
        package enum Cause: Hashable, Sendable {
            /// A rule that denies or challenges does so no more, or to fewer requests.
            case lifted(AccessRule)
            /// A rule allows requests that none allowed before.
            case granted(AccessRule)
            /// A place that only allow rules or the namespace's access closed is open, or will be earlier.
            case opened
        }

        /// The widest place where it changes: a namespace, a group or a route.
        package let scope: RouteScope
        /// The cause of the change there.
        package let cause: Cause

        package init(scope: RouteScope, cause: Cause) {
            (self.scope, self.cause) = (scope, cause)
        }
    }
}

/// Compares the access rules of two states of a registry, to find where a request may pass that was
/// refused.
///
/// Rules are compared one by one, so this is exact where a rule is removed, added or narrowed, and
/// errs on the side of wider where several rules take the place of one.
///
/// 1. A request is refused by a rule that denies or challenges, whichever rules allow it. Nothing gets
///    wider there if each such rule is implied by one afterwards with the same effect, or by one that
///    denies.
/// 2. Else it passes if an allow rule applies, or if nothing closes the place: neither the namespace
///    nor an allow rule that has not expired. Nothing gets wider there if the place is closed as long
///    as before, and each allow rule implies one of before; or if it was open anyway.
package struct AccessComparison {
    private let before: RegistrySnapshot
    private let after: RegistrySnapshot

    package init(from before: RegistrySnapshot, to after: RegistrySnapshot) {
        (self.before, self.after) = (before, after)
    }

    /// The widenings, from wide places to narrow ones; a route repeats nothing that its group or
    /// namespace says.
    package var widenings: [RegistryPlan.Widening] {
        guard isChanged else { return [] }
        let (old, new) = (AccessRules(of: before), AccessRules(of: after))
        var found: [RegistryPlan.Widening] = []
        var said: [AccessRules.Place: Set<RegistryPlan.Widening.Cause>] = [:]
        func compare(_ scope: RouteScope, _ left: AccessRules.Place, _ right: AccessRules.Place) {
            for cause in old.access(at: left).causes(to: new.access(at: right)) {
                guard !left.andWider.contains(where: { said[$0]?.contains(cause) ?? false }) else {
                    continue
                }
                said[left, default: []].insert(cause)
                found.append(RegistryPlan.Widening(scope: scope, cause: cause))
            }
        }
        let kept = Set(after.namespaces.map(\.id))
        for id in before.namespaces.map(\.id) where kept.contains(id) {
            compare(.namespace(id), AccessRules.Place(id), AccessRules.Place(id))
        }
        let known = Set(old.groups)
        for place in old.groups + new.groups.filter({ !known.contains($0) }) {
            guard let group = place.group, kept.contains(place.namespace) else { continue }
            compare(.group(place.namespace, group.text), place, place)
        }
        let places = Self.places(after)
        for route in before.routes {
            let place = AccessRules.Place(route)
            guard let next = places[route.id],
                next != place || old.hasRules(at: place) || new.hasRules(at: next)
            else { continue }
            compare(.route(route.id), place, next)
        }
        return found
    }

    /// True if anything that decides access differs: most plans change nothing of it.
    private var isChanged: Bool {
        guard before.accessRules == after.accessRules else { return true }
        let access = { (snapshot: RegistrySnapshot) in
            snapshot.namespaces.map { [$0.id.rawValue, $0.access == .closed ? 1 : 0] }
        }
        if access(before) != access(after) { return true }
        let now = Self.places(after)
        return before.routes.contains { route in
            now[route.id].map { $0 != AccessRules.Place(route) } ?? false
        }
    }

    private static func places(_ snapshot: RegistrySnapshot) -> [RouteID: AccessRules.Place] {
        Dictionary(
            snapshot.routes.map { ($0.id, AccessRules.Place($0)) },
            uniquingKeysWith: { first, _ in first })
    }
}

/// The enforcing access rules of a registry, by what they cover.
private struct AccessRules {
    /// The place that decides which rules cover a route.
    struct Place: Hashable {
        let namespace: NamespaceID
        var group: TextKey?
        var route: RouteID?

        init(_ namespace: NamespaceID, group: TextKey? = nil) {
            (self.namespace, self.group) = (namespace, group)
        }

        init(_ route: Route) {
            self.init(route.namespace, group: route.group.map { TextKey($0) })
            self.route = route.id
        }

        /// The namespace, the group and the route, as far as it has them.
        var andWider: [Place] {
            let all = [Place(namespace), Place(namespace, group: group), self]
            return all.enumerated().filter { all.firstIndex(of: $1) == $0 }.map(\.element)
        }
    }

    private var byPlace: [Place: [AccessRule]] = [:]
    private let closed: Set<NamespaceID>
    /// The groups that have rules, by their first one.
    private(set) var groups: [Place] = []

    init(of snapshot: RegistrySnapshot) {
        closed = Set(snapshot.namespaces.filter { $0.access == .closed }.map(\.id))
        let routes = RouteIndex(snapshot.routes)
        for rule in snapshot.accessRules where !rule.isShadow {
            let place: Place
            switch rule.scope {
            case .namespace(let id): place = Place(id)
            case .group(let id, let group):
                place = Place(id, group: TextKey(group))
                if byPlace[place] == nil { groups.append(place) }
            case .route(let id):
                guard let route = routes[id] else { continue }
                place = Place(route)
            }
            byPlace[place, default: []].append(rule)
        }
    }

    /// Returns whether a place has rules of its own.
    func hasRules(at place: Place) -> Bool { byPlace[place] != nil }

    /// Returns the access at a place, by its own rules and those of what it is in.
    func access(at place: Place) -> PlaceAccess {
        PlaceAccess(
            rules: place.andWider.flatMap { byPlace[$0] ?? [] },
            isClosed: closed.contains(place.namespace))
    }
}

/// The rules and the time that decide access at one place.
private struct PlaceAccess {
    private let refusals: [AccessRule]
    private let allowances: [AccessRule]
    /// The time until which requests that no rule allows are refused; ``Timestamp/distantPast`` if they never are.
    private let closedUntil: Timestamp

    init(rules: [AccessRule], isClosed: Bool) {
        refusals = rules.filter { $0.effect != .allow }
        allowances = rules.filter { $0.effect == .allow }
        closedUntil =
            isClosed
            ? .distantFuture
            : allowances.map { $0.until ?? .distantFuture }.max() ?? .distantPast
    }

    /// Returns why more requests may pass by other rules than by these.
    func causes(to other: PlaceAccess) -> [RegistryPlan.Widening.Cause] {
        var causes: [RegistryPlan.Widening.Cause] = []
        let kept = Set(other.refusals)
        let refusing = RulesBySubject(other.refusals)
        for rule in refusals where !kept.contains(rule) {
            let isKept = refusing.including(rule.subject).contains {
                ($0.effect == .deny || $0.effect == rule.effect) && rule.isContained(in: $0)
            }
            if !isKept { causes.append(.lifted(rule)) }
        }
        guard closedUntil > .distantPast else { return causes }
        if other.closedUntil < closedUntil { causes.append(.opened) }
        let known = Set(allowances)
        let allowing = RulesBySubject(allowances)
        for rule in other.allowances where !known.contains(rule) {
            let isKnown = allowing.including(rule.subject).contains(where: rule.isContained)
            if !isKnown { causes.append(.granted(rule)) }
        }
        return causes
    }
}

/// Rules by their subjects, so that a rule is compared with few of many.
private struct RulesBySubject {
    private var rules: [TextKey: [AccessRule]] = [:]

    init(_ rules: [AccessRule]) {
        for rule in rules { self.rules[rule.subject.key, default: []].append(rule) }
    }

    /// Returns the rules whose subject includes every principal that a subject includes.
    func including(_ subject: AccessRule.Subject) -> [AccessRule] {
        ([subject] + subject.wider).flatMap { rules[$0.key] ?? [] }
    }
}

extension AccessRule {
    /// Returns whether another rule, whose subject includes that of this one, applies to every request to
    /// which this one applies, at any time.
    fileprivate func isContained(in other: AccessRule) -> Bool {
        let conditions = Set(conditions.map { TextKey($0.description) })
        return other.conditions.allSatisfy { conditions.contains(TextKey($0.description)) }
            && (until ?? .distantFuture) <= (other.until ?? .distantFuture)
    }
}

extension AccessRule.Subject {
    /// The subject as a key.
    fileprivate var key: TextKey { TextKey(json.description) }

    /// Other subjects that include every principal that this one includes.
    fileprivate var wider: [Self] {
        switch self {
        case .anyone: []
        case .authenticated, .anonymous: [.anyone]
        case .claim(let name, .some): [.claim(name, nil), .authenticated, .anyone]
        case .principal, .role, .claim: [.authenticated, .anyone]
        }
    }
}
