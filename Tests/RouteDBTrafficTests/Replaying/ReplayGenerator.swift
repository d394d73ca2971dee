import RouteDB
import RouteDBTestSupport
import RouteDBTraffic

/// Random registries with all that a resolution tells, changes to them, and hits, from a seed.
struct ReplayGenerator {
    private var registries: RegistryGenerator
    private var urls: URLGenerator
    private var random: SeededGenerator
    private static let principals: [String?] = [nil, nil, "a", "b"]
    private static let kinds = ["GET", "HEAD", "POST", "view"]
    // Of the registries that are being made.
    private var (hasKinds, hasRedirects) = (false, false)

    init(seed: UInt64) {
        registries = RegistryGenerator(seed: seed)
        urls = URLGenerator(seed: seed ^ 0x5555, texts: ["a", "b", "ab", "12", "1-2"])
        random = SeededGenerator(seed: seed ^ 0xAAAA)
    }

    /// Makes a registry and another one that came of it by some changes.
    mutating func pair() -> (base: RegistrySnapshot, head: RegistrySnapshot) {
        var base = registries.registry(routes: 2...12)
        (hasKinds, hasRedirects) = (random.oneIn(4), random.oneIn(2))
        for index in base.routes.indices {
            var route = base.routes[index]
            decorate(&route, in: &base)
            base.routes[index] = route
        }
        for number in 0..<random.below(4) {
            base.accessRules.append(rule(Int64(number) + 1, in: base))
        }
        var head = base
        head.revision = 2
        for _ in 0..<random.below(5) { change(&head) }
        return (base, head)
    }

    /// The registry as another file would have it: with other ids.
    mutating func renumbered(_ snapshot: RegistrySnapshot) -> RegistrySnapshot {
        var other = snapshot
        let routes = Dictionary(
            uniqueKeysWithValues: snapshot.routes.enumerated().map {
                ($1.id, RouteID(rawValue: Int64($0) + 500))
            })
        other.routes = snapshot.routes.map { Self.copy($0, id: routes[$0.id] ?? $0.id) }
        other.defaults = [:]
        for (scope, values) in snapshot.defaults {
            other.defaults[Self.scope(scope, routes)] = values
        }
        for index in other.accessRules.indices {
            other.accessRules[index].scope = Self.scope(snapshot.accessRules[index].scope, routes)
        }
        return other
    }

    private static func scope(_ scope: RouteScope, _ ids: [RouteID: RouteID]) -> RouteScope {
        guard case .route(let id) = scope else { return scope }
        return .route(ids[id] ?? id)
    }

    private static func copy(_ route: Route, id: RouteID) -> Route {
        Route(
            id: id, namespace: route.namespace, name: route.name, group: route.group,
            kind: route.kind, pattern: route.pattern, target: route.target,
            priority: route.priority, isEnabled: route.isEnabled,
            requirements: route.requirements, presentation: route.presentation,
            redirect: route.redirect)
    }

    /// Makes hits that are near to what routes of both take.
    mutating func hits(
        _ count: Int, _ base: RegistrySnapshot, _ head: RegistrySnapshot
    ) -> [ReplayHit] {
        urls.aim(at: base.routes + head.routes)
        return (0..<count).map { _ in
            ReplayHit(
                url: urls.url(),
                time: random.oneIn(8) ? nil : Timestamp(microseconds: Int64(random.below(100))),
                principal: random.pick(Self.principals),
                kind: random.oneIn(3) ? nil : random.pick(Self.kinds), attributes: attributes(),
                weight: Int64(1 + random.below(3)))
        }
    }

    // MARK: Parts

    private mutating func decorate(_ route: inout Route, in snapshot: inout RegistrySnapshot) {
        if random.oneIn(2) { route.name = "r\(route.id.rawValue)" }
        if random.oneIn(3) { route.group = random.pick(["g", "h"]) }
        if hasKinds, random.oneIn(2) { route.kind = random.pick(Self.kinds) }
        if hasRedirects, random.oneIn(3) { route.redirect = redirect() }
        if random.oneIn(6) { route.requirements = [RouteRequirement("p1", .int)] }
        if random.oneIn(4) { route.presentation = presentation() }
        if random.oneIn(4) { snapshot.defaults[.route(route.id)] = defaults() }
        if random.oneIn(8) { snapshot.defaults[.namespace(route.namespace)] = defaults() }
        if random.oneIn(8) { snapshot.defaults[.group(route.namespace, "g")] = defaults() }
    }

    private mutating func redirect() -> RouteRedirect {
        let locations = [
            "/a", "/a/b", "/{p1}", "https://other.example/a", "https://other.example/b",
        ]
        return random.oneIn(6)
            ? .gone : RouteRedirect(to: random.pick(locations), status: random.pick([301, 302]))
    }

