import RouteDBDatabase
import RouteDBRouting
import RouteDBSQLite

/// A version of an item that was read from a damaged registry.
private struct SalvagedVersion {
    let number: Int64
    let madeBy: Int64
    var endedBy: Int64?
    var values: [SQLiteValue]
}

extension RegistryRecovery {
    /// Inserts the versions of a table, as far as they are sound.
    func insertVersions(of table: VersionedTable) throws(RouteDBError) {
        guard let shape = shapes[table.name] else { return }
        let columns = shape.columnNames
        let insert = ComposedSQL(
            """
            INSERT INTO \(table.name) (\(columns.joined(separator: ", ")))
            VALUES (\((1...columns.count).map { "?\($0)" }.joined(separator: ", ")))
            """)
        for version in versions(of: table, columns) {
            if try run(insert, version.values + [.integer(version.madeBy), .init(version.endedBy)])
            {
                continue
            }
            let ended = version.values + [.integer(version.madeBy), .integer(try repairRevision())]
            if version.endedBy == nil, try run(insert, ended) {
                report(.ended, table, version.number, "another live item has its name or place")
            } else {
                report(.invalid, table, version.number, "a value is damaged")
            }
        }
    }

    /// Puts another row with its number in the place of a version that breaks a rule; returns whether there is one.
    ///
    /// It must be of the same item and revisions: a copy of the row that was damaged less.
    func takeSpare(for number: Int64, in table: VersionedTable) throws(RouteDBError) -> Bool {
        guard let columns = shapes[table.name]?.columnNames, let row = rows[table.name]?[number]
        else { return false }
        let fixed = (table.identity + ["made_by", "ended_by"]).compactMap(columns.firstIndex)
        while let spare = spares[table.name]?[number]?.popLast() {
            guard fixed.allSatisfy({ spare[$0] == row[$0] }) else { continue }
            let set = columns.indices.map { "\(columns[$0]) = ?\($0 + 1)" }
            let update = ComposedSQL(
                """
                UPDATE \(table.name) SET \(set.dropLast(2).joined(separator: ", "))
                WHERE version_id = ?\(columns.count + 1)
                """)
            if try run(update, spare.dropLast(2) + [.null, .null, .integer(number)]) {
                rows[table.name]?[number] = spare
                return true
            }
        }
        return false
    }

    /// Runs an insertion; returns whether the constraints of the schema allow it.
    private func run(_ insert: ComposedSQL, _ values: [SQLiteValue]) throws(RouteDBError) -> Bool {
        do throws(RouteDBError) {
            try database.run(insert) { statement in
                try statement.bind(values)
                try statement.run()
            }
            return true
        } catch {
            guard error.code == .corrupt else { throw error }
            return false
        }
    }

    /// The versions of a table in order, so that those of one item follow each other.
    private func versions(of table: VersionedTable, _ columns: [String]) -> [SalvagedVersion] {
        var versions: [SalvagedVersion] = []
        for (number, taken) in (rows[table.name] ?? [:]).sorted(by: { $0.key < $1.key }) {
            // Another row with this number may be sound where this one is what damage has made of a third.
            let all = [taken] + (spares[table.name]?[number] ?? [])
            let values = all.first { madeBy($0) != nil } ?? taken
            rows[table.name]?[number] = values
            guard let madeBy = madeBy(values) else {
                report(.invalid, table, number, "the revision that added it is damaged")
                continue
            }
            var version = SalvagedVersion(
                number: number, madeBy: madeBy, values: Array(values.dropLast(2)))
            if case .integer(let endedBy)? = values.last {
                if endedBy > madeBy, endedBy <= newest {
                    version.endedBy = endedBy
                } else {
                    report(.changed, table, number, "the revision that ended it is damaged")
                }
            }
            versions.append(version)
        }
        let identity = table.identity.compactMap(columns.firstIndex)
        let items = Dictionary(grouping: versions.indices) { index in
            identity.map { versions[index].values[$0] }
        }
        var repeated: Set<Int> = []
        for indexes in items.values {
            let ordered = indexes.sorted { versions[$0].madeBy < versions[$1].madeBy }
            for (earlier, later) in zip(ordered, ordered.dropFirst()) {
                let next = versions[later].madeBy
                if versions[earlier].madeBy == next {
                    repeated.insert(earlier)
                    report(
                        .invalid, table, versions[earlier].number, "revision \(next) added it twice"
                    )
                } else if versions[earlier].endedBy.map({ $0 > next }) ?? true {
                    versions[earlier].endedBy = next
                    report(
                        .changed, table, versions[earlier].number,
                        "revision \(next), which added the next version, ends it")
                }
            }
        }
        return versions.indices.filter { !repeated.contains($0) }.map { versions[$0] }
    }

    /// Returns the revision that added a version; `nil` if that is damaged.
    private func madeBy(_ values: [SQLiteValue]) -> Int64? {
        guard case .integer(let number) = values[values.count - 2] else { return nil }
        return 1...newest ~= number ? number : nil
    }

    /// Reports a version of an item.
    func report(
        _ kind: RecoveryLoss.Kind, _ table: VersionedTable, _ number: Int64, _ problem: String
    ) {
        losses.append(
            RecoveryLoss(kind, "\(describe(table, number)): \(problem)"))
    }

