import RouteDBDatabase
import RouteDBSQLite

/// The row of a segment, without its BLOBs.
package struct SegmentEntry: Hashable, Sendable {
    /// The columns that ``init(_:of:)`` reads; they must be the first ones of the query.
    static let columns = "id, hits, first_time, last_time"

    package let id: Int64
    package let hits: Int64
    package let firstTime: Int64
    package let lastTime: Int64

    /// Reads the first columns of a row.
    ///
    /// - Throws: `corrupt` for numbers that no writer would write.
    init(_ row: borrowing Statement, of database: Database) throws(RouteDBError) {
        id = row.int(at: 0)
        hits = try database.checked(row.int(at: 1), 1...Int64(HitSegment.maximumCount), "hits")
        (firstTime, lastTime) = (row.int(at: 2), row.int(at: 3))
        guard firstTime <= lastTime else {
            throw database.corrupt("segment \(id) ends before it begins")
        }
    }
}

extension Statement {
    /// The segment in a row with ``SegmentEntry/columns``, followed by `columns` and, if texts are
    /// wanted, `texts`; valid until the next step of the statement.
    ///
    /// - Throws: `corrupt`, or ``SegmentDamage``.
    func segment(texts: Bool, of database: Database) throws -> HitSegment {
        let row = try SegmentEntry(self, of: database)
        let segment = try unsafe HitSegment(
            id: row.id, columns: rawBytes(at: 4), texts: texts ? rawBytes(at: 5) : nil)
        try segment.check(row)
        return segment
    }
}