    /// What was recorded of a request, or nothing.
    private mutating func attributes() -> ResolutionRequest.Attributes? {
        guard !random.oneIn(3) else { return nil }
        var attributes = ResolutionRequest.Attributes()
        if random.oneIn(2) { attributes.roles = random.oneIn(2) ? ["r"] : [] }
        if random.oneIn(2) { attributes.claims["plan"] = random.oneIn(2) ? "pro" : .null }
        if random.oneIn(2) { attributes.context["build"] = random.oneIn(2) ? 7 : .null }
        return attributes
    }

    private mutating func defaults() -> JSONObject {
        random.oneIn(2) ? ["a": 1, "tab": "x"] : ["tab": random.oneIn(2) ? "x" : "y"]
    }

    private mutating func presentation() -> RoutePresentation {
        var plan = RoutePresentation()
        plan.verb = random.oneIn(2) ? .push : .present
        switch random.below(4) {
        case 0: plan.prestack = [.target("root")]
        case 1: plan.prestack = [.route("/a")]
        case 2: plan.key = "p1"
        default: break
        }
        return plan
    }

    private mutating func rule(_ id: Int64, in snapshot: RegistrySnapshot) -> AccessRule {
        let route = random.pick(snapshot.routes)
        let scopes: [RouteScope] = [
            .namespace(route.namespace), .group(route.namespace, random.pick(["g", "h"])),
            .route(route.id),
        ]
        let conditions: [AccessRule.Condition] =
            switch random.below(4) {
            case 0:
                [
                    AccessRule.Condition(
                        .time, .period(Timestamp(microseconds: Int64(random.below(100))), nil))
                ]
            case 1: [AccessRule.Condition(.context("build"), .oneOf([7]))]
            default: []
            }
        return AccessRule(
            id: RuleID(rawValue: id), scope: random.pick(scopes),
            effect: random.pick([.allow, .deny, .challenge("login")]),
            subject: random.pick([
                .anyone, .anonymous, .principal("a"), .role("r"), .claim("plan", "pro"),
            ]),
            conditions: conditions, isShadow: random.oneIn(5),
            code: random.oneIn(3) ? "c" : nil)
    }

    private mutating func change(_ snapshot: inout RegistrySnapshot) {
        let index = random.below(max(1, snapshot.routes.count))
        let id = snapshot.routes.indices.contains(index) ? snapshot.routes[index].id : nil
        switch random.below(15) {
        case 0 where id != nil: snapshot.routes.remove(at: index)
        case 1 where id != nil: snapshot.routes[index].target += "2"
        case 2 where id != nil: snapshot.routes[index].priority = Int32(random.below(3)) - 1
        case 3 where id != nil:
            let other = registries.registry(routes: 1...1).routes[0]
            snapshot.routes[index].pattern = other.pattern
        case 4 where id != nil: snapshot.routes[index].presentation = presentation()
        case 5 where id != nil: snapshot.routes[index].requirements = [RouteRequirement("a", .int)]
        case 6 where id != nil: snapshot.routes[index].name = "renamed"
        case 7: if let id { snapshot.defaults[.route(id)] = defaults() }
        case 8 where id != nil:
            let last = snapshot.accessRules.last?.id.rawValue ?? 0
            snapshot.accessRules.append(rule(last + 1, in: snapshot))
        case 9:
            if !snapshot.accessRules.isEmpty {
                snapshot.accessRules.remove(at: random.below(snapshot.accessRules.count))
            }
        case 10:
            let policies = NamespacePolicy.allCases.filter { !$0.values.isEmpty }
            let policy = random.pick(policies)
            let place = random.below(snapshot.namespaces.count)
            snapshot.namespaces[place].overrides[policy] = random.pick(policy.values)
        case 11:
            let place = random.below(snapshot.namespaces.count)
            snapshot.namespaces[place].fallbackTarget = random.oneIn(2) ? "none" : nil
        case 13 where id != nil && hasKinds:
            snapshot.routes[index].kind = random.oneIn(3) ? nil : random.pick(Self.kinds)
        case 14 where id != nil && hasRedirects:
            snapshot.routes[index].redirect = random.oneIn(3) ? nil : redirect()
        case 12:
            let place = random.below(snapshot.namespaces.count)
            snapshot.namespaces[place].access = random.oneIn(2) ? .closed : .open
        default:
            var new = registries.registry(routes: 1...1).routes[0]
            new = Self.copy(new, id: RouteID(rawValue: 900 + Int64(snapshot.routes.count)))
            new.namespace = random.pick(snapshot.namespaces).id
            snapshot.routes.append(new)
        }
    }
}
