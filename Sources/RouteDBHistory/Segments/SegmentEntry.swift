import RouteDBDatabase
import RouteDBSQLite

/// The row of a segment, without its BLOBs.
package struct SegmentEntry: Hashable, Sendable {
    /// The columns that ``init(_:of:)`` reads; they must be the first ones of the query.
    static let columns = "id, hits, first_time, last_time"
    /// The number of bytes of a segment, in SQL.
    static let size = "length(columns) + length(texts) + length(urls) + length(parameters)"

    package let id: Int64
    package let hits: Int64
    package let firstTime: Int64
    package let lastTime: Int64

    /// Reads the first columns of a row.
    init(_ row: borrowing Statement, of database: Database) throws(RouteDBError) {
        id = row.int(at: 0)
        hits = try database.checked(row.int(at: 1), 1...Int64(HitSegment.maximumCount), "hits")
        (firstTime, lastTime) = (row.int(at: 2), row.int(at: 3))
        guard firstTime <= lastTime else {
            throw database.corrupt("segment \(id) ends before it begins")
        }
    }
}

/// Which texts of hits are read from a file; the fewer, the less data is loaded.
package enum TextSelection: Comparable, Sendable {
    case none
    /// The texts of ``HitText/named``, such as principals.
    case names
    /// Also URLs.
    case urls
    /// Also parameters.
    case all

    /// The columns of the table that are read besides the numbers.
    var columns: String {
        switch self {
        case .none: "columns"
        case .names: "columns, texts"
        case .urls: "columns, texts, urls"
        case .all: "columns, texts, urls, parameters"
        }
    }
}

extension Statement {
    /// The segment in a row with ``SegmentEntry/columns``, followed by ``TextSelection/columns``;
    /// valid until the next step of the statement.
    func segment(texts: TextSelection, of database: Database) throws -> HitSegment {
        let row = try SegmentEntry(self, of: database)
        let segment = try unsafe HitSegment(
            id: row.id, columns: rawBytes(at: 4), texts: texts >= .names ? rawBytes(at: 5) : nil,
            urls: texts >= .urls ? rawBytes(at: 6) : nil,
            parameters: texts == .all ? rawBytes(at: 7) : nil)
        try segment.check(row)
        return segment
    }
}
