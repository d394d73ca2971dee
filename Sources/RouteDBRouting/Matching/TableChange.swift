/// What a revision of a registry has other than an earlier one, as far as it decides how URLs resolve.
package struct TableChange: Hashable, Sendable {
    /// The number of the later revision.
    package var revision: Int64
    /// The routes that the later revision no longer has.
    package var removed: [RouteID] = []
    /// The routes that are new, or whose content or default values changed.
    package var upserted: [Route] = []
    /// The default values of the routes in ``upserted`` that have any, and those of each namespace and
    /// group that has others, which may be none.
    package var defaults: [RouteScope: JSONObject] = [:]
    /// All namespaces of the later revision, oldest first; `nil` if none changed.
    package var namespaces: [RouteNamespace]?
    /// The converters of each namespace that has others, which may be none.
    package var converters: [NamespaceID: [String: ParameterConverter.Rule]] = [:]
    /// All access rules of the later revision, oldest first; `nil` if none changed.
    package var accessRules: [AccessRule]?
    /// The time zones that these rules name, by name.
    package var zones: [String: ZoneRules] = [:]

    package init(to revision: Int64) { self.revision = revision }
}

extension RoutingTable {
    /// A table with some changed routes, which shares unaffected parts with this one.
    ///
    /// - Parameters:
    ///   - revision: The new revision.
    ///   - removed: The removed routes.
    ///   - upserted: The new or changed routes.
    ///   - routeDefaults: The default values of the upserted routes that have any.
    /// - Returns: The new table.
    /// - Complexity: Linear in the number of groups of routes that share a scheme and a host, and
    ///   O(*n* log *n*) in the number of routes in those that change. Of a group of more than 4,095
    ///   routes only those that changed are compiled, until there are a few hundred.
    public func changing(
        to revision: Int64, removing removed: [RouteID], upserting upserted: [Route],
        defaults routeDefaults: [RouteID: JSONObject] = [:]
    ) -> RoutingTable {
        var change = TableChange(to: revision)
        (change.removed, change.upserted) = (removed, upserted)
        for (id, values) in routeDefaults { change.defaults[.route(id)] = values }
        return changing(change)
    }

    /// A table with the changes of later revisions, which shares unaffected parts with this one.
    ///
    /// Only the routes of a namespace whose policies or converters changed are all compiled anew.
    ///
    /// - Complexity: As for a change of routes; and linear in the namespaces if one of them changed, and
    ///   in the access rules if one of these did.
    package func changing(_ change: TableChange) -> RoutingTable {
        let namespaces = change.namespaces ?? namespaces
        let own = Dictionary(
            zip(self.namespaces.map(\.id), self.namespaces.indices),
            uniquingKeysWith: { first, _ in first })
        var builders = builders
        if change.namespaces != nil || !change.converters.isEmpty {
            builders = namespaces.map { namespace in
                let old = own[namespace.id].map { self.builders[$0] }
                let converters = change.converters[namespace.id]
                return old?.adopting(namespace, converters: converters)
                    ?? NamespaceBuilder(
                        namespace, converters: converters ?? [:],
                        layering: self.builders.first?.layering ?? .standard)
            }
        }
        let ids = change.removed + change.upserted.map(\.id)
        for place in builders.indices { builders[place].remove(ids) }
        let upserted = Dictionary(grouping: change.upserted, by: \.namespace)
        for place in builders.indices {
            builders[place].insert(upserted[namespaces[place].id] ?? [])
        }
        return RoutingTable(
            revision: change.revision, namespaces: namespaces, builders: builders,
            defaults: defaults(after: change, ids), functions: functions,
            access: access(after: change),
            old: namespaces.map { own[$0.id].map { tables.objects[$0] } })
    }

    private func defaults(
        after change: TableChange, _ ids: [RouteID]
    ) -> [RouteScope: JSONObject] {
        var defaults = defaults
        func set(_ scope: RouteScope, to values: JSONObject?) {
            // A change of the dictionary copies it.
            if defaults[scope] != values { defaults[scope] = values }
        }
        for id in ids { set(.route(id), to: change.defaults[.route(id)]) }
        for (scope, values) in change.defaults {
            set(scope, to: values.members.isEmpty ? nil : values)
        }
        return defaults
    }

    private func access(after change: TableChange) -> AccessTable? {
        guard change.namespaces != nil || change.accessRules != nil else { return access }
        let isKept = change.accessRules == nil
        return AccessTable.table(
            of: change.accessRules ?? access?.rules ?? [],
            zones: isKept ? access?.zones ?? [:] : change.zones,
            namespaces: change.namespaces ?? namespaces)
    }
}
