import RouteDBDatabase
import RouteDBRouting

/// The changes that bring what another side changed since a base into a registry.
///
/// 1. Each item is compared field by field: in the base, on the other side, and now. A field that the
///    other side did not change stays as it is now. One that only the other side changed becomes
///    what it is there. One that both changed, to different values, is a conflict.
/// 2. An item that the other side added comes, and one that it removed goes. If this side touched it
///    too, that is a conflict.
/// 3. The outcome obeys the rules that edits obey. An item that would break one stays as it is now: a
///    conflict that only an edit of another item can solve.
/// 4. Every conflict is put to the caller. An item without a decision counts as kept.
struct ItemMerge {
    /// A change of an item.
    struct Change {
        /// The values on the other side.
        let theirs: [RowValue]?
        let now: ItemRow?
        /// The values that it gets; `nil` to remove it.
        let new: [RowValue]?
    }

    let editor: RegistryEditor
    let rows: ItemRows
    let other: OtherChanges
    private let choose: (MergeConflict) throws(RouteDBError) -> MergeSide?
    /// The changes by item.
    private(set) var changes: [ItemKey: Change] = [:]
    private var order: [ItemKey] = []
    /// The items that get what only one item may have; some may be kept by now.
    private(set) var claimants: [MergeClaim: [ItemKey]] = [:]
    /// The items that the caller has decided to keep.
    private var kept: Set<ItemKey> = []

    init(
        of other: OtherChanges, with editor: RegistryEditor,
        choosing choose: @escaping (MergeConflict) throws(RouteDBError) -> MergeSide?
    ) throws(RouteDBError) {
        self.editor = editor
        self.other = other
        self.choose = choose
        rows = ItemRows(editor.live.database)
        for change in other.changes { try compare(change, now: try rows.live(change.key)) }
        try settle()
    }

    // MARK: Item by item

    private mutating func compare(
        _ change: OtherChanges.Change, now: ItemRow?
    ) throws(RouteDBError) {
        let key = change.key
        var (ours, theirs) = (now?.values, change.theirs)
        if ours == theirs { return }
        if ours == change.base {
            ours = theirs
        } else if let other = change.theirs, let base = change.base, let now {
            let merged = FieldMerge(base: base, theirs: other, ours: now.values, of: key.kind)
            (ours, theirs) = (merged.keeping, merged.taking)
        }
        var new = ours
        if ours != theirs,
            try decide(key, now == nil ? .removed : .changed) == .take
        {
            new = theirs
        }
        guard new != now?.values else { return }
        changes[key] = Change(theirs: change.theirs, now: now, new: new)
        order.append(key)
    }

    private mutating func decide(
        _ key: ItemKey, _ cause: MergeConflict.Cause
    ) throws(RouteDBError) -> MergeSide? {
        let side = try choose(MergeConflict(item: key.item, cause: cause))
        if side == .keep { kept.insert(key) }
        return side
    }

    // MARK: The outcome as a whole

    /// Keeps what cannot be taken, until nothing breaks a rule.
    private mutating func settle() throws(RouteDBError) {
        for key in order {
            guard let new = changes[key]?.new else { continue }
            let claims = MergeClaim.all(of: key, new) + [MergeClaim(placeOf: new, key)]
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
        _ key: ItemKey, _ cause: MergeConflict.Cause
    ) throws(RouteDBError) {
        var (cause, belongings) = (cause, [(key: ItemKey, row: ItemRow)]())
        if case .used = cause {
            belongings = try self.belongings(of: key)
            for (belonging, _) in belongings {
                // What the other side has too was only put into it here, and does not go with it.
                let isTheirs = try other.theirs(of: belonging, rows) != nil
                guard isTheirs || kept.contains(belonging) else { continue }
                cause = .needed(belonging.item)
                break
            }
        }
        let side = try decide(key, cause)
        guard side == .take, case .used = cause else {
            changes[key] = nil
            return
        }
        for (belonging, row) in belongings {
            if changes[belonging] == nil { order.append(belonging) }
            changes[belonging] = Change(theirs: nil, now: row, new: nil)
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

extension ItemMerge.Change {
    /// True if a namespace gets other schemes or hosts.
    fileprivate var changesBindings: Bool { now?.values.suffix(2) != new?.suffix(2) }
}

extension ItemKey {
    /// True for a namespace, which has its schemes and hosts in another table.
    var isNamespace: Bool { table.name == RouteNamespace.table.name }

    /// The item as differences identify it.
    var item: MergedItem {
        let texts = identity.compactMap { $0.text.map { Array($0.utf8) } }
        let number = identity.lazy.compactMap(\.integer).first ?? 0
        guard table.name == DefaultRecord.table.name else {
            return MergedItem(table: table.name, number: number, texts: texts)
        }
        // Its namespace, group, route and key.
        let place = identity[2] != .null ? "route" : texts.count > 1 ? "group" : "namespace"
        return MergedItem(
            table: table.name, number: number, texts: [Array(place.utf8)] + texts)
    }
}
