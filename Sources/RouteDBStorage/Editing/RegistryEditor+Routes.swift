public import RouteDBDatabase
public import RouteDBRouting
import RouteDBSQLite

extension RegistryEditor {
    /// Returns a route as a draft, which you can modify and pass to ``replace(_:with:)``.
    ///
    /// The draft has the pattern's text as written, and its language. If you set another text, set
    /// its language as well.
    ///
    /// - Throws: `routeNotFound`, `nameAmbiguous`, `namespaceNotFound`.
    public func draft(of reference: RouteReference) throws(RouteDBError) -> RouteDraft {
        try perform { () throws(RouteDBError) in try draft(of: try live.find(reference)) }
    }

    /// Returns the id of the route that a reference identifies.
    ///
    /// - Throws: `routeNotFound`, `nameAmbiguous`, `namespaceNotFound`.
    public func id(of reference: RouteReference) throws(RouteDBError) -> RouteID {
        try perform { () throws(RouteDBError) in try live.find(reference).id }
    }

    /// Replaces everything about a route except its id and its position in the order of
    /// registration.
    ///
    /// To move the route to another namespace, name that namespace in the draft.
    ///
    /// - Parameters:
    ///   - reference: The route.
    ///   - draft: The new content of the route.
    /// - Returns: Whether the route was replaced or unchanged.
    /// - Throws: `routeNotFound`, `nameAmbiguous`, `invalidPattern`, `invalidValue`, `invalidPlan`,
    ///   `namespaceNotFound`; `routeConflict` if another route has the name, or has the pattern and
    ///   the namespace's policy does not keep both.
    @discardableResult
    public func replace(
        _ reference: RouteReference, with draft: RouteDraft
    ) throws(RouteDBError) -> EditOutcome<RouteID> {
        try perform { () throws(RouteDBError) in
            try replace(try live.find(reference), with: draft)
        }
    }

    /// Removes a route with its default values and access rules.
    ///
    /// - Returns: The id of the removed route.
    /// - Throws: `routeNotFound`, `nameAmbiguous`, `namespaceNotFound`.
    @discardableResult
    public func remove(_ reference: RouteReference) throws(RouteDBError) -> RouteID {
        try perform { () throws(RouteDBError) in
            let id = try live.find(reference).id
            try remove(id, in: try makeRevision())
            return id
        }
    }

    /// Renames a route, or removes its name.
    ///
    /// - Returns: Whether the route was replaced or unchanged.
    /// - Throws: `routeNotFound`, `nameAmbiguous`, `namespaceNotFound`, `invalidValue`,
    ///   `routeConflict`.
    @discardableResult
    public func rename(
        _ reference: RouteReference, to name: String?
    ) throws(RouteDBError) -> EditOutcome<RouteID> {
        try perform { () throws(RouteDBError) in
            let record = try live.find(reference)
            var draft = try draft(of: record)
            draft.name = name
            return try replace(record, with: draft)
        }
    }

    /// Returns the route that a reference identifies, as in a snapshot.
    ///
    /// - Throws: `routeNotFound`, `nameAmbiguous`, `namespaceNotFound`.
    package func storedRoute(_ reference: RouteReference) throws(RouteDBError) -> Route {
        try perform { () throws(RouteDBError) in try live.find(reference).route(in: live.database) }
    }

    /// Returns the routes with a name and exactly this group, in a namespace or in all, oldest first.
    package func ids(
        named name: String, group: String?, in namespace: String?
    ) throws(RouteDBError) -> [RouteID] {
        try perform { () throws(RouteDBError) in
            let place = try namespace.map { (name) throws(RouteDBError) in
                try live.namespace(named: name).id
            }
            var found: [RouteID] = []
            for id in try live.routes.ids(named: name) {
                guard let record = try live.routes.find(id),
                    record.group.map({ TextKey($0) }) == group.map({ TextKey($0) }),
                    place == nil || record.namespace == place
                else { continue }
                found.append(id)
            }
            return found
        }
    }

    /// Returns the routes of a namespace that have a pattern and exactly this kind, oldest first.
    package func ids(
        ofPattern text: String, kind: String?, in namespace: String
    ) throws(RouteDBError) -> [RouteID] {
        try perform { () throws(RouteDBError) in
            let place = try live.namespace(named: namespace)
            return try RoutePattern.matches(
                of: text, in: [place], converters: live.converterNames(of:)
            ) { (namespace, reading) throws(RouteDBError) in
                try live.routes.ids(in: namespace, pattern: reading.description, kind: kind)
            }
        }
    }

    /// Enables or disables a route.
    ///
    /// - Returns: Whether the route was replaced or unchanged.
    /// - Throws: `routeNotFound`, `nameAmbiguous`, `namespaceNotFound`.
    @discardableResult
    public func setEnabled(
        _ reference: RouteReference, _ isEnabled: Bool
    ) throws(RouteDBError) -> EditOutcome<RouteID> {
        try perform { () throws(RouteDBError) in
            let record = try live.find(reference)
            var draft = try draft(of: record)
            draft.isEnabled = isEnabled
            return try replace(record, with: draft)
        }
    }

    /// Ends a route with its default values, access rules and suppressions.
    func remove(_ id: RouteID, in revision: Int64) throws(RouteDBError) {
        let number = SQLiteValue.integer(id.rawValue)
        try live.defaults.end(DefaultRecord.ofRoute, in: revision, number)
        try live.accessRules.end(AccessRule.ofRoute, in: revision, number)
        try live.suppressions.end(LintSuppression.ofRoute, in: revision, number)
        try live.routes.end(id: id.rawValue, in: revision)
    }

    /// Returns a stored route as a draft.
    func draft(of record: RouteRecord) throws(RouteDBError) -> RouteDraft {
        let described = DescribedRoute(
            try record.route(in: live.database), namespace: try live.name(of: record.namespace),
            pattern: nil, defaults: try live.defaults.object(in: .route(record.id)))
        var draft = RouteDraft(
            pattern: record.pattern == nil ? nil : record.written,
            syntax: record.pattern == nil
                ? nil : try live.routes.syntax(record.syntax, of: record.id),
            target: record.target)
        for field in RouteField.plain {
            if let value = field.value(described) { try field.set(&draft, to: value) }
        }
        return draft
    }

    private func replace(
        _ record: RouteRecord, with draft: RouteDraft
    ) throws(RouteDBError) -> EditOutcome<RouteID> {
        let route = try check(draft, replacing: record)
        let isStored = try isStored(route, as: record.id)
        guard !isStored || !route.matchesExactly(record) else { return .unchanged(record.id) }
        let isMoved =
            route.namespace.id != record.namespace || route.pattern?.canonical != record.pattern
            || !RouteKind.areSame(draft.kind, record.kind)
        // A route without a pattern needs only a free name.
        if isMoved, !route.namespace.policies.registration.allowsTwins,
            let pattern = route.pattern?.canonical,
            let other = try live.routes.ids(
                in: route.namespace.id, pattern: pattern, kind: draft.kind
            ).first
        {
            throw duplicate(route, of: other)
        }
        try requireFreeName(route, except: record.id)
        try write(route, over: record.id)
        return .replaced(record.id)
    }
}
