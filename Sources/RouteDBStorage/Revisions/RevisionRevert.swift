package import RouteDBDatabase
package import RouteDBRouting

/// An item that a revert is about, identified as differences pair items.
package struct RevertedItem: Hashable, Sendable {
    /// The name of the table.
    package let table: String
    /// The id of the item, or of the namespace or route that it belongs to.
    package let number: Int64
    /// The texts that identify it beside the number, as UTF-8.
    package let texts: [[UInt8]]

    package init(table: String, number: Int64, texts: [[UInt8]] = []) {
        (self.table, self.number, self.texts) = (table, number, texts)
    }
}

/// A reason why an item cannot just go back to where it was before a revision.
package struct RevertConflict: Hashable, Sendable {
    package enum Cause: Hashable, Sendable {
        /// Later edits changed the same fields.
        case changed
        /// Later edits removed it.
        case removed
        /// Later edits added items that belong to it and would go with it.
        case used([RevertedItem])
        /// An item that stays needs it: one that refers to it, or one in it that is older or kept.
        case needed(RevertedItem)
        /// It needs an item that later edits removed.
        case missing(RevertedItem)
        /// Another item has its name, binding, pattern or content now.
        case taken(RevertedItem)
        /// The fallbacks of namespaces would form a cycle.
        case cycle
        /// The fields of before and those of later edits break a rule together.
        case invalid(String)
    }

    package let item: RevertedItem
    package let cause: Cause

    /// True if the item can go back all the same.
    package var canBeTaken: Bool {
        switch cause {
        case .changed, .used: true
        // It would come back without its rules and the rest that was removed with it.
        case .removed: ![RouteNamespace.table.name, RouteRecord.table.name].contains(item.table)
        case .needed, .missing, .taken, .cycle, .invalid: false
        }
    }
}

/// A side of a conflict.
package enum RevertSide: Hashable, Sendable {
    /// The item keeps what later edits made of it.
    case keep
    /// The item goes back, and what later edits made of it is lost.
    case take
}

/// The changes that take back revisions and keep later edits.
///
/// 1. Each item is compared field by field: before the revisions, after them, and now. A field
///    that the revisions did not change stays as it is now. One that nobody touched since goes back.
///    One that later edits changed too is a conflict.
/// 2. An item that the revisions added goes, and one that they removed comes back with its id. If
///    later edits touched it, that is a conflict too.
/// 3. The outcome obeys the rules that edits obey. An item that would break one stays as it is now: a
///    conflict that only an edit of another item can solve.
/// 4. Every conflict is put to the caller. An item without a decision counts as kept.
struct RevisionRevert {
    /// A change of an item.
    struct Change {
        let before: [RowValue]?
        let now: ItemRow?
        /// The values that it gets; `nil` to remove it.
        let new: [RowValue]?
    }

    let editor: RegistryEditor
    let rows: ItemRows
    /// The revision before those to take back.
    let base: Int64
    private let choose: (RevertConflict) throws(RouteDBError) -> RevertSide?
    /// The changes by item.
    private(set) var changes: [ItemKey: Change] = [:]
    private var order: [ItemKey] = []
    /// The items that get what only one item may have; some may be kept by now.
    private(set) var claimants: [RevertClaim: [ItemKey]] = [:]
    /// The items that the caller has decided to keep.
    private var kept: Set<ItemKey> = []

    init(
        of revisions: ClosedRange<Int64>, with editor: RegistryEditor,
        choosing choose: @escaping (RevertConflict) throws(RouteDBError) -> RevertSide?
    ) throws(RouteDBError) {
        self.editor = editor
        self.choose = choose
        rows = ItemRows(editor.live.database)
        base = revisions.lowerBound - 1
        for kind in ItemRows.kinds {
            for (key, before, after) in try rows.changed(kind, by: revisions)
            where before?.values != after?.values {
                try compare(key, before?.values, after?.values, now: try rows.live(key))
            }
        }
        try settle()
    }

    // MARK: Item by item

    private mutating func compare(
        _ key: ItemKey, _ before: [RowValue]?, _ after: [RowValue]?, now: ItemRow?
    ) throws(RouteDBError) {
        var (ours, theirs) = (now?.values, before)
        if ours == theirs { return }
        if ours == after {
            ours = before
        } else if let before, let after, let now {
            let merged = ItemMerge(before: before, after: after, now: now.values, of: key.kind)
            (ours, theirs) = (merged.keeping, merged.taking)
        }
        var new = ours
        if ours != theirs,
            try decide(key, now == nil ? .removed : .changed) == .take
        {
            new = theirs
        }
        guard new != now?.values else { return }
        changes[key] = Change(before: before, now: now, new: new)
        order.append(key)
    }

