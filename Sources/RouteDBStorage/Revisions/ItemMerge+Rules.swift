import RouteDBDatabase
import RouteDBRouting

/// The rules for what is live, by which a merge may leave an item as it is.
extension ItemMerge {
    /// The values of an item afterwards; `nil` if it is not there.
    private func outcome(of key: ItemKey) throws(RouteDBError) -> [RowValue]? {
        if let change = changes[key] { return change.new }
        return try rows.live(key)?.values
    }

    /// The values afterwards of an item that is live now.
    private func outcome(of key: ItemKey, _ row: ItemRow) -> [RowValue]? {
        if let change = changes[key] { change.new } else { row.values }
    }

    /// The rule that a change would break, if any.
    func obstacle(
        to change: Change, of key: ItemKey
    ) throws(RouteDBError) -> MergeConflict.Cause? {
        guard let new = change.new else { return try obstacle(toRemoving: key) }
        if let item = try missing(for: new, change, key) { return .missing(item.item) }
        for claim in MergeClaim.all(of: key, new) {
            if let now = change.now?.values, MergeClaim.all(of: key, now).contains(claim) {
                continue
            }
            if let other = try holder(of: claim, besides: key) { return .taken(other.item) }
        }
        if let other = try twin(of: new, change, key) { return .taken(other.item) }
        if key.isNamespace, try isInCycle(new) { return .cycle }
        // Nobody has seen these fields together yet.
        guard let now = change.now, new != change.theirs, new != now.values else { return nil }
        return try mistake(in: new, key).map { .invalid($0) }
    }

    // MARK: What belongs together

    /// The live items that would be removed with an item, and theirs.
    func belongings(
        of key: ItemKey
    ) throws(RouteDBError) -> [(key: ItemKey, row: ItemRow)] {
        var seen: Set<ItemKey> = []
        return try belongings(of: key, besides: &seen)
    }

    private func belongings(
        of key: ItemKey, besides seen: inout Set<ItemKey>
    ) throws(RouteDBError) -> [(key: ItemKey, row: ItemRow)] {
        guard key.table.hasIDs else { return [] }
        var found: [(key: ItemKey, row: ItemRow)] = []
        for kind in ItemRows.kinds {
            let table = VersionedTable.all[kind]
            for (column, target) in table.references where target == key.table.name {
                let condition = Self.condition(column, of: table)
                for row in try rows.rows(of: kind, where: condition, key.identity) {
                    let other = ItemKey(kind: kind, of: row.values)
                    guard let values = outcome(of: other, row),
                        table.value(column, in: values) == key.identity[0],
                        seen.insert(other).inserted
                    else { continue }
                    found.append((other, row))
                    found += try belongings(of: other, besides: &seen)
                }
            }
        }
        return found
    }

    /// The condition for the rows that refer to the item `?2`.
    private static func condition(_ column: String, of table: VersionedTable) -> String {
        guard table.name == AccessRule.table.name else { return "\(column) = ?2" }
        // Spelled like the columns of the index.
        return column == "namespace"
            ? "ifnull(namespace, 0) = ?2"
            : "ifnull(namespace, 0) = 0 AND ifnull(route_group, '') = '' AND ifnull(route, 0) = ?2"
    }

    private func obstacle(
        toRemoving key: ItemKey
    ) throws(RouteDBError) -> MergeConflict.Cause? {
        if let user = try user(of: key) { return .needed(user.item) }
        let belongings = try belongings(of: key)
        return belongings.isEmpty ? nil : .used(belongings.map(\.key.item))
    }

    /// An item that needs another one and would not be removed with it: a namespace whose fallback
    /// it is, or a route whose pattern names it.
    private func user(of key: ItemKey) throws(RouteDBError) -> ItemKey? {
        let table = key.table
        if key.isNamespace {
            for row in try rows.rows(of: key.kind, where: "fallback = ?2", key.identity) {
                let other = ItemKey(kind: key.kind, of: row.values)
                let fallback = outcome(of: other, row).map { table.value("fallback", in: $0) }
                if fallback == key.identity[0] { return other }
            }
        }
        guard table.name == ParameterConverter.table.name, let name = key.identity[1].text else {
            return nil
        }
        let kind = ItemKey(RouteRecord.table.name).kind
        let condition = "namespace = ?2 AND instr(pattern, '@') > 0"
        for row in try rows.rows(of: kind, where: condition, [key.identity[0]]) {
            let route = ItemKey(kind: kind, of: row.values)
            guard let values = outcome(of: route, row),
                RouteRecord.table.value("namespace", in: values) == key.identity[0],
                Self.converters(in: values).contains(name)
            else { continue }
            return route
        }
        return nil
    }

    /// The converters that the pattern of a route names.
    private static func converters(in route: [RowValue]) -> Set<String> {
        guard let text = RouteRecord.table.value("pattern", in: route).text,
            text.utf8.contains(UInt8(ascii: "@"))
        else { return [] }
        return (try? RoutePattern(stored: text))?.converterNames ?? []
    }

