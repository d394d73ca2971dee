package import RouteDBDatabase
import RouteDBRouting
import RouteDBSQLite

/// The changes that another side made since a base, in the ids of the registry that gets them.
///
/// A revert is such a side too: its base is the revision that is taken back, and it changed
/// everything to what it was before.
package struct OtherChanges: Sendable {
    /// An item that the other side changed, added or removed.
    struct Change: Sendable {
        var key: ItemKey
        var base: [RowValue]?
        var theirs: [RowValue]?
    }

    /// Where the items stand that the other side did not change.
    enum Rest: Sendable {
        /// A revision of the registry that gets the changes.
        case revision(Int64)
        /// The rows of the base.
        case rows([ItemKey: [RowValue]])
    }

    private(set) var changes: [Change]
    let rest: Rest
    private var places: [ItemKey: Int]

    init(_ changes: [Change], besides rest: Rest) {
        self.changes = changes
        self.rest = rest
        places = Dictionary(
            changes.enumerated().map { ($1.key, $0) }, uniquingKeysWith: { first, _ in first })
    }

    /// True if the other side has changed nothing.
    package var isEmpty: Bool { changes.isEmpty }

    /// The values that the other side has of an item; `nil` if it does not have it.
    func theirs(of key: ItemKey, _ rows: ItemRows) throws(RouteDBError) -> [RowValue]? {
        if let place = places[key] { return changes[place].theirs }
        return try rested(key, rows)
    }

    /// True if the base has an item.
    func isInBase(_ key: ItemKey, _ rows: ItemRows) throws(RouteDBError) -> Bool {
        if let place = places[key] { return changes[place].base != nil }
        return try rested(key, rows) != nil
    }

    private func rested(_ key: ItemKey, _ rows: ItemRows) throws(RouteDBError) -> [RowValue]? {
        switch rest {
        case .revision(let number): try rows.find(key, at: number)?.values
        case .rows(let all): all[key]
        }
    }
}

extension RegistryStore {
    /// The changes since a revision, for a copy of the registry that has this revision too.
    package func changes(after base: Int64) throws(RouteDBError) -> OtherChanges {
        try database.transaction(.deferred) {
            let rows = ItemRows(database)
            let latest = try RevisionRecords(database: database).latest()
            var changes: [OtherChanges.Change] = []
            for kind in ItemRows.kinds where base < latest {
                for (key, before, after) in try rows.changed(kind, by: base + 1...latest)
                where before?.values != after?.values {
                    changes.append(
                        OtherChanges.Change(key: key, base: before?.values, theirs: after?.values))
                }
            }
            return OtherChanges(changes, besides: .revision(base))
        }
    }
}

extension RegistryEditor {
    /// The changes between two states that edits bring the registry to, one after the other; the
    /// edits are taken back.
    package func changes(
        from base: () throws -> Void, to theirs: () throws -> Void
    ) throws -> OtherChanges {
        try trying {
            try base()
            let old = try allRows()
            try theirs()
            let new = try allRows()
            let (past, known) = (
                Dictionary(uniqueKeysWithValues: old), Dictionary(uniqueKeysWithValues: new)
            )
            let changed = old.filter { known[$0.0] != $0.1 }
                .map { OtherChanges.Change(key: $0, base: $1, theirs: known[$0]) }
            let added = new.filter { past[$0.0] == nil }
                .map { OtherChanges.Change(key: $0, base: nil, theirs: $1) }
            // Items come after what they refer to.
            let changes = ItemRows.kinds.flatMap { kind in
                (changed + added).filter { $0.key.kind == kind }
            }
            return OtherChanges(changes, besides: .rows(past))
        }
    }

    /// The live rows of all kinds, each kind by age.
    private func allRows() throws(RouteDBError) -> [(ItemKey, [RowValue])] {
        try perform { () throws(RouteDBError) in
            let rows = ItemRows(live.database)
            var all: [(ItemKey, [RowValue])] = []
            for kind in ItemRows.kinds {
                for row in try rows.rows(of: kind, where: "true") {
                    all.append((ItemKey(kind: kind, of: row.values), row.values))
                }
            }
            return all
        }
    }
}