    private mutating func decide(
        _ key: ItemKey, _ cause: RevertConflict.Cause
    ) throws(RouteDBError) -> RevertSide? {
        let side = try choose(RevertConflict(item: key.item, cause: cause))
        if side == .keep { kept.insert(key) }
        return side
    }

    // MARK: The outcome as a whole

    /// Keeps what cannot go back, until nothing breaks a rule.
    private mutating func settle() throws(RouteDBError) {
        for key in order {
            guard let new = changes[key]?.new else { continue }
            let claims = RevertClaim.all(of: key, new) + [RevertClaim(placeOf: new, key)]
            for claim in claims.compactMap(\.self) { claimants[claim, default: []].append(key) }
        }
        var isSettled = false
        while !isSettled {
            isSettled = true
            for key in order {
                guard let change = changes[key], let cause = try obstacle(to: change, of: key)
                else { continue }
                isSettled = false
                try resolve(key, cause)
            }
        }
    }

    private mutating func resolve(
        _ key: ItemKey, _ cause: RevertConflict.Cause
    ) throws(RouteDBError) {
        var (cause, belongings) = (cause, [(key: ItemKey, row: ItemRow)]())
        if case .used = cause {
            belongings = try self.belongings(of: key)
            for (other, _) in belongings {
                // What is older was put into it later, and does not go with it.
                let isOlder = try rows.find(other, at: base) != nil
                guard isOlder || kept.contains(other) else { continue }
                cause = .needed(other.item)
                break
            }
        }
        let side = try decide(key, cause)
        guard side == .take, case .used = cause else {
            changes[key] = nil
            return
        }
        for (other, row) in belongings {
            if changes[other] == nil { order.append(other) }
            changes[other] = Change(before: nil, now: row, new: nil)
        }
    }

    // MARK: Writing

    /// Makes the changes in a revision: all ends first, so that names may change hands.
    func write(in revision: Int64) throws(RouteDBError) {
        let changed = order.compactMap { key in changes[key].map { (key, $0) } }
        for (key, change) in changed {
            guard let now = change.now else { continue }
            try rows.end(now, of: key, in: revision)
            if key.isNamespace, let id = key.identity[0].integer, change.changesBindings {
                try editor.live.namespaces.endBindings(
                    of: NamespaceID(rawValue: id), in: revision)
            }
        }
        for (key, change) in changed {
            guard let new = change.new else { continue }
            try rows.insert(new, of: key, in: revision)
            if key.isNamespace, change.changesBindings {
                try editor.live.namespaces.insertBindings(
                    of: try rows.namespace(new), in: revision)
            }
        }
    }
}

extension RevisionRevert.Change {
    /// True if a namespace gets other schemes or hosts.
    fileprivate var changesBindings: Bool { now?.values.suffix(2) != new?.suffix(2) }
}

extension ItemKey {
    /// True for a namespace, which has its schemes and hosts in another table.
    var isNamespace: Bool { table.name == RouteNamespace.table.name }

    /// The item as differences identify it.
    var item: RevertedItem {
        let texts = identity.compactMap { $0.text.map { Array($0.utf8) } }
        let number = identity.lazy.compactMap(\.integer).first ?? 0
        guard table.name == DefaultRecord.table.name else {
            return RevertedItem(table: table.name, number: number, texts: texts)
        }
        // Its namespace, group, route and key.
        let place = identity[2] != .null ? "route" : texts.count > 1 ? "group" : "namespace"
        return RevertedItem(
            table: table.name, number: number, texts: [Array(place.utf8)] + texts)
    }
}

/// The two ways to take back a change of an item that later edits changed too.
struct ItemMerge {
    /// The values with the fields in conflict as they are now.
    private(set) var keeping: [RowValue]
    /// The values with the fields in conflict as they were before.
    private(set) var taking: [RowValue]

    /// Merges the fields of an item of a kind.
    init(before: [RowValue], after: [RowValue], now: [RowValue], of kind: Int) {
        (keeping, taking) = (now, now)
        for field in Self.fields(of: kind, count: now.count) {
            let values = { (row: [RowValue]) in field.map { row[$0] } }
            let (old, new, live) = (values(before), values(after), values(now))
            guard old != new, live != old else { continue }
            for index in field { taking[index] = before[index] }
            if live == new {
                for index in field { keeping[index] = before[index] }
            } else if field == [Self.labels(of: kind)],
                let merged = Self.mergeLabels(old[0], new[0], live[0])
            {
                (keeping[field[0]], taking[field[0]]) = merged
            }
        }
    }

