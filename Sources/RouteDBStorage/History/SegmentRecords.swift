import RouteDBSQLite

/// The rows of the segments.
struct SegmentRecords {
    let database: Database

    func insert(_ segment: EncodedSegment) throws(RouteDBError) {
        let sql: StaticString = """
            INSERT INTO segment (hits, first_time, last_time, columns, texts)
            VALUES (?1, ?2, ?3, ?4, ?5)
            """
        try database.run(sql) { statement in
            try statement.bind(segment.count, at: 1)
            try statement.bind(segment.firstTime, at: 2)
            try statement.bind(segment.lastTime, at: 3)
            try segment.columns.withUnsafeBytes { columns in
                try segment.texts.withUnsafeBytes { texts in
                    try statement.withBorrowedBlob(columns, at: 4) { statement in
                        try statement.withBorrowedBlob(texts, at: 5) { try $0.run() }
                    }
                }
            }
        }
    }

    /// Cuts hits into segments as long as there are enough of them.
    ///
    /// - Returns: The hits that are left over, from this one on.
    func insertWhole(_ batch: HitBatch) throws(RouteDBError) -> Int {
        var next = 0
        while batch.count - next >= HitsWriter.segmentSize {
            let end = next + HitsWriter.segmentSize
            try insert(EncodedSegment(batch, next..<end))
            next = end
        }
        return next
    }
}
