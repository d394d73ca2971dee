package import RouteDBDatabase
import RouteDBSQLite

/// The table of segments.
package struct SegmentRecords {
    let database: Database

    package init(database: Database) { self.database = database }

    func insert(_ segment: EncodedSegment) throws(RouteDBError) {
        let sql: StaticString = """
            INSERT INTO segment (hits, first_time, last_time, columns, texts, urls, parameters)
            VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)
            """
        try database.run(sql) { try Self.run(&$0, segment) }
    }

    /// Replaces a segment.
    func replace(_ id: Int64, with segment: EncodedSegment) throws(RouteDBError) {
        let sql: StaticString = """
            UPDATE segment
            SET hits = ?1, first_time = ?2, last_time = ?3, columns = ?4, texts = ?5, urls = ?6,
                parameters = ?7
            WHERE id = ?8
            """
        try database.run(sql) { statement in
            try statement.bind(id, at: 8)
            try Self.run(&statement, segment)
        }
    }

    private static func run(_ statement: inout Statement, _ segment: EncodedSegment) throws {
        try statement.bind(segment.count, at: 1)
        try statement.bind(segment.firstTime, at: 2)
        try statement.bind(segment.lastTime, at: 3)
        try run(&statement, segment.blobs[...], at: 4)
    }

    /// Runs a statement with BLOBs that are bound one after the other.
    private static func run(
        _ statement: inout Statement, _ blobs: ArraySlice<[UInt8]>, at index: Int32
    ) throws {
        guard let blob = blobs.first else { return try statement.run() }
        // The statement has run, and forgotten the bytes, before the array stops lending them.
        try unsafe blob.withUnsafeBytes { bytes in
            try unsafe statement.withBorrowedBlob(bytes, at: index) { statement in
                try run(&statement, blobs.dropFirst(), at: index + 1)
            }
        }
    }

    /// Calls a closure with a segment, which must exist.
    package func read<Result>(
        _ id: Int64, texts: TextSelection, _ body: (HitSegment) throws -> Result
    ) throws(RouteDBError) -> Result {
        let sql: StaticString =
            switch texts {
            case .none:
                "SELECT id, hits, first_time, last_time, columns FROM segment WHERE id = ?1"
            case .names:
                "SELECT id, hits, first_time, last_time, columns, texts FROM segment WHERE id = ?1"
            case .urls:
                """
                SELECT id, hits, first_time, last_time, columns, texts, urls FROM segment
                WHERE id = ?1
                """
            case .all:
                """
                SELECT id, hits, first_time, last_time, columns, texts, urls, parameters
                FROM segment WHERE id = ?1
                """
            }
        return try database.run(sql) { statement in
            try statement.bind(id, at: 1)
            guard try statement.step() else {
                throw database.corrupt("segment \(id) is missing")
            }
            return try body(statement.segment(texts: texts, of: database))
        }
    }

    /// Totals from the rows of segments.
    package struct Summary {
        package var segments: Int64 = 0
        package var hits: Int64 = 0
        package var first: Int64?
        package var last: Int64?
    }

    /// The totals of all segments that may have hits in a range of times.
    package func summary(
        of times: ClosedRange<Int64> = .min ... .max
    ) throws(RouteDBError) -> Summary {
        let sql: StaticString = """
            SELECT count(*), sum(hits), min(first_time), max(last_time), min(hits), max(hits)
            FROM segment WHERE last_time >= ?1 AND first_time <= ?2
            """
        return try database.run(sql) { statement in
            try statement.bind(times.lowerBound, at: 1)
            try statement.bind(times.upperBound, at: 2)
            return try summary(&statement)
        }
    }

    /// The totals of the segments that end before a time.
    package func summary(before time: Int64) throws(RouteDBError) -> Summary {
        let sql: StaticString = """
            SELECT count(*), sum(hits), min(first_time), max(last_time), min(hits), max(hits)
            FROM segment WHERE last_time < ?1
            """
        return try database.run(sql) { statement in
            try statement.bind(time, at: 1)
            return try summary(&statement)
        }
    }

    private func summary(_ statement: inout Statement) throws -> Summary {
        guard try statement.step(), statement.int(at: 0) > 0 else { return Summary() }
        for column: Int32 in [4, 5] {
            _ = try database.checked(
                statement.int(at: column), 1...Int64(HitSegment.maximumCount), "hits")
        }
        return Summary(
            segments: statement.int(at: 0), hits: statement.int(at: 1),
            first: statement.optionalInt(at: 2), last: statement.optionalInt(at: 3))
    }

    /// Writes hits as segments, as long as there are enough for one.
    func insertMost(_ batch: HitBatch) throws(RouteDBError) -> EncodedSegment? {
        for index in 0..<batch.segmentCount {
            let segment = batch.segment(at: index)
            guard segment.count >= HitSegment.smallestSize else { return segment }
            try insert(segment)
        }
        return nil
    }
}
