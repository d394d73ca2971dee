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
        connection = try Connection(path: path, mode: .readWrite, busyTimeout: .zero)
        try connection.setPragma("wal_autocheckpoint", to: 0)
        try connection.setPragma("synchronous", to: "NORMAL")
        try connection.setPragma("secure_delete", to: "OFF")
    }

    mutating func write(_ batch: inout HitBatch) throws {
        batch.number(stream: 1, from: next)
        next += Int64(batch.count)
        let batch = batch
        try connection.transaction(.immediate) {
            for index in 0..<batch.segmentCount { try insert(batch.segment(at: index)) }
        }
        sizeSinceCheckpoint += batch.textSize + batch.count * 88
        guard sizeSinceCheckpoint >= 16 << 20 else { return }
        sizeSinceCheckpoint = 0
        try connection.checkpoint(.passive)
    }

    private func insert(_ segment: EncodedSegment) throws {
        let sql: StaticString = """
            INSERT INTO segment (hits, first_time, last_time, columns, texts, urls, parameters)
            VALUES (?,?,?,?,?,?,?)
            """
        try connection.withStatement(sql) { statement in
            try statement.bind(segment.count, at: 1)
            try statement.bind(segment.firstTime, at: 2)
            try statement.bind(segment.lastTime, at: 3)
            try Self.run(&statement, segment.blobs[...], at: 4)
        }
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

    /// Whether the segments of another file are these, byte for byte.
    func agrees(with path: String) throws -> Bool {
        let sql = "SELECT columns, texts, urls, parameters FROM segment ORDER BY id"
        let other = try Connection(path: path, mode: .readOnly)
        var ours = try connection.prepare(sql)
        var theirs = try other.prepare(sql)
        while true {
            let isRow = try (ours.step(), theirs.step())
            guard isRow.0 == isRow.1 else { return false }
            guard isRow.0 else { return true }
            for column in Int32(0)..<4
            where ours.bytes(at: column) != theirs.bytes(at: column) {
                return false
            }
        }
    }
}
