import RouteDBSQLite

/// Goes through the segments of a history, and then through its tail as if it were one, at the
/// pace of whoever asks.
///
/// The connection must be in a transaction if all is to be of one moment. Like the connection it
/// is confined to one thread at a time.
package final class HitsCursor {
    private let database: Database
    private let times: ClosedRange<Int64>
    private let texts: Bool
    private var statement: Statement
    private var isPastSegments = false
    private var budget = WeightBudget()
    /// The columns and the texts of the tail, as those of a segment.
    private var tail: UnsafeMutableRawBufferPointer?

    /// Creates a cursor before the first segment.
    ///
    /// - Parameters:
    ///   - database: A connection where `segment` and `tail` are tables of a history.
    ///   - times: Segments without hits of this range, in microseconds, are passed over.
    ///   - texts: Whether texts will be asked for; without them less is read.
    /// - Throws: What SQLite throws.
    package init(
        database: Database, times: ClosedRange<Int64> = .min ... .max, texts: Bool
    ) throws(RouteDBError) {
        self.database = database
        self.times = times
        self.texts = texts
        let sql = """
            SELECT \(SegmentEntry.columns), columns\(texts ? ", texts" : "") FROM segment
            WHERE last_time >= ?1 AND first_time <= ?2 ORDER BY id
            """
        do {
            statement = try database.connection.prepare(sql)
            try statement.bind(times.lowerBound, at: 1)
            try statement.bind(times.upperBound, at: 2)
        } catch {
            throw RouteDBError(error, path: database.path, kind: database.kind)
        }
    }

    deinit { tail?.deallocate() }

    /// Lends the next segment, which must not be used after the next call, nor without the cursor.
    ///
    /// It may have hits of other times as well.
    ///
    /// - Returns: The segment; nil behind the tail, for good.
    /// - Throws: `corrupt` for a damaged segment, with its id and the place.
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
        let batch = try TailRecords(database: database).all()
        guard !batch.isEmpty else { return nil }
        let segment = try keep(EncodedSegment(batch, 0..<batch.count))
        return segment.overlaps(times) ? segment : nil
    }

    /// Copies a segment to where it stays for as long as the cursor: the memory of arrays may only
    /// be lent to a closure.
    private func keep(_ encoded: EncodedSegment) throws -> HitSegment {
        let size = encoded.columns.count
        let bytes = UnsafeMutableRawBufferPointer.allocate(
            byteCount: size + encoded.texts.count, alignment: 8)
        tail = bytes
        bytes.copyBytes(from: encoded.columns)
        UnsafeMutableRawBufferPointer(rebasing: bytes[size...]).copyBytes(from: encoded.texts)
        return try HitSegment(
            id: 0, columns: UnsafeRawBufferPointer(rebasing: bytes[..<size]),
            texts: texts ? UnsafeRawBufferPointer(rebasing: bytes[size...]) : nil)
    }
}
