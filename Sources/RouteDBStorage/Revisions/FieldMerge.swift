import RouteDBDatabase
import RouteDBRouting

/// The two ways to merge the fields of an item that both sides changed.
struct FieldMerge {
    /// The values with the fields in conflict as they are now.
    private(set) var keeping: [RowValue]
    /// The values with the fields in conflict as the other side has them.
    private(set) var taking: [RowValue]

    /// Merges the fields of an item of a kind.
    init(base: [RowValue], theirs: [RowValue], ours: [RowValue], of kind: Int) {
        (keeping, taking) = (ours, ours)
        for field in Self.fields(of: kind, count: ours.count) {
            let values = { (row: [RowValue]) in field.map { row[$0] } }
            let (old, new, live) = (values(base), values(theirs), values(ours))
            guard old != new, live != new else { continue }
            for index in field { taking[index] = theirs[index] }
            if live == old {
                for index in field { keeping[index] = theirs[index] }
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
        _ base: RowValue, _ theirs: RowValue, _ ours: RowValue
    ) -> (keeping: RowValue, taking: RowValue)? {
        let all = [base, theirs, ours].compactMap { value -> [String: TextKey]? in
            guard let text = value.text else { return [:] }
            return (try? RouteLabels.labels(stored: text))?.mapValues { TextKey($0) }
        }
        guard all.count == 3 else { return nil }
        var (keeping, taking) = (all[2], all[2])
        for key in Set(all[0].keys).union(all[1].keys) {
            let (old, new, live) = (all[0][key], all[1][key], all[2][key])
            guard old != new, live != new else { continue }
            taking[key] = new
            if live == old { keeping[key] = new }
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
