import RouteDBHistory
import RouteDBHistoryLoops
import RouteDBSQLite

/// Writes segments and nothing else, as the loop in C does: what is measured is how they are made.
struct SegmentsLoop {
    let connection: Connection
    private var next: Int64 = 1
    private var sizeSinceCheckpoint = 0

    /// - Parameter path: A file that the loop in C has made, without hits.
    /// - Throws: What SQLite throws.
    init(path: String) throws {
        connection = try Connection(path: path, mode: .readWrite, busyTimeoutMilliseconds: 0)
        try connection.setPragma("wal_autocheckpoint", to: 0)
        try connection.setPragma("synchronous", to: "NORMAL")
        try connection.setPragma("secure_delete", to: "OFF")
    }

    mutating func write(_ batch: inout HitBatch) throws {
        batch.number(stream: 1, from: next)
        next += Int64(batch.count)
        let batch = batch
        try connection.transaction(.immediate) {
            for start in stride(from: 0, to: batch.count, by: HitSegment.preferredSize) {
                let end = min(start + HitSegment.preferredSize, batch.count)
                try insert(EncodedSegment(batch, start..<end))
            }
        }
        sizeSinceCheckpoint += batch.textSize + batch.count * 88
        guard sizeSinceCheckpoint >= 16 << 20 else { return }
        sizeSinceCheckpoint = 0
        try connection.checkpoint(.passive)
    }

    private func insert(_ segment: EncodedSegment) throws {
        let sql: StaticString = """
            INSERT INTO segment (hits, first_time, last_time, columns, texts) VALUES (?,?,?,?,?)
            """
        try connection.withStatement(sql) { statement in
            try statement.bind(segment.count, at: 1)
            try statement.bind(segment.firstTime, at: 2)
            try statement.bind(segment.lastTime, at: 3)
            // The statement has run, and forgotten the bytes, before the arrays stop lending them.
            try unsafe segment.columns.withUnsafeBytes { columns in
                try unsafe segment.texts.withUnsafeBytes { texts in
                    try unsafe statement.withBorrowedBlob(columns, at: 4) { statement in
                        try unsafe statement.withBorrowedBlob(texts, at: 5) { try $0.run() }
                    }
                }
            }
        }
    }

    /// Whether the segments of another file are these, byte for byte.
    func agrees(with path: String) throws -> Bool {
        var attach = try connection.prepare("ATTACH ?1 AS other")
        try attach.bind(path, at: 1)
        try attach.run()
        return try connection.withStatement(
            """
            SELECT count(*) = (SELECT count(*) FROM segment) FROM other.segment b
            JOIN main.segment a ON a.id = b.id AND a.columns = b.columns AND a.texts = b.texts
            """
        ) { try $0.step() && $0.int(at: 0) == 1 }
    }
}
