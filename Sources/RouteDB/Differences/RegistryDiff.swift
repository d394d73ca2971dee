public import RouteDBRouting
package import RouteDBStorage

/// The differences between two revisions of a registry.
///
/// Items are paired by id; default values, converters and apps, which have no id, are paired by place
/// and name. A route that was renamed or moved is therefore reported as changed, not as removed and
/// added. Renaming a namespace does not report its routes as changed.
public struct RegistryDiff: Hashable, Sendable {
    /// The number of the earlier revision.
    public let old: Int64
    /// The number of the later revision.
    public let new: Int64
    /// The differences: namespaces first, then routes, default values, converters, access rules,
    /// suppressions, route tests and apps.
    public let changes: [RegistryChange]

    /// True if the two revisions are equal.
    public var isEmpty: Bool { changes.isEmpty }

    /// Compares two snapshots of one registry.
    ///
    /// - Parameters:
    ///   - old: The earlier snapshot.
    ///   - new: The later snapshot.
    /// - Complexity: O(*n* log *n*) in the number of items in both snapshots.
    public init(from old: RegistrySnapshot, to new: RegistrySnapshot) {
        self.init(from: old, to: new, [:], [:])
    }

    /// Creates the differences that a condition chooses of others.
    private init(_ diff: RegistryDiff, where isChosen: (RegistryChange) -> Bool) {
        (old, new, changes) = (diff.old, diff.new, diff.changes.filter(isChosen))
    }

    /// Returns the differences for which a condition holds.
    package func changes(where isChosen: (RegistryChange) -> Bool) -> RegistryDiff {
        RegistryDiff(self, where: isChosen)
    }

    /// Compares the items that two revisions do not have in the same version.
    package init(_ difference: RevisionDifference) {
        self.init(
            from: difference.old, to: difference.new, difference.namespaces, difference.routes)
    }

    /// Compares two snapshots, whose items may refer to namespaces and routes that neither has.
    private init(
        from old: RegistrySnapshot, to new: RegistrySnapshot, _ otherNames: [NamespaceID: String],
        _ otherRoutes: [RouteID: String]
    ) {
        self.old = old.revision
        self.new = new.revision
        let names = Self.names(old.namespaces + new.namespaces)
            .merging(otherNames) { own, _ in own }
        // The names of the later snapshot win.
        let indexes = [RouteIndex(new.routes), RouteIndex(old.routes)]
        let writers = zip([old, new], indexes).map { snapshot, others in
            RegistryItemWriter(
                snapshot: snapshot.withRoutes { others[$0.id].map($0.isIdentical) != true },
                namespaceName: { names[$0] ?? "#\($0.rawValue)" },
                routeName: { id in
                    indexes.route(withID: id).map { $0.numberedLabel(in: names[$0.namespace]) }
                        ?? otherRoutes[id] ?? "#\(id.rawValue)"
                })
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
            + Self.compare(left.apps(), right.apps())
    }

    /// The names of namespaces by id; the last one wins.
    static func names(_ namespaces: [RouteNamespace]) -> [NamespaceID: String] {
        Dictionary(namespaces.map { ($0.id, $0.name) }, uniquingKeysWith: { _, last in last })
    }

    /// Returns the differences between items of one kind: removed and changed items in their old
    /// order, then added items.
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
            // Compares bytes: equal strings and equal numbers may be spelled differently.
            let isSame =
                (before?.description).map { Array($0.utf8) }
                == (after?.description).map { Array($0.utf8) }
            return isSame ? nil : RegistryChange.Field(name: name, old: before, new: after)
        }
    }
}

extension RegistrySnapshot {
    /// Returns the snapshot with some of its routes only.
    fileprivate func withRoutes(where isWanted: (Route) -> Bool) -> RegistrySnapshot {
        var snapshot = self
        snapshot.routes = routes.filter(isWanted)
        return snapshot
    }
}

extension Route {
    /// Returns whether the route is certainly the same as another one, byte by byte: equal texts may be
    /// spelled differently, if they are not ASCII.
    fileprivate func isIdentical(to other: Route) -> Bool {
        self == other && presentation == nil && redirect?.variants.isEmpty != false
            && texts.allSatisfy { $0.utf8.allSatisfy { $0 < 0x80 } }
    }

    /// The texts of the route beside its pattern and redirect.
    private var texts: [String] {
        [name, group, kind, dialectText, target, note].compactMap(\.self)
            + labels.flatMap { [$0.key, $0.value] } + requirements.map(\.key)
    }
}
