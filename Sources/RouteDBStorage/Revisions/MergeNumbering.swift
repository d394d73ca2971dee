package import RouteDBDatabase
import RouteDBRouting
import RouteDBSQLite

/// Gives the items that another side has added the ids that they get here.
///
/// An item that both sides added, such as two routes with one name, becomes one item in conflict with
/// itself. Any other one keeps its id, if that is free and later than all ids here, else it gets the
/// next one. The order of new items stays.
struct MergeNumbering {
    private let editor: RegistryEditor
    private let rows: ItemRows
    private let other: OtherChanges
    /// The largest ids that the base had, by table.
    private let bounds: [String: Int64]
    /// The ids here, by table and by the ids there.
    private var ids: [String: [Int64: Int64]] = [:]
    /// The items of this side that are the same as one of the other.
    private var paired: Set<ItemKey> = []

    fileprivate init(_ other: OtherChanges, with editor: RegistryEditor) throws(RouteDBError) {
        self.editor = editor
        self.other = other
        rows = ItemRows(editor.live.database)
        var bounds: [String: Int64] = [:]
        for kind in ItemRows.kinds where VersionedTable.all[kind].hasIDs {
            let table = VersionedTable.all[kind]
            bounds[table.name] = try rows.largestID(of: kind, at: other.bound)
        }
        self.bounds = bounds
    }

    /// The changes with the ids here.
    fileprivate mutating func changes() throws(RouteDBError) -> [OtherChanges.Change] {
        // Namespaces and routes are numbered first, because the others refer to them.
        for kind in ItemRows.kinds where VersionedTable.all[kind].hasIDs {
            for change in other.changes where change.key.kind == kind {
                if let theirs = change.theirs {
                    try number(change.key, theirs, isNew: change.base == nil)
                }
            }
        }
        return other.changes.map { change in
            var change = change
            change.theirs = change.theirs.map { renumbered($0, of: change.key.kind) }
            if let values = change.theirs {
                change.key = ItemKey(kind: change.key.kind, of: values)
            }
            return change
        }
    }

    /// Chooses the id of an item that the other side added.
    private mutating func number(
        _ key: ItemKey, _ theirs: [RowValue], isNew: Bool
    ) throws(RouteDBError) {
        let table = key.table
        guard let id = key.identity[0].integer, id > bounds[table.name] ?? 0 else { return }
        if isNew, let twin = try twin(of: key, renumbered(theirs, of: key.kind)) {
            paired.insert(twin)
            ids[table.name, default: [:]][id] = twin.identity[0].integer
        } else {
            ids[table.name, default: [:]][id] = try editor.makeID(in: table, atLeast: id)
        }
    }

    /// The values of an item with the ids here.
    private func renumbered(_ values: [RowValue], of kind: Int) -> [RowValue] {
        let table = VersionedTable.all[kind]
        var columns = table.references
        if table.hasIDs { columns.append(("id", table.name)) }
        if table.name == RouteNamespace.table.name { columns.append(("fallback", table.name)) }
        var values = values
        for (column, target) in columns {
            guard let index = table.columns.firstIndex(of: column),
                let id = values[index].integer, let known = ids[target]?[id]
            else { continue }
            values[index] = .integer(known)
        }
        return values
    }

    // MARK: Items that both sides added

    private func twin(
        of key: ItemKey, _ theirs: [RowValue]
    ) throws(RouteDBError) -> ItemKey? {
        var claims = MergeClaim.all(of: key, theirs).filter { $0.column != "binding" }
        if let place = MergeClaim(placeOf: theirs, key) { claims.append(place) }
        for claim in claims {
            for (other, values) in try live(claim) {
                guard !paired.contains(other), try !self.other.isInBase(other, rows) else {
                    continue
                }
                let isSame = theirs.dropFirst() == values.dropFirst()
                if claim.column == "pattern", !isSame, try allowsTwins(claim.values[0]) {
                    continue
                }
                return other
            }
        }
        return nil
    }

    /// The live items with a claim.
    private func live(
        _ claim: MergeClaim
    ) throws(RouteDBError) -> [(key: ItemKey, values: [RowValue])] {
        let (condition, parameters) = claim.candidates
        return try rows.rows(of: claim.kind, where: condition, parameters).compactMap { row in
            let key = ItemKey(kind: claim.kind, of: row.values)
            let own = MergeClaim.all(of: key, row.values) + [MergeClaim(placeOf: row.values, key)]
            return own.contains(claim) ? (key, row.values) : nil
        }
    }

    /// True if several routes of a namespace may have one pattern.
    private func allowsTwins(_ namespace: RowValue) throws(RouteDBError) -> Bool {
        guard let row = try rows.live(ItemKey(RouteNamespace.table.name, namespace)) else {
            return false
        }
        return try rows.namespace(row.values).policies.registration.allowsTwins
    }
}

extension RegistryEditor {
    /// Gives the items that another side has added the ids that they get here.
    package func numbered(_ other: OtherChanges) throws(RouteDBError) -> OtherChanges {
        try perform { () throws(RouteDBError) in
            var numbering = try MergeNumbering(other, with: self)
            return OtherChanges(try numbering.changes(), besides: other.rest)
        }
    }
}

extension OtherChanges {
    /// The revision of the base; `nil` if it is the newest one.
    fileprivate var bound: Int64? { if case .revision(let number) = rest { number } else { nil } }
}

extension ItemRows {
    /// The largest id that an item of a kind ever had up to a revision; `nil` for the newest one.
    fileprivate func largestID(of kind: Int, at revision: Int64?) throws(RouteDBError) -> Int64 {
        let table = VersionedTable.all[kind].name
        return try database.run(
            composed: "SELECT ifnull(max(id), 0) FROM \(table) WHERE made_by <= ?1"
        ) { statement in
            try statement.bind(revision ?? .max, at: 1)
            return try statement.step() ? statement.int(at: 0) : 0
        }
    }
}
