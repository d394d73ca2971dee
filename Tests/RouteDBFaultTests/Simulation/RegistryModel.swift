import RouteDB

/// A mistake made on purpose, which a simulation must find.
enum SimulationMistake: CaseIterable, Sendable {
    /// The rules of a removed route stay.
    case keepsRules
    /// A rollback restores the revision before the one that was asked for.
    case rollsBackTooFar
    /// A route that is replaced keeps its redirect.
    case keepsRedirects
    /// A line that is imported again counts again.
    case importsTwice
}

/// What a registry holds, kept in plain arrays by the rules of its documentation.
struct RegistryModel: Sendable {
    /// The content at each revision, from 1.
    private(set) var revisions: [RegistrySnapshot]
    /// The time of each revision.
    private(set) var times: [Timestamp]
    var tags: [String: Int64] = [:]
    let mistake: SimulationMistake?

    init(time: Timestamp, mistake: SimulationMistake?) {
        let first = RouteNamespace(id: NamespaceID(rawValue: 1), name: RouteNamespace.defaultName)
        revisions = [RegistrySnapshot(revision: 1, namespaces: [first], routes: [])]
        times = [time]
        self.mistake = mistake
    }

    var newest: RegistrySnapshot { revisions[revisions.count - 1] }

    /// The content at a revision that a step chooses.
    func number(_ choice: Int) -> Int64 { Int64(choice % revisions.count) + 1 }

    mutating func commit(_ content: RegistrySnapshot, time: Timestamp) {
        var content = content.inOrder
        content.revision = Int64(revisions.count) + 1
        revisions.append(content)
        times.append(time)
    }

    /// The content after a rollback to a revision; `nil` if nothing changes.
    func rolledBack(to number: Int64) -> RegistrySnapshot? {
        let isTooFar = mistake == .rollsBackTooFar && number > 1
        var content = revisions[Int(number) - 1 - (isTooFar ? 1 : 0)]
        content.revision = newest.revision
        return content == newest.inOrder ? nil : content
    }

    /// The next unused id of what a closure lists.
    func nextID(_ ids: (RegistrySnapshot) -> [Int64]) -> Int64 {
        (revisions.flatMap(ids).max() ?? 0) + 1
    }
}

extension RegistrySnapshot {
    /// The content with everything in the order of its ids.
    var inOrder: RegistrySnapshot {
        var content = self
        content.namespaces.sort { $0.id < $1.id }
        content.routes.sort { $0.id < $1.id }
        content.accessRules.sort { $0.id < $1.id }
        content.defaults = content.defaults.compactMapValues { values in
            guard !values.members.isEmpty else { return nil }
            var sorted: JSONObject = [:]
            for member in values.members.sorted(by: { $0.key < $1.key }) {
                sorted[member.key] = member.value
            }
            return sorted
        }
        return content
    }
}

/// An edit of the model: for each change what the registry must answer, and what it is to be asked.
struct ModelEdit {
    /// What to ask of the registry; `nil` where there is nothing to choose from.
    private(set) var requests: [ModelRequest] = []
    /// The answers, in the words of ``ModelRequest/run(_:)``.
    private(set) var answers: [String] = []
    private(set) var content: RegistrySnapshot
    /// Whether anything changed, even if it was changed back.
    private(set) var hasChanged = false
    private var nextRoute: Int64
    private var nextRule: Int64
    private var nextSpace: Int64
    private let mistake: SimulationMistake?

    init(_ changes: [SimulatedChange], of model: RegistryModel) {
        content = model.newest
        mistake = model.mistake
        nextRoute = model.nextID { $0.routes.map(\.id.rawValue) }
        nextRule = model.nextID { $0.accessRules.map(\.id.rawValue) }
        nextSpace = model.nextID { $0.namespaces.map(\.id.rawValue) }
        for change in changes { make(change) }
    }

    private mutating func make(_ change: SimulatedChange) {
        guard let request = ModelRequest(change, content) else { return }
        requests.append(request)
        answers.append(answer(to: request))
    }

    private mutating func answer(to request: ModelRequest) -> String {
        switch request {
        case .add(let route, let rule): add(route, rule)
        case .replace(let id, let route): replace(id, route)
        case .rename(let id, let name): update(id) { $0.name = name }
        case .enable(let id, let isEnabled): update(id) { $0.isEnabled = isEnabled }
        case .remove(let id): remove(id)
        case .addSpace(let name, let isClosed): addSpace(name, isClosed)
        case .removeSpace(let name, let withRoutes): removeSpace(name, withRoutes)
        case .setDefault(let id, let key, let value): setDefault(id, key, .int(value))
        case .unsetDefault(let id, let key): setDefault(id, key, nil)
        case .addRule(let draft, let scope): addRule(draft, scope)
        case .removeRule(let id): removeRule(id)
        }
    }

    // MARK: Routes

    private mutating func add(_ wanted: SimulatedRoute, _ rule: DuplicateRule?) -> String {
        guard let space = space(wanted.space) else { return "namespaceNotFound" }
        guard wanted.hasSoundRedirect else { return "invalidValue" }
        let route = route(wanted, RouteID(rawValue: nextRoute), in: space)
        let twins = content.routes.filter {
            $0.namespace == space.id && $0.pattern == route.pattern
        }
        for twin in twins where isSame(route, twin) { return "unchanged \(twin.id.rawValue)" }
        guard let oldest = twins.first else { return insert(route) }
        switch rule ?? .error {
        case .skip: return "skipped \(oldest.id.rawValue)"
        case .error: return "routeConflict"
        case .keepBoth: return insert(route)
        case .replace:
            guard isFree(route, except: oldest.id) else { return "routeConflict" }
            return put(route, as: oldest.id)
        }
    }

