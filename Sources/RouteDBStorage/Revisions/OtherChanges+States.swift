package import RouteDBDatabase
package import RouteDBRouting

extension RegistryEditor {
    /// The content of the base of another side, and that of the other side, to describe conflicts.
    ///
    /// - Complexity: O(*n*) in the size of the registry.
    package func states(
        of other: OtherChanges
    ) throws(RouteDBError) -> (base: RegistrySnapshot, theirs: RegistrySnapshot) {
        try perform { () throws(RouteDBError) in
            let rows = ItemRows(live.database)
            var (base, theirs) = try other.rested(rows)
            for change in other.changes {
                base[change.key] = change.base
                theirs[change.key] = change.theirs
            }
            return (
                try RegistrySnapshot(base, read: rows), try RegistrySnapshot(theirs, read: rows)
            )
        }
    }
}

extension OtherChanges {
    /// The rows of what the other side did not change, twice.
    fileprivate func rested(
        _ rows: ItemRows
    ) throws(RouteDBError) -> ([ItemKey: [RowValue]], [ItemKey: [RowValue]]) {
        switch rest {
        case .rows(let all): return (all, all)
        case .revision(let number):
            var all: [ItemKey: [RowValue]] = [:]
            for kind in ItemRows.kinds {
                for row in try rows.rows(of: kind, where: "true", at: number) {
                    all[ItemKey(kind: kind, of: row.values)] = row.values
                }
            }
            return (all, all)
        }
    }
}

extension RegistrySnapshot {
    /// Creates a snapshot of the items in rows, those with ids in their order.
    fileprivate init(
        _ items: [ItemKey: [RowValue]], read rows: ItemRows
    ) throws(RouteDBError) {
        self.init(revision: 0, namespaces: [], routes: [])
        let database = rows.database
        var (defaults, apps): ([DefaultRecord], [AppRecord]) = ([], [])
        func read<Item: StoredItem>(
            _ values: [RowValue], into list: inout [Item]
        ) throws(RouteDBError) {
            list.append(try rows.read(values) { try Item.read($0, in: database) })
        }
        let inOrder = items.sorted { left, right in
            (left.key.identity[0].integer ?? 0) < (right.key.identity[0].integer ?? 0)
        }
        for (key, values) in inOrder {
            switch key.table.name {
            case RouteNamespace.table.name: namespaces.append(try rows.namespace(values))
            case DefaultRecord.table.name: try read(values, into: &defaults)
            case ParameterConverter.table.name: try read(values, into: &converters)
            case AccessRule.table.name: try read(values, into: &accessRules)
            case LintSuppression.table.name: try read(values, into: &suppressions)
            case RouteTestCase.Stored.table.name: try read(values, into: &cases)
            case AppRecord.table.name: try read(values, into: &apps)
            default: try read(values, into: &routes)
            }
        }
        self.defaults = try Versions(database: database).objects(of: defaults)
        self.apps = AppRecord.byNamespace(apps)
    }
}
