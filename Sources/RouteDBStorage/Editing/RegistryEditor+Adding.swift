import RouteDBRouting

extension RegistryEditor {
    /// Adds a route.
    ///
    /// A route that is equal in everything is left alone, so adding the same twice is no error.
    /// Routes of different kinds may have equal patterns. Routes without a pattern are told apart by
    /// name and group, so both cannot stand.
    ///
    /// - Parameters:
    ///   - draft: The route.
    ///   - rule: What happens if the namespace has a route with an equal pattern, or one without a
    ///     pattern but with an equal name; `nil`: what the namespace's `registration` policy says.
    /// - Returns: What happened, and to which route.
    /// - Throws: `invalidPattern`, `invalidValue`, `invalidPlan`, `namespaceNotFound`,
    ///   `routeConflict`.
    /// - Complexity: O(log *n*) in the routes.
    @discardableResult
    public func add(
        _ draft: RouteDraft, onDuplicate rule: DuplicateRule? = nil
    ) throws(RouteDBError) -> EditOutcome {
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
                // Of two without a pattern the name is taken.
                return .added(try insert(route))
            case .replace:
                try requireFreeName(route, except: oldest)
                try write(route, over: oldest)
                return .replaced(oldest)
            }
        }
    }

    /// The live routes that a route cannot be told from, by age.
    private func twins(of route: CheckedRoute) throws(RouteDBError) -> [RouteID] {
        if let pattern = route.pattern {
            return try routes.ids(
                in: route.namespace.id, pattern: pattern.canonical, kind: route.draft.kind)
        }
        guard let name = route.draft.name,
            let id = try routes.id(
                in: route.namespace.id, group: route.draft.group, name: name),
            let record = try routes.find(id), record.pattern == nil
        else { return [] }
        return [id]
    }

    /// Leaves only the routes whose patterns are the same text as a route's, as Swift compares
    /// strings.
    private func keepSameTexts(
        as route: CheckedRoute, in twins: inout [RouteID]
    ) throws(RouteDBError) {
        guard route.pattern != nil else { return }
        var same: [RouteID] = []
        for twin in twins {
            if try routes.find(twin)?.patternText == route.draft.pattern { same.append(twin) }
        }
        twins = same
    }

    /// The draft, checked in the namespace that it names.
    func check(
        _ draft: RouteDraft, replacing record: RouteRecord? = nil
    ) throws(RouteDBError) -> CheckedRoute {
        let namespace = try namespace(named: draft.namespace)
        return try CheckedRoute(
            draft, in: namespace, converters: try converterNames(of: namespace.id),
            replacing: record)
    }

    /// Adds a route, whatever others have its pattern.
    func insert(_ route: CheckedRoute) throws(RouteDBError) -> RouteID {
        try requireFreeName(route, except: nil)
        let revision = try makeRevision()
        let id = try makeRouteID()
        try routes.insert(route.record(id), revision: revision)
        for (key, value) in route.defaults {
            try defaults.insert(value, of: key, in: .route(id), revision: revision)
        }
        return id
    }

    /// Gives a route a new version, and new default values where they differ.
    func write(_ route: CheckedRoute, over id: RouteID) throws(RouteDBError) {
        let revision = try makeRevision()
        if let record = try routes.find(id), !route.saysAlike(record) {
            try routes.end(id, revision: revision)
            try routes.insert(route.record(id), revision: revision)
        }
        var wanted = route.defaults
        for row in try defaults.rows(in: .route(id)) {
            if wanted[row.key] == row.value {
                wanted[row.key] = nil
            } else {
                try defaults.end(row, revision: revision)
            }
        }
        for (key, value) in wanted {
            try defaults.insert(value, of: key, in: .route(id), revision: revision)
        }
    }

    /// Whether a live route is the same already, its default values too.
    func isStored(_ route: CheckedRoute, as id: RouteID) throws(RouteDBError) -> Bool {
        guard let record = try routes.find(id), route.says(record) else { return false }
        let rows = try defaults.rows(in: .route(id))
        return rows.count == route.defaults.count
            && rows.allSatisfy { route.defaults[$0.key] == $0.value }
    }

    /// Checks that no other route of the namespace and group has the name.
    func requireFreeName(
        _ route: CheckedRoute, except own: RouteID?
    ) throws(RouteDBError) {
        guard let name = route.draft.name else { return }
        let taken = try routes.id(
            in: route.namespace.id, group: route.draft.group, name: name)
        guard let taken, taken != own, let other = try routes.find(taken) else { return }
        let group = route.draft.group.map { " in the group '\($0)'" } ?? ""
        throw RouteDBError(
            .routeConflict,
            "The name '\(name)'\(group) in the namespace '\(route.namespace.name)' belongs to"
                + " route #\(taken.rawValue)"
                + (other.pattern == nil ? ", a task." : ", '\(other.patternText)'."),
            hint: "Choose another name or group, or rename that route first.")
    }

    /// The error of a pattern that is taken, or of the name of a route that has none.
    func duplicate(_ route: CheckedRoute, of id: RouteID) -> RouteDBError {
        guard let pattern = route.pattern else {
            return RouteDBError(
                .routeConflict,
                "The namespace '\(route.namespace.name)' has a route '\(route.draft.name ?? "")'"
                    + " without a pattern already: #\(id.rawValue).",
                hint: "Replace that route, or choose how to handle duplicates: skip or"
                    + " replace.")
        }
        return RouteDBError(
            .routeConflict,
            "The namespace '\(route.namespace.name)' has the pattern '\(pattern.canonical)'"
                + (route.draft.kind.map { " of the kind '\($0)'" } ?? "")
                + " already: the route #\(id.rawValue).",
            hint: "Replace that route, or choose how to handle duplicates: skip, replace or"
                + " keep-both.")
    }
}