    /// Reports the rows whose ends are on pages that cannot be read.
    func reportFragments(_ fragments: [SalvagedRow]) {
        for row in fragments where rows[row.table]?[row.number] == nil {
            guard let table = VersionedTable.all.first(where: { $0.name == row.table }) else {
                continue
            }
            let item = describe(table, row.number, row.values)
            losses.append(
                RecoveryLoss(.lost, "\(item): the end of its row is on a page that cannot be read"))
        }
    }

    /// The item of a version, as far as its row tells.
    private func describe(
        _ table: VersionedTable, _ number: Int64, _ values: [SQLiteValue]? = nil
    ) -> String {
        var texts: [String] = []
        if let columns = shapes[table.name]?.columnNames,
            let values = values ?? rows[table.name]?[number]
        {
            for column in Self.tellingColumns {
                guard let index = columns.firstIndex(of: column) else { continue }
                switch values[index] {
                case .integer(let id): texts.append("#\(id)")
                case .text(let text) where !text.isEmpty: texts.append("'\(text)'")
                default: break
                }
            }
        }
        let item = ([table.itemName] + texts.prefix(3)).joined(separator: " ")
        return "\(item) (row \(number))"
    }

    private static let tellingColumns = ["id", "name", "pattern", "key", "host", "app", "target"]

    /// Reports the rows and items that are missing, and the revisions that they belonged to.
    func reportLostVersions() throws(RouteDBError) {
        for table in VersionedTable.all {
            let found = (rows[table.name] ?? [:]).compactMap { number, values -> (Int64, Int64)? in
                madeBy(values).map { (number, $0) }
            }.sorted { $0.0 < $1.0 }
            var previous = (number: Int64(0), madeBy: Int64(1))
            for (number, madeBy) in found {
                let revisions = min(previous.madeBy, madeBy)...max(previous.madeBy, madeBy)
                if previous.number + 1 < number, changed.contains(where: revisions.contains) {
                    try reportLost(previous.number + 1...number - 1, of: table, addedBy: revisions)
                }
                previous = (number, madeBy)
            }
            try reportLostItems(of: table)
        }
    }

    private func reportLost(
        _ numbers: ClosedRange<Int64>, of table: VersionedTable,
        addedBy revisions: ClosedRange<Int64>
    ) throws(RouteDBError) {
        let word = numbers.count == 1 ? "row" : "rows"
        let end = numbers.count == 1 ? "" : " to \(numbers.upperBound)"
        losses.append(
            RecoveryLoss(
                .lost,
                "\(table.itemName), \(word) \(numbers.lowerBound)\(end): in no page; added by"
                    + " \(Self.name(of: revisions)), \(try times(of: revisions))"))
    }

    /// Reports the items of which there is no version at all, or maybe not the newest.
    private func reportLostItems(of table: VersionedTable) throws(RouteDBError) {
        guard table.hasIDs, !changed.isEmpty else { return }
        let known = try numbers("SELECT DISTINCT id FROM \(table.name) ORDER BY id")
        let last = known.last ?? 0
        let named = try namedIDs(of: table).filter { last < $0 && $0 <= last + Self.maximumIDJump }
        var previous: Int64 = 0
        for id in known + (named.max().map { [$0 + 1] } ?? []) {
            // A greater gap shows that the id itself is damaged.
            if previous + 1 < id, id - previous <= Self.maximumIDJump {
                let end = previous + 2 == id ? "" : " to #\(id - 1)"
                losses.append(
                    RecoveryLoss(
                        .lost,
                        "\(table.itemName) #\(previous + 1)\(end): there is no version of it any more"
                    ))
            }
            previous = id
        }
        try reportLostNewest(of: table)
    }

    /// Damage of an id makes it greater than this many unknown ones.
    private static let maximumIDJump: Int64 = 1_000

    /// The ids of a table's items that other items name.
    private func namedIDs(of table: VersionedTable) throws(RouteDBError) -> [Int64] {
        var ids: [Int64] = []
        for other in VersionedTable.all {
            for reference in other.references where reference.table == table.name {
                ids += try numbers(
                    "SELECT DISTINCT \(reference.column) FROM \(other.name) WHERE \(reference.column) > 0"
                )
            }
        }
        return ids
    }

    /// Reports the items whose last version was ended by a revision of which something is lost.
    private func reportLostNewest(of table: VersionedTable) throws(RouteDBError) {
        let select = """
            SELECT version_id, max(ended_by) FROM \(table.name) AS version
            WHERE NOT EXISTS (
                SELECT 1 FROM \(table.name) AS live WHERE live.id = version.id AND live.ended_by IS NULL)
            GROUP BY id ORDER BY id
            """
        let ended = try database.run(composed: select) { statement in
            var ended: [(number: Int64, revision: Int64)] = []
            while try statement.step() {
                ended.append((statement.int(at: 0), statement.int(at: 1)))
            }
            return ended
        }
        for (number, revision) in ended where changed.contains(revision) {
            report(
                .lost, table, number,
                "revision \(revision) removed it, or its newest version, of that revision, is lost")
        }
    }
}
