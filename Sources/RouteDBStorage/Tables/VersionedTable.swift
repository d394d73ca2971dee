import RouteDBDatabase
import RouteDBRouting
import RouteDBSQLite

/// A table whose rows are versions of items, each with the revision that added it and the one that
/// ended it.
///
/// Reading, editing, digests, rollbacks and checks use these descriptions only.
struct VersionedTable: Sendable {
    let name: String
    /// The name of an item in messages.
    let itemName: String
    /// The columns of an item, in the order in which they are read and bound.
    let columns: [String]
    /// The columns that tell an item from all others of its kind, at any revision.
    let identity: [String]
    /// The columns that rows are sorted by.
    let order: String
    /// The columns that refer to other items by id, and the names of their tables.
    let references: [(column: String, table: String)]

    /// The SQL that selects the columns of an item.
    private let rows: String
    /// The condition of a version at the revision `?1`.
    private static let isPast = "made_by <= ?1 AND (ended_by IS NULL OR ended_by > ?1)"
    /// The live items.
    let live: ComposedSQL
    /// The items at the revision `?1`.
    let past: ComposedSQL
    /// The items of the revision `?1` that the later revision `?2` lacks, or has in another version.
    let onlyEarlier: ComposedSQL
    /// The items of the revision `?2` that the earlier revision `?1` lacks, or has in another version.
    let onlyLater: ComposedSQL
    /// The live item with the id `?1`.
    let withID: ComposedSQL
    /// All versions, in the order in which they were written; the row's number and whether it is
    /// live follow the columns of the item.
    let versions: ComposedSQL
    /// The versions that revisions after `?1` added, in the order and with the columns of
    /// ``versions``.
    let newVersions: ComposedSQL
    /// Inserts an item; the last parameter is the revision.
    let insert: ComposedSQL
    /// Ends the item with the id `?2`.
    let byID: Ending
    /// The next unused id.
    let nextID: ComposedSQL
    /// The revision that ended the last version of the item with the id `?1`, up to the revision `?2`.
    let lastEnd: ComposedSQL
    /// The revision that added the item with the id `?1`.
    let firstMade: ComposedSQL
    /// The rows that the revision `?1` added.
    let made: ComposedSQL
    /// The rows that the revision `?1` ended.
    let ended: ComposedSQL
    /// The rows of ``made`` whose `version_id` is above `?2`.
    let madeAbove: ComposedSQL
    /// The rows of ``ended`` whose `version_id` is above `?2`.
    let endedAbove: ComposedSQL

    /// The statements that end live rows: those that the revision `?1` added are deleted, because
    /// no revision ever had them.
    struct Ending: Sendable {
        let delete: ComposedSQL
        let update: ComposedSQL
    }

