public import RouteDBDatabase
public import RouteDBRouting
import RouteDBSQLite

extension RegistryEditor {
    /// Adds a namespace.
    ///
    /// If an equal namespace exists, nothing changes.
    ///
    /// - Throws: `invalidValue`, `namespaceConflict`, `namespaceNotFound` for the fallback,
    ///   `fallbackCycle`.
    @discardableResult
    public func addNamespace(
        _ draft: NamespaceDraft
    ) throws(RouteDBError) -> EditOutcome<NamespaceID> {
        try perform { () throws(RouteDBError) in
            if let existing = try live.namespacesByName()[draft.name] {
                let same = try namespace(existing.id, from: draft)
                guard Self.areEqual(same, existing) else {
                    throw RouteDBError(
                        .namespaceConflict, "A namespace named '\(draft.name)' already exists.",
                        hint: "Change that one, or choose another name.")
                }
                return .unchanged(existing.id)
            }
            let id = NamespaceID(rawValue: try makeID(in: live.namespaces))
            let namespace = try namespace(id, from: draft)
            try check(namespace)
            let revision = try makeRevision()
            try live.namespaces.insertBound(namespace, in: revision)
            live.note(namespace)
            return .added(id)
        }
    }

    /// Changes a namespace: its name, policies, bindings, fallbacks and access.
    ///
    /// Changing the profile or the marks affects how new patterns are read; existing routes keep
    /// their patterns.
    ///
    /// - Parameters:
    ///   - name: The current name of the namespace.
    ///   - change: Modifies a draft of the namespace.
    /// - Returns: Whether the namespace was replaced or unchanged.
    /// - Throws: `namespaceNotFound`, `invalidValue`, `namespaceConflict`, `fallbackCycle`.
    @discardableResult
    public func updateNamespace(
        _ name: String, _ change: (inout NamespaceDraft) throws(RouteDBError) -> Void
    ) throws(RouteDBError) -> EditOutcome<NamespaceID> {
        try perform { () throws(RouteDBError) in
            let old = try live.namespace(named: name)
            var draft = try draft(of: old)
            try change(&draft)
            let new = try namespace(old.id, from: draft)
            guard !Self.areEqual(new, old) else { return .unchanged(old.id) }
            guard old.name != RouteNamespace.defaultName || new.name == old.name else {
                throw RouteDBError(
                    .invalidValue, "The namespace 'default' cannot be renamed.",
                    hint: "Add a namespace with that name instead.")
            }
            try check(new)
            let revision = try makeRevision()
            try live.namespaces.end(id: old.id.rawValue, in: revision)
            try live.namespaces.insert(new, in: revision)
            if Set(new.bindings) != Set(old.bindings) {
                try live.namespaces.endBindings(of: old.id, in: revision)
                try live.namespaces.insertBindings(of: new, in: revision)
            }
            live.note(new)
            return .replaced(old.id)
        }
    }

    /// Removes a namespace with its converters and apps, and with the default values and access rules
    /// of the namespace and its groups.
    ///
    /// - Parameters:
    ///   - name: The name of the namespace.
    ///   - removingRoutes: Whether to remove its routes as well, if it has any.
    /// - Returns: The id of the removed namespace.
    /// - Throws: `namespaceNotFound`; `namespaceInUse` if it has routes and `removingRoutes` is
    ///   `false`, is the fallback of another namespace, or is `default`.
    @discardableResult
    public func removeNamespace(
        _ name: String, removingRoutes: Bool = false
    ) throws(RouteDBError) -> NamespaceID {
        try perform { () throws(RouteDBError) in
            let namespace = try live.namespace(named: name)
            try requireUnused(namespace, removingRoutes: removingRoutes)
            let revision = try makeRevision()
            for id in try live.routes.ids(in: namespace.id) { try remove(id, in: revision) }
            let id = SQLiteValue.integer(namespace.id.rawValue)
            try live.defaults.end(DefaultRecord.ofNamespace, in: revision, id)
            try live.converters.end(ParameterConverter.ofNamespace, in: revision, id)
            try live.accessRules.end(AccessRule.ofNamespace, in: revision, id)
            try live.suppressions.end(LintSuppression.ofNamespace, in: revision, id)
            try live.apps.end(AppRecord.ofNamespace, in: revision, id)
            try live.namespaces.endBindings(of: namespace.id, in: revision)
            try live.namespaces.end(id: namespace.id.rawValue, in: revision)
            live.noteRemoved(namespace.id)
            live.forgetConverters()
            return namespace.id
        }
    }

    /// Returns whether a namespace with a name is live.
    package func hasNamespace(_ name: String) throws(RouteDBError) -> Bool {
        try perform { () throws(RouteDBError) in try live.namespacesByName()[name] != nil }
    }

    private func requireUnused(
        _ namespace: RouteNamespace, removingRoutes: Bool
    ) throws(RouteDBError) {
        guard namespace.name != RouteNamespace.defaultName else {
            throw RouteDBError(
                .namespaceInUse, "The namespace 'default' cannot be removed.",
                hint: "Remove its routes instead.")
        }
        let users = try live.namespacesByName().values.filter { $0.fallback == namespace.id }
        guard users.isEmpty else {
            let names = users.map { "'\($0.name)'" }.sorted().joined(separator: ", ")
            throw RouteDBError(
                .namespaceInUse, "The namespace '\(namespace.name)' is the fallback of \(names).",
                hint: "Change or remove those fallbacks first.")
        }
        let count = try live.routes.count(in: namespace.id)
        guard count == 0 || removingRoutes else {
            throw RouteDBError(
                .namespaceInUse,
                "The namespace '\(namespace.name)' has \(NumberText.counted(count, "route")).",
                hint: "Remove or move them first, or remove them together with the namespace.")
        }
    }

    private func draft(of namespace: RouteNamespace) throws(RouteDBError) -> NamespaceDraft {
        NamespaceDraft(
            name: namespace.name, profile: namespace.profile, overrides: namespace.overrides,
            schemes: namespace.schemes, hosts: namespace.hosts,
            fallback: try namespace.fallback.map { (id) throws(RouteDBError) in
                try live.name(of: id)
            }, fallbackTarget: namespace.fallbackTarget, access: namespace.access)
    }

    /// Returns whether two versions are equal, ignoring the order of bindings.
    private static func areEqual(_ left: RouteNamespace, _ right: RouteNamespace) -> Bool {
        var left = left
        if Set(left.bindings) == Set(right.bindings) {
            left.schemes = right.schemes
            left.hosts = right.hosts
        }
        return left == right
    }
}