    /// The columns that mean little without each other, by table.
    private static let together: [String: [[String]]] = [
        RouteRecord.table.name: [["pattern", "written", "syntax"]],
        ParameterConverter.table.name: [["rule", "argument"]],
        AccessRule.table.name: [
            ["namespace", "route_group", "route"], ["effect", "target", "code", "message"],
            ["subject", "subject_name", "subject_value"],
        ],
        LintSuppression.table.name: [["code", "route", "other_route", "namespace", "name"]],
    ]

    /// The fields as indexes of values, without those that identify the item.
    private static func fields(of kind: Int, count: Int) -> [[Int]] {
        let table = VersionedTable.all[kind]
        let groups = (together[table.name] ?? []).map { names in
            names.compactMap { table.columns.firstIndex(of: $0) }
        }
        let taken = Set(
            groups.joined() + table.identity.compactMap { table.columns.firstIndex(of: $0) })
        return groups + (0..<count).filter { !taken.contains($0) }.map { [$0] }
    }

    // MARK: Labels

    /// The index of the labels; `nil` for items that have none.
    private static func labels(of kind: Int) -> Int? {
        let table = VersionedTable.all[kind]
        return table.name == RouteRecord.table.name ? table.columns.firstIndex(of: "labels") : nil
    }

    /// Merges labels key by key; `nil` if that breaks a rule for labels.
    private static func mergeLabels(
        _ before: RowValue, _ after: RowValue, _ now: RowValue
    ) -> (keeping: RowValue, taking: RowValue)? {
        let all = [before, after, now].compactMap { value -> [String: TextKey]? in
            guard let text = value.text else { return [:] }
            return (try? RouteLabels.labels(stored: text))?.mapValues { TextKey($0) }
        }
        guard all.count == 3 else { return nil }
        var (keeping, taking) = (all[2], all[2])
        for key in Set(all[0].keys).union(all[1].keys) {
            let (old, new, live) = (all[0][key], all[1][key], all[2][key])
            guard old != new, live != old else { continue }
            taking[key] = old
            if live == new { keeping[key] = old }
        }
        let stored = [keeping, taking].compactMap { labels -> RowValue? in
            // No labels are stored as no text, which is no failure.
            do { return RowValue(try RouteLabels.stored(labels.mapValues(\.text))) } catch {
                return nil
            }
        }
        return stored.count == 2 ? (stored[0], stored[1]) : nil
    }
}

extension RegistryEditor {
    /// The numbers of the revisions that a revert takes back.
    package func revisions(
        from first: RevisionReference, through last: RevisionReference?
    ) throws(RouteDBError) -> ClosedRange<Int64> {
        try perform { () throws(RouteDBError) in
            let records = RevisionRecords(database: live.database)
            let lower = try records.find(first).number
            let upper =
                try last.map { (reference) throws(RouteDBError) in
                    try records.find(reference).number
                } ?? lower
            guard lower <= upper else {
                throw RouteDBError(
                    .invalidValue, "Revision \(upper) is before revision \(lower).",
                    hint: "Name the earlier revision first.")
            }
            guard lower > 1 else {
                throw RouteDBError(
                    .invalidValue, "Revision 1 created the registry, and cannot be taken back.",
                    hint: "Take back later revisions, or remove what is not wanted.")
            }
            return lower...upper
        }
    }

    /// Takes back what revisions changed, and keeps later edits; a conflict without a side counts as
    /// kept.
    package func revert(
        _ revisions: ClosedRange<Int64>,
        choosing choose: @escaping (RevertConflict) throws(RouteDBError) -> RevertSide?
    ) throws(RouteDBError) {
        try perform { () throws(RouteDBError) in
            let revert = try RevisionRevert(of: revisions, with: self, choosing: choose)
            guard !revert.changes.isEmpty else { return }
            try revert.write(in: try makeRevision())
            live.forgetNamespaces()
            live.forgetConverters()
        }
    }

    /// The content of the registry at a revision before the edits.
    package func snapshot(at revision: Int64) throws(RouteDBError) -> RegistrySnapshot {
        try perform { () throws(RouteDBError) in
            try RegistrySnapshot(
                reading: live.database, revision: revision, past: revision, withCases: true)
        }
    }
}
