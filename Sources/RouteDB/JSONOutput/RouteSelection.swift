import RouteDBDatabase
package import RouteDBStorage

/// The routes that an edit changes.
package enum RouteSelection: Hashable, Sendable {
    /// These routes, in this order.
    case named([RouteReference])
    /// All routes that meet the conditions, at least one.
    case matching(RouteFilter)

    fileprivate func references(in editor: RegistryEditor) throws -> [RouteReference] {
        switch self {
        case .named(let references): return references
        case .matching(let filter):
            let routes = try editor.snapshot(of: RouteQuery(filter)).routes
            guard !routes.isEmpty else { throw RouteDBError(noRouteWith: filter.conditions) }
            return routes.map { RouteReference($0.id) }
        }
    }
}

// Edits of several routes, all of them in one revision or none.
extension RegistryEditor {
    /// Removes routes, with their default values and access rules.
    package func remove(_ selection: RouteSelection) throws -> [ItemChange] {
        try selection.references(in: self).map { reference in
            let route = try route(reference)
            let rules = try rules(in: .route(reference)).map(\.id)
            try remove(reference)
            return ItemChange("removed", route, endedRules: rules)
        }
    }

    /// Enables or disables routes.
    package func setEnabled(
        _ selection: RouteSelection, _ isEnabled: Bool
    ) throws -> [ItemChange] {
        try selection.references(in: self).map { reference in
            try ItemChange(
                setEnabled(reference, isEnabled),
                renamingReplacedTo: isEnabled ? "enabled" : "disabled", in: self)
        }
    }

    /// The result of setting fields of routes.
    package struct FieldsSet: Sendable {
        package fileprivate(set) var changes: [ItemChange] = []
        package fileprivate(set) var before: [Route] = []
        package fileprivate(set) var after: [Route] = []
        /// The groups that moved as a whole.
        package fileprivate(set) var moves: [GroupMove] = []
    }

    /// Sets fields of routes; what belongs to a group that moves as a whole goes with it.
    package func set(
        _ assignments: [RouteAssignment], of selection: RouteSelection
    ) throws -> FieldsSet {
        var result = FieldsSet()
        for reference in try selection.references(in: self) {
            let old = try route(reference)
            let draft = try RouteAssignment.applied(assignments, to: try draft(of: reference), old)
            let outcome = try replace(RouteReference(old.id), with: draft)
            let new = try route(RouteReference(old.id))
            result.changes.append(ItemChange(outcome.word(replaced: "set"), new))
            result.before.append(old.route)
            result.after.append(new.route)
        }
        result.moves = try moveGroups(result.before, to: result.after)
        return result
    }
}
