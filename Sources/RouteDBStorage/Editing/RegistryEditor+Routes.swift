public import RouteDBRouting

extension RegistryEditor {
    /// The route that a reference points at, as a draft: to change a part of it and give it to
    /// ``replace(_:with:)``.
    ///
    /// Its text is the one that was written, in the language that it was written in. Whoever sets
    /// another text sets its language too.
    ///
    /// - Throws: `routeNotFound`, `nameAmbiguous`, `namespaceNotFound`.
    public func draft(of reference: RouteReference) throws(RouteDBError) -> RouteDraft {
        try perform { () throws(RouteDBError) in try draft(of: try find(reference)) }
    }

    /// The id of the route that a reference points at.
    ///
    /// - Throws: `routeNotFound`, `nameAmbiguous`, `namespaceNotFound`.
    public func id(of reference: RouteReference) throws(RouteDBError) -> RouteID {
        try perform { () throws(RouteDBError) in try find(reference).id }
    }

    /// Replaces all that a route says; its id stays, and so does its place in the order.
    ///
    /// The draft names the namespace too: another one than the route's moves it there.
    ///
    /// - Parameters:
    ///   - reference: The route.
    ///   - draft: What it shall be.
    /// - Returns: Whether it was replaced or is unchanged.
    /// - Throws: `routeNotFound`, `nameAmbiguous`, `invalidPattern`, `invalidValue`, `invalidPlan`,
    ///   `namespaceNotFound`; `routeConflict` if another route has the pattern, and the
    ///   namespace's policy is not to keep both, or has the name.
    @discardableResult
    public func replace(
        _ reference: RouteReference, with draft: RouteDraft
    ) throws(RouteDBError) -> EditOutcome {
        try perform { () throws(RouteDBError) in try replace(try find(reference), with: draft) }
    }

    /// Removes a route, and its default values and access rules with it.
    ///
    /// - Returns: The id that it had.
    /// - Throws: `routeNotFound`, `nameAmbiguous`, `namespaceNotFound`.
    @discardableResult
    public func remove(_ reference: RouteReference) throws(RouteDBError) -> RouteID {
        try perform { () throws(RouteDBError) in
            let id = try find(reference).id
            try remove(id, revision: try makeRevision())
            return id
        }
    }

    /// Gives a route another name, or none.
    ///
    /// - Returns: Whether it was replaced or is unchanged.
    /// - Throws: `routeNotFound`, `nameAmbiguous`, `namespaceNotFound`, `invalidValue`,
    ///   `routeConflict`.
    @discardableResult
    public func rename(
        _ reference: RouteReference, to name: String?
    ) throws(RouteDBError) -> EditOutcome {
        try perform { () throws(RouteDBError) in
            let record = try find(reference)
            var draft = try draft(of: record)
            draft.name = name
            return try replace(record, with: draft)
        }
    }

    /// The route that a reference points at, as a snapshot has it.
    ///
    /// - Throws: `routeNotFound`, `nameAmbiguous`, `namespaceNotFound`.
    package func storedRoute(_ reference: RouteReference) throws(RouteDBError) -> Route {
        try perform { () throws(RouteDBError) in try routes.route(try find(reference)) }
    }

    /// Lets a route take part in matching, or keeps it out.
    ///
    /// - Returns: Whether it was replaced or is unchanged.
    /// - Throws: `routeNotFound`, `nameAmbiguous`, `namespaceNotFound`.
    @discardableResult
    public func setEnabled(
        _ reference: RouteReference, _ isEnabled: Bool
    ) throws(RouteDBError) -> EditOutcome {
        try perform { () throws(RouteDBError) in
            let record = try find(reference)
            var draft = try draft(of: record)
            draft.isEnabled = isEnabled
            return try replace(record, with: draft)
        }
    }

    /// Ends a route, its default values, its access rules and what suppresses its findings.
    func remove(_ id: RouteID, revision: Int64) throws(RouteDBError) {
        for row in try defaults.rows(in: .route(id)) {
            try defaults.end(row, revision: revision)
        }
        try accessRules.endAll(of: id, revision: revision)
        try suppressions.endAll(of: id, revision: revision)
        try routes.end(id, revision: revision)
    }

    private func draft(of record: RouteRecord) throws(RouteDBError) -> RouteDraft {
        let rows = try defaults.rows(in: .route(record.id))
        return RouteDraft(
            pattern: record.pattern == nil ? nil : record.written,
            syntax: record.pattern == nil ? nil : try routes.syntax(record.syntax, of: record.id),
            target: record.target, name: record.name, group: record.group, kind: record.kind,
            namespace: try name(of: record.namespace),
            priority: record.priority, isEnabled: record.isEnabled,
            defaults: try defaults.object(rows),
            requirements: try routes.requirements(record.requirements, of: record.id),
            presentation: try routes.presentation(record.presentation, of: record.id))
    }

    private func replace(
        _ record: RouteRecord, with draft: RouteDraft
    ) throws(RouteDBError) -> EditOutcome {
        let route = try check(draft, replacing: record)
        let isStored = try isStored(route, as: record.id)
        guard !isStored || !route.saysAlike(record) else { return .unchanged(record.id) }
        let isMoved =
            route.namespace.id != record.namespace || route.pattern?.canonical != record.pattern
            || !RouteKind.areSame(draft.kind, record.kind)
        // Of a route without a pattern just the name must be free.
        if isMoved, !route.namespace.policies.registration.allowsTwins,
            let pattern = route.pattern?.canonical,
            let other = try routes.ids(
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
