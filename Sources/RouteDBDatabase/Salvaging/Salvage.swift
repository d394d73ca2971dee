import RouteDBMigrations
package import RouteDBSQLite

/// A row that was read from the pages of a damaged file.
package struct SalvagedRow {
    /// The name of its table.
    package let table: String
    /// The number of the row; 0 in a table without them.
    package let number: Int64
    /// The values, in the order of the columns of the ``TableShape``.
    package let values: [SQLiteValue]
    /// False if no page above leads to that of the row any more, so that it may be an old copy.
    package let isReached: Bool
    /// How far the number is from the nearest of the rows beside it on its page: the rows of a page are in
    /// the order of their numbers, so a damaged number is far from both.
    package var gap = Int64.max
}

/// A page of which something cannot be read.
package struct PageDamage: Hashable, Sendable {
    /// The number of the page.
    package let page: Int
    /// The table that the page belongs to, if the pages above tell it.
    package let table: String?
    /// The problem, as the rest of a sentence about the page.
    package let problem: String
}

/// Reads all rows that the pages of a damaged file still hold.
///
/// 1. The tables of the file lead to their pages, as far as the pages between can be read.
/// 2. Pages of rows to which nothing leads any more are recognized by the types of their values.
/// 3. Each page, each cell of a page and each value is checked by itself. A page is visited once, so
///    a cycle ends; a page with the rest of a record is read a few times at most.
package struct Salvage {
    /// Returns whether values can be a row of a table, if several tables have their types.
    package typealias Confirmation = (_ table: String, _ values: [SQLiteValue]) -> Bool

    package let file: DamagedFile
    private let shapes: [TableShape]
    private let confirm: Confirmation
    /// The owner of each page, from page 0 on: ``unknown``, ``other``, or ``first`` and the index of a
    /// shape.
    private var owners: [UInt8]
    /// The damage found so far.
    package private(set) var damage: [PageDamage] = []
    /// The beginnings of rows whose ends are on pages that cannot be read; the other values are NULL.
    package private(set) var fragments: [SalvagedRow] = []

    /// How often each page was read as the rest of a record.
    private var uses: [UInt8]

    private static let (unknown, other, first): (UInt8, UInt8, UInt8) = (0, 1, 2)
    /// More records than sound ones can share a page for their rest, which is one.
    private static let maximumUses: UInt8 = 8
    private static let maximumFragments = 10_000

    /// Finds the pages of the tables.
    package init(
        _ file: DamagedFile, shapes: [TableShape],
        confirm: @escaping Confirmation = { _, _ in true }
    ) {
        (self.file, self.shapes, self.confirm) = (file, shapes, confirm)
        owners = Array(repeating: Self.unknown, count: file.pageCount + 1)
        uses = Array(repeating: 0, count: file.pageCount + 1)
        owners[0] = Self.other
        mark(from: 1, as: Self.other, isTable: true)
        for (root, name, isTable) in roots() {
            let shape = isTable ? shapes.firstIndex { $0.name == name } : nil
            mark(
                from: root, as: shape.map { Self.first + UInt8($0) } ?? Self.other,
                isTable: shape.map { shapes[$0].hasRowIDs } ?? isTable)
        }
        markFreePages()
    }

    /// The number of pages that no table, index or list of free pages leads to.
    package var lostPageCount: Int { owners.count { $0 == Self.unknown } }

    /// Passes each row to a closure: those of pages that are reached first, then the others.
    package mutating func forEachRow(_ body: (SalvagedRow) throws -> Void) rethrows {
        uses = Array(repeating: 0, count: owners.count)
        fragments = []
        for number in 1..<owners.count where owners[number] >= Self.first {
            try forEachRow(of: number, shape: Int(owners[number] - Self.first), body)
        }
        for number in 1..<owners.count where owners[number] == Self.unknown {
            try forEachRow(of: number, shape: nil, body)
        }
    }
}

// MARK: Pages

extension Salvage {
    /// Marks the pages of a b-tree from its root on.
    private mutating func mark(from root: Int, as owner: UInt8, isTable: Bool) {
        var pending = [root]
        while let number = pending.popLast() {
            guard owners.indices.contains(number) else {
                report(number, owner, "is beyond the end of the file")
                continue
            }
            guard owners[number] == Self.unknown else { continue }
            guard let bytes = file.page(number) else {
                report(number, owner, "cannot be read from the disk")
                continue
            }
            owners[number] = owner
            guard let page = BTreePage(bytes, number: number), page.kind.isTable == isTable else {
                report(number, owner, "has a damaged head")
                continue
            }
            pending += page.children
        }
    }

