public import RouteDBRouting

/// What two revisions of a registry do not agree on.
///
/// Things are the same that have the same id, or, without one, the same place and name: a route
/// that was renamed or moved is changed, not removed and added. A namespace that was renamed does
/// not make its routes changed ones.
public struct RegistryDiff: Hashable, Sendable {
    /// The number of the earlier revision.
    public let old: Int64
    /// The number of the later revision.
    public let new: Int64
    /// What differs: namespaces, routes, default values, converters, access rules,
    /// suppressions, route tests.
    public let changes: [RegistryChange]

    /// Whether the two say the same.
    public var isEmpty: Bool { changes.isEmpty }

    /// Compares two snapshots.
    ///
    /// - Parameters:
    ///   - old: The earlier one.
    ///   - new: The later one.
    /// - Complexity: O(*n* log *n*) in the things that the two hold.
    public init(from old: RegistrySnapshot, to new: RegistrySnapshot) {
        self.old = old.revision
        self.new = new.revision
        let names = Self.names(old.namespaces + new.namespaces)
        let routes = Self.labels(old.routes + new.routes)
        let writers = [old, new].map { snapshot in
            RegistryItemWriter(
                snapshot: snapshot,
                namespaceName: { names[$0] ?? "#\($0.rawValue)" },
                routeName: { routes[$0] ?? "#\($0.rawValue)" })
        }
        let (left, right) = (writers[0], writers[1])
        changes =
            Self.compare(left.namespaces(), right.namespaces())
            + Self.compare(left.routes(), right.routes())
            + Self.compare(left.defaults(), right.defaults())
            + Self.compare(left.converters(), right.converters())
            + Self.compare(left.accessRules(), right.accessRules())
            + Self.compare(left.suppressions(), right.suppressions())
            + Self.compare(left.cases(), right.cases())
    }

    /// The names of namespaces; of several for one id the last.
    private static func names(_ namespaces: [Namespace]) -> [NamespaceID: String] {
        Dictionary(namespaces.map { ($0.id, $0.name) }, uniquingKeysWith: { _, last in last })
    }

    /// What people call routes; of several for one id the last.
    private static func labels(_ routes: [Route]) -> [RouteID: String] {
        Dictionary(
            routes.map { route in
                let name = route.name.map { " " + (route.group.map { "\($0)/" } ?? "") + $0 }
                return (route.id, "#\(route.id.rawValue)\(name ?? "")")
            }, uniquingKeysWith: { _, last in last })
    }

    /// The differences between things of one kind: first, in their old order, of those that were
    /// there, then of those that are new.
    private static func compare(
        _ old: [RegistryItem], _ new: [RegistryItem]
    ) -> [RegistryChange] {
        var later: [RegistryItem.Key: RegistryItem] = [:]
        for item in new { later[item.key] = item }
        var changes: [RegistryChange] = []
        for item in old {
            guard let other = later.removeValue(forKey: item.key) else {
                changes.append(change(.removed, item, fields(item.fields, [:])))
                continue
            }
            let fields = fields(item.fields, other.fields)
            if !fields.isEmpty { changes.append(change(.changed, other, fields)) }
        }
        for item in new where later[item.key] != nil {
            changes.append(change(.added, item, fields([:], item.fields)))
        }
        return changes
    }

    private static func change(
        _ outcome: RegistryChange.Outcome, _ item: RegistryItem, _ fields: [RegistryChange.Field]
    ) -> RegistryChange {
        let hasID = item.key.texts.isEmpty
        return RegistryChange(
            kind: item.key.kind, outcome: outcome, label: item.label,
            id: hasID ? item.key.number : nil, scope: item.scope, fields: fields)
    }

    private static func fields(
        _ old: JSONObject, _ new: JSONObject
    ) -> [RegistryChange.Field] {
        let added = new.members.map(\.key).filter { old[$0] == nil }
        return (old.members.map(\.key) + added).compactMap { name in
            let (before, after) = (old[name], new[name])
            // As bytes: equal strings may be written otherwise, and so may numbers.
            let isSame =
                (before?.description).map { Array($0.utf8) }
                == (after?.description).map { Array($0.utf8) }
            return isSame ? nil : RegistryChange.Field(name: name, old: before, new: after)
        }
    }
}
