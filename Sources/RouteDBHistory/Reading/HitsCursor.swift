package import RouteDBDatabase
import RouteDBSQLite

/// Iterates over the segments of a history, and then over its tail as a further segment.
///
/// For a consistent snapshot, the connection must be in a transaction. A cursor, like its
/// connection, is confined to one thread at a time.
@safe
package final class HitsCursor {
    private let database: Database
    private let times: ClosedRange<Int64>
    private let segments: ClosedRange<Int64>
    private let texts: TextSelection
    private var statement: Statement
    private var isPastSegments = false
    private var budget = WeightBudget()
    /// The BLOBs of the tail, encoded as a segment.
    private var tail: UnsafeMutableRawBufferPointer?

    /// Creates a cursor before the first segment.
    package init(
        database: Database, times: ClosedRange<Int64> = .min ... .max,
        segments: ClosedRange<Int64> = .min ... .max, texts: TextSelection
    ) throws(RouteDBError) {
        self.database = database
        self.times = times
        self.segments = segments
        self.texts = texts
        let sql = """
            SELECT \(SegmentEntry.columns), \(texts.columns) FROM segment
            WHERE last_time >= ?1 AND first_time <= ?2 AND id BETWEEN ?3 AND ?4 ORDER BY id
            """
        do {
            statement = try database.connection.prepare(sql)
            try statement.bind(times.lowerBound, at: 1)
            try statement.bind(times.upperBound, at: 2)
            try statement.bind(segments.lowerBound, at: 3)
            try statement.bind(segments.upperBound, at: 4)
        } catch {
            throw RouteDBError(error, path: database.path, kind: database.kind)
        }
    }

    // No segment is used after its cursor.
    deinit { unsafe tail?.deallocate() }

    /// Returns the next segment, which is valid until the next call and while the cursor exists.
    ///
    /// The segment may also have hits outside the range of times.
    package func next() throws(RouteDBError) -> HitSegment? {
        do {
            return try nextSegment()
        } catch {
            throw RouteDBError(error, path: database.path, kind: database.kind)
        }
    }

    private func nextSegment() throws -> HitSegment? {
        guard !isPastSegments else { return nil }
        if try statement.step() {
            let segment = try statement.segment(texts: texts, of: database)
            try budget.add(segment)
            return segment
        }
        isPastSegments = true
        statement.reset()
        guard segments ~= 0 else { return nil }
        let batch = try TailRecords(database: database).all()
        guard !batch.isEmpty else { return nil }
        let segment = try keep(batch.segment(at: 0))
        return segment.overlaps(times) ? segment : nil
    }

    /// Copies a segment to memory that lives as long as the cursor; an array's memory is valid only
    /// within a closure.
    private func keep(_ encoded: EncodedSegment) throws -> HitSegment {
        let bytes = UnsafeMutableRawBufferPointer.allocate(
            byteCount: encoded.blobs.reduce(0) { $0 + $1.count }, alignment: 8)
        unsafe tail = unsafe bytes
        var start = 0
        // The memory has room for all, and lives as long as the cursor.
        let kept = unsafe encoded.blobs.map { blob in
            let place = unsafe UnsafeMutableRawBufferPointer(
                rebasing: bytes[start..<start + blob.count])
            unsafe place.copyBytes(from: blob)
            start += blob.count
            return UnsafeRawBufferPointer(place)
        }
        return try unsafe HitSegment(
            id: 0, columns: kept[0], texts: texts >= .names ? kept[1] : nil,
            urls: texts >= .urls ? kept[2] : nil, parameters: texts == .all ? kept[3] : nil)
    }
}