    /// The roots of the tables and indexes, as far as the table of the schema can be read.
    private mutating func roots() -> [(page: Int, name: String, isTable: Bool)] {
        var roots: [(page: Int, name: String, isTable: Bool)] = []
        let pages = owners.indices.filter { $0 > 0 && owners[$0] == Self.other }
        for number in pages {
            forEachRecord(of: number, assuming: .tableLeaf) { record, _, _ in
                guard record.count == 5, case .text(let type) = record[0],
                    case .text(let name) = record[1], case .integer(let page) = record[3],
                    page > 1, type == "table" || type == "index"
                else { return }
                roots.append((Int(clamping: page), name, type == "table"))
            }
        }
        return roots
    }

    /// Marks the pages that the list of free pages names, unless a table leads to them.
    private mutating func markFreePages() {
        var trunk = file.page(1)?.page(at: 32) ?? 0
        while owners.indices.contains(trunk), owners[trunk] == Self.unknown,
            let bytes = file.page(trunk)
        {
            owners[trunk] = Self.other
            let count = min(bytes.page(at: 4), bytes.count / 4 - 2)
            for index in 0..<count {
                let leaf = bytes.page(at: 8 + 4 * index)
                if owners.indices.contains(leaf), owners[leaf] == Self.unknown {
                    owners[leaf] = Self.other
                }
            }
            trunk = bytes.page(at: 0)
        }
    }

    private mutating func report(_ page: Int, _ owner: UInt8, _ problem: String) {
        let table = owner >= Self.first ? shapes[Int(owner - Self.first)].name : nil
        damage.append(PageDamage(page: page, table: table, problem: problem))
    }
}

// MARK: Rows

extension Salvage {
    /// Passes the rows of a page to a closure.
    private mutating func forEachRow(
        of number: Int, shape: Int?, _ body: (SalvagedRow) throws -> Void
    ) rethrows {
        let expected = shape.map { self.shapes[$0] }
        let assumed = expected.map { $0.hasRowIDs ? BTreePage.Kind.tableLeaf : .indexLeaf }
        let (shapes, confirm) = (self.shapes, self.confirm)
        var foreign = 0
        let unreadable = try forEachRecord(of: number, assuming: assumed) { record, rowID, gap in
            guard var row = Self.row(record, rowID, expected, among: shapes, confirm) else {
                foreign += 1
                return
            }
            row.gap = gap
            try body(row)
        }
        guard let shape, unreadable + foreign > 0 else { return }
        keepFragments(of: number, self.shapes[shape])
        report(
            number, Self.first + UInt8(shape),
            "has \(unreadable + foreign) damaged row\(unreadable + foreign == 1 ? "" : "s")")
    }

    /// Keeps the beginnings of the rows of a page whose ends are missing.
    private mutating func keepFragments(of number: Int, _ shape: TableShape) {
        guard shape.hasRowIDs, let bytes = file.page(number),
            let page = BTreePage(bytes, number: number, assuming: .tableLeaf),
            page.kind == .tableLeaf
        else { return }
        for offset in page.cellOffsets.compactMap(\.self) {
            guard fragments.count < Self.maximumFragments, let cell = page.cell(at: offset),
                cell.local.count < cell.payloadBytes, record(of: cell, on: page) == nil,
                let values = StoredRecord.values(of: Array(page.bytes[cell.local]), isCut: true),
                let row = shape.row(values, number: cell.rowID, isWhole: false)
            else { continue }
            fragments.append(
                SalvagedRow(table: shape.name, number: cell.rowID, values: row, isReached: true))
        }
    }

    /// Returns a record as a row of the expected table, or of the one whose shape it has.
    private static func row(
        _ record: [SQLiteValue], _ rowID: Int64?, _ expected: TableShape?,
        among shapes: [TableShape], _ confirm: Confirmation
    ) -> SalvagedRow? {
        let number = rowID ?? 0
        if let expected, expected.hasRowIDs == (rowID != nil),
            let values = expected.row(record, number: number, isWhole: false)
        {
            return SalvagedRow(
                table: expected.name, number: number, values: values, isReached: true)
        }
        for shape in shapes where shape.isTelling && shape.hasRowIDs == (rowID != nil) {
            guard let values = shape.row(record, number: number, isWhole: true),
                confirm(shape.name, values)
            else { continue }
            return SalvagedRow(table: shape.name, number: number, values: values, isReached: false)
        }
        return nil
    }

