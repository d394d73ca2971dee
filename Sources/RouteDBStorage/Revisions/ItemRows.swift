import RouteDBDatabase
import RouteDBRouting
import RouteDBSQLite

/// A value of a row; texts are compared by their bytes.
enum RowValue: Hashable {
    case null
    case integer(Int64)
    case text(TextKey)

    /// The number; `nil` for anything else.
    var integer: Int64? { if case .integer(let number) = self { number } else { nil } }
    /// The text; `nil` for anything else.
    var text: String? { if case .text(let key) = self { key.text } else { nil } }

    init(_ text: String?) { self = text.map { .text(TextKey($0)) } ?? .null }

    init(_ row: borrowing Statement, at index: Int32) {
        self =
            switch row.type(at: index) {
            case .null: .null
            case .integer: .integer(row.int(at: index))
            case .real, .text, .blob: RowValue(row.string(at: index))
            }
    }

    fileprivate var value: SQLiteValue {
        switch self {
        case .null: .null
        case .integer(let number): .integer(number)
        case .text(let key): .text(key.text)
        }
    }
}

/// The kind of an item and the values that identify it.
struct ItemKey: Hashable {
    /// The index of the table in ``VersionedTable/all``.
    let kind: Int
    let identity: [RowValue]

    var table: VersionedTable { VersionedTable.all[kind] }
}

extension ItemKey {
    /// The key of an item with these values of the columns that identify it.
    init(_ table: String, _ identity: RowValue...) {
        self.init(
            kind: VersionedTable.all.firstIndex { $0.name == table } ?? 0, identity: identity)
    }

    /// The key of an item with these values.
    init(kind: Int, of values: [RowValue]) {
        let table = VersionedTable.all[kind]
        self.init(kind: kind, identity: table.identity.map { table.value($0, in: values) })
    }
}

extension VersionedTable {
    /// The value of a column in the values of a row.
    func value(_ column: String, in values: [RowValue]) -> RowValue {
        columns.firstIndex(of: column).map { values[$0] } ?? .null
    }
}

/// A version of an item of any kind.
struct ItemRow {
    /// The number of the row.
    let version: Int64
    /// The values of the table's columns; for a namespace, its schemes and hosts follow.
    let values: [RowValue]
}

/// Reads and writes items of all kinds alike, by the descriptions of their tables.
///
/// Schemes and hosts are part of their namespace, as in documents, and not items of their own.
final class ItemRows {
    let database: Database
    /// The statements by their texts.
    private var statements: [String: ComposedSQL] = [:]

    init(_ database: Database) { self.database = database }

    /// The indexes of the tables whose rows are items.
    static let kinds = VersionedTable.all.indices.filter {
        VersionedTable.all[$0].name != StoredBinding.table.name
    }

    /// The items that revisions changed, before the first and after the last of them.
    func changed(
        _ kind: Int, by revisions: ClosedRange<Int64>
    ) throws(RouteDBError) -> [(key: ItemKey, before: ItemRow?, after: ItemRow?)] {
        let (first, last) = (revisions.lowerBound, revisions.upperBound)
        let isNamespace = VersionedTable.all[kind].name == RouteNamespace.table.name
        let numbers = isNamespace ? [] : [RowValue.integer(first), .integer(last)]
        let span = "BETWEEN ?2 AND ?3"
        let changed = isNamespace ? "id IN (\(try changedNamespaces(by: revisions)))" : nil
        let old = try rows(
            of: kind, where: changed ?? "ended_by \(span)", numbers, at: first - 1)
        let new = try rows(of: kind, where: changed ?? "made_by \(span)", numbers, at: last)
        var left: [ItemKey: ItemRow] = [:]
        for row in new { left[ItemKey(kind: kind, of: row.values)] = row }
        var found: [(key: ItemKey, before: ItemRow?, after: ItemRow?)] = []
        for row in old {
            let key = ItemKey(kind: kind, of: row.values)
            found.append((key, row, left.removeValue(forKey: key)))
        }
        for row in new {
            let key = ItemKey(kind: kind, of: row.values)
            if left[key] != nil { found.append((key, nil, row)) }
        }
        return found
    }

    /// The ids of the namespaces whose rows or bindings revisions changed, with commas between.
    private func changedNamespaces(
        by revisions: ClosedRange<Int64>
    ) throws(RouteDBError) -> String {
        let select: StaticString = """
            SELECT id FROM namespace WHERE made_by BETWEEN ?1 AND ?2
            UNION SELECT id FROM namespace WHERE ended_by BETWEEN ?1 AND ?2
            UNION SELECT namespace FROM namespace_binding WHERE made_by BETWEEN ?1 AND ?2
            UNION SELECT namespace FROM namespace_binding WHERE ended_by BETWEEN ?1 AND ?2
            """
        return try database.run(select) { statement in
            try statement.bind(revisions.lowerBound, at: 1)
            try statement.bind(revisions.upperBound, at: 2)
            var ids: [String] = []
            while try statement.step() { ids.append(String(statement.int(at: 0))) }
            return ids.joined(separator: ", ")
        }
    }

    /// The live version of an item.
    func live(_ key: ItemKey) throws(RouteDBError) -> ItemRow? { try find(key, at: nil) }