    private mutating func insert(_ route: Route) -> String {
        guard isFree(route, except: nil) else { return "routeConflict" }
        content.routes.append(route)
        nextRoute += 1
        hasChanged = true
        return "added \(route.id.rawValue)"
    }

    private mutating func replace(_ id: RouteID, _ wanted: SimulatedRoute) -> String {
        guard let space = space(wanted.space) else { return "namespaceNotFound" }
        guard let old = content.routes.first(where: { $0.id == id }) else { return "routeNotFound" }
        guard wanted.hasSoundRedirect else { return "invalidValue" }
        let new = route(wanted, id, in: space)
        if isSame(new, old) { return "unchanged \(id.rawValue)" }
        let isMoved = new.namespace != old.namespace || new.pattern != old.pattern
        let isTaken = content.routes.contains {
            $0.namespace == new.namespace && $0.pattern == new.pattern
        }
        guard !isMoved || !isTaken, isFree(new, except: id) else { return "routeConflict" }
        return put(new, as: id)
    }

    private mutating func update(_ id: RouteID, _ change: (inout Route) -> Void) -> String {
        guard let old = content.routes.first(where: { $0.id == id }) else { return "routeNotFound" }
        var new = old
        change(&new)
        if new == old { return "unchanged \(id.rawValue)" }
        guard isFree(new, except: id) else { return "routeConflict" }
        content.routes = content.routes.map { $0.id == id ? new : $0 }
        hasChanged = true
        return "replaced \(id.rawValue)"
    }

    /// Writes everything of a route over another one, whose default values it does not have.
    private mutating func put(_ route: Route, as id: RouteID) -> String {
        var new = Route(
            id: id, namespace: route.namespace, name: route.name, pattern: route.pattern,
            target: route.target, priority: route.priority, redirect: route.redirect)
        if mistake == .keepsRedirects {
            new.redirect = content.routes.first { $0.id == id }?.redirect
        }
        content.routes = content.routes.map { $0.id == id ? new : $0 }
        content.defaults[.route(id)] = nil
        hasChanged = true
        return "replaced \(id.rawValue)"
    }

    private mutating func remove(_ id: RouteID) -> String {
        content.routes.removeAll { $0.id == id }
        content.defaults[.route(id)] = nil
        if mistake != .keepsRules { content.accessRules.removeAll { $0.scope == .route(id) } }
        hasChanged = true
        return "removed \(id.rawValue)"
    }

    private func route(
        _ wanted: SimulatedRoute, _ id: RouteID, in space: RouteNamespace
    ) -> Route {
        Route(
            id: id, namespace: space.id, name: wanted.name,
            pattern: try? RoutePattern(wanted.pattern), target: wanted.target,
            priority: wanted.priority, redirect: wanted.redirect)
    }

    /// Whether routes are equal but for their ids; a route as steps describe it has no default values.
    private func isSame(_ route: Route, _ other: Route) -> Bool {
        let same = Route(
            id: other.id, namespace: route.namespace, name: route.name, pattern: route.pattern,
            target: route.target, priority: route.priority, redirect: route.redirect)
        return same == other && content.defaults[.route(other.id)] == nil
    }

    private func isFree(_ route: Route, except own: RouteID?) -> Bool {
        route.name == nil
            || !content.routes.contains {
                $0.namespace == route.namespace && $0.name == route.name && $0.id != own
            }
    }

    // MARK: Everything else

    private func space(_ name: String) -> RouteNamespace? {
        content.namespaces.first { $0.name == name }
    }

    private mutating func addSpace(_ name: String, _ isClosed: Bool) -> String {
        if let old = space(name) {
            return (old.access == .closed) == isClosed
                ? "unchanged \(old.id.rawValue)" : "namespaceConflict"
        }
        let id = nextSpace
        nextSpace += 1
        content.namespaces.append(
            RouteNamespace(
                id: NamespaceID(rawValue: id), name: name, access: isClosed ? .closed : .open))
        hasChanged = true
        return "added \(id)"
    }

    private mutating func removeSpace(_ name: String, _ withRoutes: Bool) -> String {
        guard let space = space(name) else { return "namespaceNotFound" }
        let routes = content.routes.filter { $0.namespace == space.id }
        guard name != RouteNamespace.defaultName, routes.isEmpty || withRoutes else {
            return "namespaceInUse"
        }
        for route in routes { _ = remove(route.id) }
        content.accessRules.removeAll { $0.scope == .namespace(space.id) }
        content.namespaces.removeAll { $0.id == space.id }
        hasChanged = true
        return "removed \(space.id.rawValue)"
    }

    private mutating func setDefault(_ id: RouteID, _ key: String, _ value: JSONValue?) -> String {
        var values = content.defaults[.route(id)] ?? [:]
        guard values[key] != value else { return "false" }
        values[key] = value
        content.defaults[.route(id)] = values.members.isEmpty ? nil : values
        hasChanged = true
        return "true"
    }

    private mutating func addRule(_ draft: RuleDraft, _ scope: RouteScope) -> String {
        let twin = content.accessRules.first {
            $0.scope == scope && $0.effect == draft.effect && $0.subject == draft.subject
        }
        if let twin { return "unchanged \(twin.id.rawValue)" }
        content.accessRules.append(
            AccessRule(
                id: RuleID(rawValue: nextRule), scope: scope, effect: draft.effect,
                subject: draft.subject))
        nextRule += 1
        hasChanged = true
        return "added \(nextRule - 1)"
    }

    private mutating func removeRule(_ id: RuleID) -> String {
        content.accessRules.removeAll { $0.id == id }
        hasChanged = true
        return "removed \(id.rawValue)"
    }
}