    /// Describes a table.
    init(
        _ name: String, itemName: String? = nil, columns: [String], identity: [String] = ["id"],
        order: String = "id", references: KeyValuePairs<String, String> = [:]
    ) {
        self.name = name
        self.itemName = itemName ?? name
        self.columns = columns
        self.identity = identity
        self.order = order
        self.references = references.map { ($0.key, $0.value) }
        let list = columns.joined(separator: ", ")
        let rows = "SELECT \(list) FROM \(name)"
        self.rows = rows
        live = ComposedSQL("\(rows) WHERE ended_by IS NULL ORDER BY \(order)")
        past = ComposedSQL("\(rows) WHERE \(Self.isPast) ORDER BY \(order)")
        // A plus sign hides a column from SQLite's planner, so that it goes through the index of what
        // changed, and not, to spare itself the sorting, through one of all rows.
        onlyEarlier = ComposedSQL(
            "\(rows) WHERE +made_by <= ?1 AND ended_by > ?1 AND ended_by <= ?2 ORDER BY +\(order)")
        onlyLater = ComposedSQL(
            "\(rows) WHERE made_by > ?1 AND made_by <= ?2"
                + " AND (+ended_by IS NULL OR +ended_by > ?2) ORDER BY +\(order)")
        withID = ComposedSQL("\(rows) WHERE id = ?1 AND ended_by IS NULL")
        let version = "SELECT \(list), version_id, ended_by IS NULL FROM \(name)"
        versions = ComposedSQL("\(version) ORDER BY version_id")
        newVersions = ComposedSQL("\(version) WHERE made_by > ?1 ORDER BY version_id")
        let parameters = (1...columns.count + 1).map { "?\($0)" }.joined(separator: ", ")
        insert = ComposedSQL("INSERT INTO \(name) (\(list), made_by) VALUES (\(parameters))")
        byID = Self.ending(name, where: "id = ?2")
        nextID = ComposedSQL("SELECT ifnull(max(id), 0) + 1 FROM \(name)")
        lastEnd = ComposedSQL(
            "SELECT max(ended_by) FROM \(name) WHERE id = ?1 AND ended_by <= ?2")
        firstMade = ComposedSQL("SELECT min(made_by) FROM \(name) WHERE id = ?1")
        made = ComposedSQL("SELECT * FROM \(name) WHERE made_by = ?1 ORDER BY version_id")
        ended = ComposedSQL(
            "SELECT version_id FROM \(name) WHERE ended_by = ?1 ORDER BY version_id")
        madeAbove = ComposedSQL(
            "SELECT * FROM \(name) WHERE made_by = ?1 AND version_id > ?2 ORDER BY version_id")
        endedAbove = ComposedSQL(
            "SELECT version_id FROM \(name) WHERE ended_by = ?1 AND version_id > ?2"
                + " ORDER BY version_id")
    }

    /// True if its items have an id.
    var hasIDs: Bool { columns.contains("id") }

    /// Composes a query for live items; keep it in a static property.
    func live(where condition: String) -> ComposedSQL {
        ComposedSQL("\(rows) WHERE \(condition) AND ended_by IS NULL ORDER BY \(order)")
    }

    /// Composes a query for live items in any order, of which the first ones may be enough; keep it in a
    /// static property.
    func anyLive(where condition: String) -> ComposedSQL {
        ComposedSQL("\(rows) WHERE \(condition) AND ended_by IS NULL")
    }

    /// Composes a query for items at the revision `?1` by an index of all versions; keep it in a static
    /// property.
    func past(where condition: String) -> ComposedSQL {
        ComposedSQL("\(rows) WHERE \(condition) AND \(Self.isPast) ORDER BY \(order)")
    }

    /// Composes the queries for items in any order, by a condition whose first parameter is `?2`.
    ///
    /// They are for the newest revision, and, at past ones, for those that are still live, and those that
    /// ended since. Keep them in a static property.
    func dated(where condition: String) -> Dated {
        let past = ["ended_by IS NULL", "ended_by > ?1"].map {
            ComposedSQL("\(rows) WHERE \(condition) AND +made_by <= ?1 AND \($0)")
        }
        return Dated(live: anyLive(where: condition), past: past)
    }

    /// The queries for the same items at the newest revision, and at the revision `?1`.
    struct Dated: Sendable {
        let live: ComposedSQL
        let past: [ComposedSQL]
    }

    /// Composes the statements that end live rows; keep them in a static property.
    func ending(where condition: String) -> Ending { Self.ending(name, where: condition) }

    private static func ending(_ name: String, where condition: String) -> Ending {
        Ending(
            delete: ComposedSQL(
                "DELETE FROM \(name) WHERE \(condition) AND ended_by IS NULL AND made_by = ?1"),
            update: ComposedSQL(
                "UPDATE \(name) SET ended_by = ?1 WHERE \(condition) AND ended_by IS NULL"))
    }
}

extension VersionedTable {
    /// All tables; the order is that of the digests, so new tables must be appended.
    static let all = [
        RouteNamespace.table, StoredBinding.table, RouteRecord.table, DefaultRecord.table,
        ParameterConverter.table, AccessRule.table, LintSuppression.table,
        RouteTestCase.Stored.table,
        AppRecord.table,
    ]
}