    /// The version of an item at a revision; `nil` for the live one.
    func find(_ key: ItemKey, at revision: Int64?) throws(RouteDBError) -> ItemRow? {
        var (conditions, values): ([String], [RowValue]) = ([], [])
        for (column, value) in zip(key.table.identity, key.identity) {
            // `IS ?` would not use the indexes of what has a value.
            if value != .null { values.append(value) }
            conditions.append(
                value == .null ? "\(column) IS NULL" : "\(column) = ?\(values.count + 1)")
        }
        return try rows(
            of: key.kind, where: conditions.joined(separator: " AND "), values, at: revision
        ).first
    }

    /// The items at a revision that a condition finds, whose parameters begin with `?2`; `nil` for
    /// the live ones.
    func rows(
        of kind: Int, where condition: String, _ parameters: [RowValue] = [],
        at revision: Int64? = nil
    ) throws(RouteDBError) -> [ItemRow] {
        let table = VersionedTable.all[kind]
        let isThere =
            revision == nil
            ? "ended_by IS NULL" : "made_by <= ?1 AND (ended_by IS NULL OR ended_by > ?1)"
        let select = """
            SELECT \(table.columns.joined(separator: ", ")), version_id FROM \(table.name)
            WHERE \(condition) AND \(isThere) ORDER BY version_id
            """
        let count = Int32(table.columns.count)
        let found = try database.run(statement(select)) { statement in
            if let revision { try statement.bind(revision, at: 1) }
            for (index, value) in parameters.enumerated() {
                try statement.bind(value.value, at: Int32(index + 2))
            }
            var found: [ItemRow] = []
            while try statement.step() {
                found.append(
                    ItemRow(
                        version: statement.int(at: count),
                        values: (0..<count).map { RowValue(statement, at: $0) }))
            }
            return found
        }
        guard table.name == RouteNamespace.table.name else { return found }
        var bound: [ItemRow] = []
        for row in found {
            let bindings = try bindings(of: row.values[0], at: revision)
            bound.append(ItemRow(version: row.version, values: row.values + bindings))
        }
        return bound
    }

    private func statement(_ sql: String) -> ComposedSQL {
        if let known = statements[sql] { return known }
        let composed = ComposedSQL(sql)
        statements[sql] = composed
        return composed
    }

    // MARK: Schemes and hosts

    /// The schemes and hosts of a namespace, each as one text, in an order of their own.
    private func bindings(
        of namespace: RowValue, at revision: Int64?
    ) throws(RouteDBError) -> [RowValue] {
        let select: StaticString = """
            SELECT scheme, host FROM namespace_binding
            WHERE namespace = ?1 AND made_by <= ?2 AND (ended_by IS NULL OR ended_by > ?2)
            """
        return try database.run(select) { statement in
            try statement.bind(namespace.value, at: 1)
            try statement.bind(revision ?? .max, at: 2)
            var (schemes, hosts): (Set<String>, Set<String>) = ([], [])
            while try statement.step() {
                if let scheme = statement.optionalString(at: 0) { schemes.insert(scheme) }
                if let host = statement.optionalString(at: 1) { hosts.insert(host) }
            }
            return [Self.joined(schemes), Self.joined(hosts)]
        }
    }

    /// Neither schemes nor hosts have spaces.
    private static func joined(_ texts: Set<String>) -> RowValue {
        RowValue(texts.isEmpty ? nil : texts.sorted().joined(separator: " "))
    }

    /// The namespace of a row, with its schemes and hosts.
    func namespace(_ values: [RowValue]) throws(RouteDBError) -> RouteNamespace {
        let count = RouteNamespace.table.columns.count
        var namespace = try read(values) { (row) throws(RouteDBError) in
            try RouteNamespace.read(row, in: database)
        }
        let texts = values[count...].map { value in
            value.text?.split(separator: " ").map(String.init) ?? []
        }
        (namespace.schemes, namespace.hosts) = (texts[0], texts[1])
        return namespace
    }

    /// Passes values on to what reads rows.
    func read<Item>(
        _ values: [RowValue], _ body: (borrowing Statement) throws -> Item
    ) throws(RouteDBError) -> Item {
        let list = values.indices.map { "?\($0 + 1)" }.joined(separator: ", ")
        return try database.run(statement("SELECT \(list)")) { statement in
            for (index, value) in values.enumerated() {
                try statement.bind(value.value, at: Int32(index + 1))
            }
            _ = try statement.step()
            return try body(statement)
        }
    }

    // MARK: Writing

    /// Ends a live version; one that the current revision added is deleted, because no revision
    /// ever had it.
    func end(_ row: ItemRow, of key: ItemKey, in revision: Int64) throws(RouteDBError) {
        for sql in [
            "DELETE FROM \(key.table.name) WHERE version_id = ?1 AND made_by = ?2",
            "UPDATE \(key.table.name) SET ended_by = ?2 WHERE version_id = ?1",
        ] {
            try database.run(statement(sql)) { statement in
                try statement.bind(row.version, at: 1)
                try statement.bind(revision, at: 2)
                try statement.run()
            }
        }
    }

    /// Inserts a version.
    func insert(
        _ values: [RowValue], of key: ItemKey, in revision: Int64
    ) throws(RouteDBError) {
        let count = key.table.columns.count
        try database.run(key.table.insert) { statement in
            for (index, value) in values.prefix(count).enumerated() {
                try statement.bind(value.value, at: Int32(index + 1))
            }
            try statement.bind(revision, at: Int32(count + 1))
            try statement.run()
        }
    }
}
