public import RouteDBDatabase
public import RouteDBRouting

extension RegistryEditor {
    /// Adds a route.
    ///
    /// Adding a route that is equal in everything to an existing one does nothing, so adding is
    /// idempotent. Routes of different kinds may have the same pattern. Routes without a pattern
    /// are identified by name and group, so two of them cannot have both in common.
    ///
    /// - Parameters:
    ///   - draft: The route.
    ///   - rule: What to do if the namespace has a route with an equal pattern, or, for a route
    ///     without a pattern, one with the same name; `nil` to follow the namespace's
    ///     `registration` policy.
    /// - Returns: What was done, and the id of the route.
    /// - Throws: `invalidPattern`, `invalidValue`, `invalidPlan`, `namespaceNotFound`,
    ///   `routeConflict`.
    /// - Complexity: O(log *n*) in the number of routes.
    @discardableResult
    public func add(
        _ draft: RouteDraft, onDuplicate rule: DuplicateRule? = nil
    ) throws(RouteDBError) -> EditOutcome<RouteID> {
        try perform { () throws(RouteDBError) in
            let route = try check(draft)
            var twins = try twins(of: route)
            for twin in twins where try isStored(route, as: twin) { return .unchanged(twin) }
            let policy = route.namespace.policies.registration
            if rule == nil, policy == .replaceText { try keepSameTexts(as: route, in: &twins) }
            guard let oldest = twins.first else { return .added(try insert(route)) }
            switch rule ?? DuplicateRule(policy) {
            case .skip:
                return .skipped(oldest)
            case .error:
                throw duplicate(route, of: oldest)
            case .keepBoth:
                // Two routes without a pattern cannot share a name, so this throws.
                return .added(try insert(route))
            case .replace:
                try requireFreeName(route, except: oldest)
                try write(route, over: oldest)
                return .replaced(oldest)
            }
        }
    }

    /// The live routes that conflict with a route, oldest first.
    private func twins(of route: CheckedRoute) throws(RouteDBError) -> [RouteID] {
        if let pattern = route.pattern {
            return try live.routes.ids(
                in: route.namespace.id, pattern: pattern.canonical, kind: route.draft.kind)
        }
        guard let name = route.draft.name,
            let id = try live.routes.id(
                in: route.namespace.id, group: route.draft.group, name: name),
            let record = try live.routes.find(id), record.pattern == nil
        else { return [] }
        return [id]
    }

    /// Keeps only the routes whose pattern texts equal the route's, by Swift's comparison of
    /// strings.
    private func keepSameTexts(
        as route: CheckedRoute, in twins: inout [RouteID]
    ) throws(RouteDBError) {
        guard route.pattern != nil else { return }
        var same: [RouteID] = []
        for twin in twins {
            if try live.routes.find(twin)?.patternText == route.draft.pattern { same.append(twin) }
        }
        twins = same
    }

    /// Checks a draft in its namespace.
    func check(
        _ draft: RouteDraft, replacing record: RouteRecord? = nil
    ) throws(RouteDBError) -> CheckedRoute {
        let namespace = try live.namespace(named: draft.namespace)
        return try CheckedRoute(
            draft, in: namespace, converters: try live.converterNames(of: namespace.id),
            replacing: record)
    }

    /// Adds a route without looking for equal patterns.
    func insert(_ route: CheckedRoute) throws(RouteDBError) -> RouteID {
        try requireFreeName(route, except: nil)
        let revision = try makeRevision()
        let id = RouteID(rawValue: try makeID(in: live.routes))
        try live.routes.insert(route.record(id), in: revision)
        for (key, value) in route.defaults {
            try live.defaults.insert(
                DefaultRecord(scope: .route(id), key: key, value: value), in: revision)
        }
        return id
    }

    /// Writes a new version of a route, and the default values that differ.
    func write(_ route: CheckedRoute, over id: RouteID) throws(RouteDBError) {
        let revision = try makeRevision()
        if let record = try live.routes.find(id), !route.matchesExactly(record) {
            try live.routes.end(id: id.rawValue, in: revision)
            try live.routes.insert(route.record(id), in: revision)
        }
        var wanted = route.defaults
        for row in try live.defaults.records(in: .route(id)) {
            if wanted[row.key] == row.value {
                wanted[row.key] = nil
            } else {
                try live.defaults.end(row, in: revision)
            }
        }
        for (key, value) in wanted {
            try live.defaults.insert(
                DefaultRecord(scope: .route(id), key: key, value: value), in: revision)
        }
    }

    /// Returns whether a live route is already equal, including its default values.
    func isStored(_ route: CheckedRoute, as id: RouteID) throws(RouteDBError) -> Bool {
        guard let record = try live.routes.find(id), route.matches(record) else { return false }
        let rows = try live.defaults.records(in: .route(id))
        return rows.count == route.defaults.count
            && rows.allSatisfy { route.defaults[$0.key] == $0.value }
    }

    /// Throws unless the name is free in the route's namespace and group.
    func requireFreeName(
        _ route: CheckedRoute, except own: RouteID?
    ) throws(RouteDBError) {
        guard let name = route.draft.name else { return }
        let taken = try live.routes.id(
            in: route.namespace.id, group: route.draft.group, name: name)
        guard let taken, taken != own, let other = try live.routes.find(taken) else { return }
        let group = route.draft.group.map { " in the group '\($0)'" } ?? ""
        throw RouteDBError(
            .routeConflict,
            "The name '\(name)'\(group) in the namespace '\(route.namespace.name)' belongs to"
                + " route #\(taken.rawValue)"
                + (other.pattern == nil ? ", a task." : ", '\(other.patternText)'."),
            hint: "Choose another name or group, or rename that route first.")
    }

    /// The error for a pattern that is already used, or for the name of a route without a pattern.
    func duplicate(_ route: CheckedRoute, of id: RouteID) -> RouteDBError {
        guard let pattern = route.pattern else {
            return RouteDBError(
                .routeConflict,
                "The namespace '\(route.namespace.name)' already has a route"
                    + " '\(route.draft.name ?? "")' without a pattern: #\(id.rawValue).",
                hint: "Replace that route, or choose how to handle duplicates: skip or"
                    + " replace.")
        }
        return RouteDBError(
            .routeConflict,
            "The namespace '\(route.namespace.name)' already has the pattern '\(pattern.canonical)'"
                + (route.draft.kind.map { " of the kind '\($0)'" } ?? "")
                + ": the route #\(id.rawValue).",
            hint: "Replace that route, or choose how to handle duplicates: skip, replace or"
                + " keep-both.")
    }
}