    /// An item that another one needs and did not need before, and that is not there.
    private func missing(
        for new: [RowValue], _ change: Change, _ key: ItemKey
    ) throws(RouteDBError) -> ItemKey? {
        let table = key.table
        let now = change.now?.values
        var needed = table.references.map { ($0.column, $0.table) }
        if key.isNamespace { needed.append(("fallback", table.name)) }
        for (column, target) in needed {
            let value = table.value(column, in: new)
            guard value != .null, value != now.map({ table.value(column, in: $0) }) else {
                continue
            }
            let other = ItemKey(target, value)
            if try outcome(of: other) == nil { return other }
        }
        guard table.name == RouteRecord.table.name else { return nil }
        let namespace = table.value("namespace", in: new)
        var names = Self.converters(in: new)
        if let now, table.value("namespace", in: now) == namespace {
            names.subtract(Self.converters(in: now))
        }
        for name in names.sorted() {
            let converter = ItemKey(ParameterConverter.table.name, namespace, RowValue(name))
            if try outcome(of: converter) == nil { return converter }
        }
        return nil
    }

    // MARK: What only one may have

    private func holder(
        of claim: MergeClaim, besides key: ItemKey
    ) throws(RouteDBError) -> ItemKey? {
        let (condition, parameters) = claim.candidates
        let live = try rows.rows(of: claim.kind, where: condition, parameters)
        let keys = live.map { ItemKey(kind: claim.kind, of: $0.values) }
        for (other, row) in zip(keys, live) where other != key {
            guard let values = outcome(of: other, row) else { continue }
            if MergeClaim.all(of: other, values).contains(claim) { return other }
        }
        return claimants[claim]?.first { other in
            guard other != key, let values = changes[other]?.new else { return false }
            return MergeClaim.all(of: other, values).contains(claim)
        }
    }

    /// A route with the pattern that another gets, where the namespace allows only one and they were
    /// not side by side before.
    private func twin(
        of new: [RowValue], _ change: Change, _ key: ItemKey
    ) throws(RouteDBError) -> ItemKey? {
        let place = { (values: [RowValue]?) in values.flatMap { MergeClaim(placeOf: $0, key) } }
        guard let wanted = place(new), place(change.now?.values) != wanted,
            let namespace = try outcome(of: ItemKey(RouteNamespace.table.name, wanted.values[0])),
            !(try rows.namespace(namespace).policies.registration.allowsTwins)
        else { return nil }
        let live = try rows.rows(
            of: key.kind, where: "namespace = ?2 AND pattern = ?3", Array(wanted.values.prefix(2)))
        var others: [ItemKey] = []
        for row in live {
            let other = ItemKey(kind: key.kind, of: row.values)
            if place(outcome(of: other, row)) == wanted { others.append(other) }
        }
        others += claimants[wanted, default: []].filter { place(changes[$0]?.new) == wanted }
        for other in others where other != key {
            let theirs = try self.other.theirs(of: other, rows)
            if place(theirs) != wanted || place(change.theirs) != wanted { return other }
        }
        return nil
    }

    private func isInCycle(_ namespace: [RowValue]) throws(RouteDBError) -> Bool {
        guard RouteNamespace.table.value("fallback", in: namespace) != .null else { return false }
        let cycle = try NamespaceRules.cycle(from: try rows.namespace(namespace)) {
            (id) throws(RouteDBError) in
            let key = ItemKey(RouteNamespace.table.name, .integer(id.rawValue))
            let values =
                if let change = changes[key] { change.new } else { try rows.live(key)?.values }
            return try values.map { (values) throws(RouteDBError) in try rows.namespace(values) }
        }
        return cycle != nil
    }

    // MARK: Fields that were never together

    /// The rule that the fields of an item break together, as a sentence.
    private func mistake(in values: [RowValue], _ key: ItemKey) throws(RouteDBError) -> String? {
        let database = editor.live.database
        do {
            switch key.table.name {
            case RouteNamespace.table.name:
                try editor.checkValues(of: try rows.namespace(values))
            case RouteRecord.table.name:
                try editor.checkValues(
                    of: try rows.read(values) { try RouteRecord.read($0, in: database) })
            case AccessRule.table.name:
                try RuleCheck.check(
                    try rows.read(values) { try AccessRule.read($0, in: database) })
            case AppRecord.table.name:
                try AppRules.check(
                    try rows.read(values) { try AppRecord.read($0, in: database) }.app)
            case RouteTestCase.Stored.table.name:
                _ = try rows.read(values) { try RouteTestCase.Stored.read($0, in: database) }
            default: break
            }
            return nil
        } catch {
            guard !(error.code == .busy || error.code == .storageFailure) else { throw error }
            return error.message
        }
    }
}

extension RegistryEditor {
    /// Checks the values of a namespace together.
    fileprivate func checkValues(of namespace: RouteNamespace) throws(RouteDBError) {
        try NamespaceRules.checkMarks(
            of: NamespaceDraft(
                name: namespace.name, profile: namespace.profile, overrides: namespace.overrides))
        guard namespace.bindings.count <= NamespaceRules.bindings else {
            throw RouteDBError(
                .invalidValue,
                "It would have more than \(NamespaceRules.bindings) pairs of a scheme and a host.")
        }
    }

    /// Checks the values of a route together, in a namespace that is live.
    fileprivate func checkValues(of route: RouteRecord) throws(RouteDBError) {
        guard let namespace = try live.allNamespaces()[route.namespace] else { return }
        _ = try CheckedRoute(
            try draft(of: route), in: namespace,
            converters: try live.converterNames(of: namespace.id), replacing: route)
    }
}