    /// Passes the records of a page to a closure, with their numbers if they are those of a table with
    /// numbered rows and the ``SalvagedRow/gap`` of each, and returns how many cannot be read.
    @discardableResult
    private mutating func forEachRecord(
        of number: Int, assuming assumed: BTreePage.Kind?,
        _ body: (_ record: [SQLiteValue], _ rowID: Int64?, _ gap: Int64) throws -> Void
    ) rethrows -> Int {
        guard let bytes = file.page(number),
            let page = BTreePage(bytes, number: number, assuming: assumed),
            page.kind != .tableInterior
        else { return 0 }
        var unreadable = 0
        let cells = page.cellOffsets.map { $0.flatMap(page.cell) }
        for (index, cell) in cells.enumerated() {
            guard let cell, let record = record(of: cell, on: page)
            else {
                unreadable += 1
                continue
            }
            let beside = [index - 1, index + 1].compactMap {
                cells.indices.contains($0) ? cells[$0] : nil
            }
            let gap = beside.map { Int64(clamping: ($0.rowID &- cell.rowID).magnitude) }.min()
            try body(record, page.kind == .tableLeaf ? cell.rowID : nil, gap ?? .max)
        }
        return unreadable
    }

    /// The values of a record; `nil` if it is damaged.
    private mutating func record(of cell: BTreePage.Cell, on page: BTreePage) -> [SQLiteValue]? {
        if let payload = payload(of: cell, on: page), let values = StoredRecord.values(of: payload)
        {
            return values
        }
        // If only the size of the record is damaged, its own head says where it ends.
        return StoredRecord.values(of: Array(page.bytes[cell.local.lowerBound...]))
    }

    /// The bytes of a record, the rest of which may be on other pages; `nil` if one is missing.
    private mutating func payload(of cell: BTreePage.Cell, on page: BTreePage) -> [UInt8]? {
        var bytes = Array(page.bytes[cell.local])
        let missing = cell.payloadBytes - bytes.count
        guard missing <= file.pageCount * file.pageSize else { return nil }
        var next = cell.overflow
        while bytes.count < cell.payloadBytes {
            guard uses.indices.contains(next), uses[next] < Self.maximumUses,
                let page = file.page(next)
            else { return nil }
            uses[next] += 1
            bytes += page[4...].prefix(cell.payloadBytes - bytes.count)
            next = page.page(at: 0)
        }
        return bytes
    }
}

// MARK: Files without a sound header

extension Salvage {
    /// Opens a file of a kind with the page size that finds the most rows.
    package static func open(
        _ path: String, kind: DatabaseKind, shapes: [TableShape],
        confirm: @escaping Confirmation = { _, _ in true }
    ) throws(RouteDBError) -> Salvage {
        let sizes = try DamagedFile.pageSizes(of: path, kind: kind)
        var best: (salvage: Salvage, rows: Int)?
        for size in sizes {
            let file = try DamagedFile(path: path, kind: kind, pageSize: size)
            let salvage = Salvage(file, shapes: shapes, confirm: confirm)
            guard sizes.count > 1 else { return salvage }
            let rows = salvage.rowCount
            if best.map({ rows > $0.rows }) ?? true { best = (salvage, rows) }
        }
        guard let best else { throw nothing(path) }
        return best.salvage
    }

    /// Creates the error for a file in which no row can be found.
    package static func nothing(_ path: String) -> RouteDBError {
        RouteDBError(
            .corrupt,
            "Nothing of '\(path)' can be recovered: no page holds a row of a registry or history.",
            hint: "Restore it from a backup.")
    }

    /// The kind of a file according to its header or, if that is damaged, to its rows.
    package static func kind(of path: String) throws(RouteDBError) -> DatabaseKind {
        if let kind = DatabaseFile.kind(ofFileAt: path) { return kind }
        var rows: [DatabaseKind: Int] = [:]
        for (kind, scripts) in [
            (DatabaseKind.registry, MigrationScript.all), (.history, MigrationScript.history),
        ] {
            let shapes = try TableShape.shapes(of: scripts).filter { $0.name != "migration" }
            rows[kind] = try open(path, kind: kind, shapes: shapes).rowCount
        }
        return rows[.history, default: 0] > rows[.registry, default: 0] ? .history : .registry
    }

    /// The number of rows that can be read.
    private var rowCount: Int {
        var (salvage, count) = (self, 0)
        salvage.forEachRow { _ in count += 1 }
        return count
    }
}
