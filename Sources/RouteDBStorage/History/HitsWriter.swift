package import RouteDBMigrations
import RouteDBSQLite

/// Writes hits to a history.
///
/// It owns one connection, and is confined to whoever owns it: one thread at a time. Any number of
/// writers, in any processes, may work on one file; ``HitsLock`` keeps them apart.
///
/// - W1: A call to ``append(_:)`` is one transaction: the hits, their numbers and what they add to
///   the roll-ups are in the file together or not at all.
/// - W2: The hits of a stream are numbered from 1 without gaps, in the order of their writing.
/// - W3: A hit is in the tail or in one segment.
/// - W4: What is committed to the log has its room in the file, so that the log can be copied into
///   it, and give its own space back, on a full disk as well.
package final class HitsWriter {
    /// How many hits a segment has, if there are as many.
    package static let segmentSize = 4_096
    /// How many hits at once make a segment of their own; fewer go through the tail, where a hit
    /// costs four times as much.
    package static let smallestSegmentSize = 1_024
    /// How much may be written before the log is copied into the file.
    private static let checkpointSize = 16 << 20

    /// The connection, for those who interrupt a long write.
    package let database: Database
    let lock: HitsLock
    private let stream: [UInt8]
    /// The files that were opened: the history's and its lock's.
    private let opened: [FileIdentity?]
    private var sizeSinceCheckpoint = 0

    /// Opens a history, and makes it if there is none.
    ///
    /// - Parameters:
    ///   - path: The path of the file.
    ///   - stream: The 16 random bytes of the recording process.
    ///   - registry: The path of the registry that the hits are of: a history that is made is no
    ///     more open than it. `nil`: the one that it lies beside by custom, if that is there.
    ///   - durability: What a commit survives.
    ///   - timeMicroseconds: The time, for the list of migrations.
    ///   - busyTimeoutMilliseconds: How long to wait for other writers.
    ///   - scripts: The schema's scripts; tests give others.
    /// - Throws: `notAHistory`, `schemaTooNew`, `schemaMismatch`, `permissionDenied`, `readOnly`,
    ///   `busy`, `full`, `corrupt`, `storageFailure`.
    package init(
        path: String, stream: [UInt8], registry: String? = nil,
        durability: HitsDurability = .normal,
        timeMicroseconds: Int64, busyTimeoutMilliseconds: Int = 5_000,
        scripts: [MigrationScript] = MigrationScript.history
    ) throws(RouteDBError) {
        precondition(stream.count == 16)
        self.stream = stream
        let registries = registry.map { [$0] } ?? HitsFile.registries(ofHistory: path)
        let limit = registries.lazy.compactMap { FileLimit(of: $0) }.first
        let lock = try HitsLock(
            historyPath: path, limit: limit, busyTimeoutMilliseconds: busyTimeoutMilliseconds)
        database = try lock.locked { () throws(RouteDBError) in
            try HitsFile.openForWriting(
                path: path, limit: limit, durability: durability,
                timeMicroseconds: timeMicroseconds,
                busyTimeoutMilliseconds: busyTimeoutMilliseconds, scripts: scripts)
        }
        self.lock = lock
        opened = Self.identities(path, lock)
    }

    private static func identities(_ path: String, _ lock: HitsLock) -> [FileIdentity?] {
        [path, lock.path].map { FileAccess(path: $0).identity }
    }

    /// Whether the files that are written are still those at their paths: somebody may have removed
    /// or replaced them, which no write notices.
    package var isInPlace: Bool { Self.identities(database.path, lock) == opened }

    /// Writes hits, and gives them the next numbers of the stream.
    ///
    /// - Parameters:
    ///   - batch: The hits.
    ///   - losses: What was lost instead of being written, of this stream.
    /// - Returns: The numbers.
    /// - Throws: `busy`, `full`, `storageFailure`, `corrupt`; nothing was written then, and the
    ///   same hits may be given again.
    @discardableResult
    package func append(
        _ batch: HitBatch, losses: [HitLoss] = []
    ) throws(RouteDBError) -> Range<Int64> {
        let numbers = try commit { () throws(RouteDBError) in
            let numbers = try write(batch)
            for loss in losses { try LossRecords(database: database).add(loss, of: stream) }
            return numbers
        }
        copyLogIfDue(adding: size(of: batch))
        return numbers
    }

    /// About how much of the log hits take.
    func size(of batch: HitBatch) -> Int {
        batch.textSize + batch.count * HitNumber.allCases.count * 8
    }

    /// How many hits the stream has had in this file.
    package func writtenHits() throws(RouteDBError) -> Int64 {
        try StreamRecords(database: database).hits(of: stream)
    }

    /// Makes segments of all hits in the tail, however few they are.
    package func seal() throws(RouteDBError) {
        try commit { () throws(RouteDBError) in
            let batch = try tail.all()
            let rest = try segments.insertMost(batch)
            if rest < batch.count {
                try segments.insert(EncodedSegment(batch, rest..<batch.count))
            }
            try tail.removeAll()
        }
    }

    /// Copies the write-ahead log into the file, as far as readers allow.
    package func checkpoint() throws(RouteDBError) {
        try lock.locked { () throws(RouteDBError) in
            do {
                try database.connection.checkpoint(.passive)
            } catch {
                throw RouteDBError(error, path: database.path, kind: .history)
            }
        }
        sizeSinceCheckpoint = 0
    }

    /// As ``giveBackLog()``, for a caller who does not hold the lock.
    func giveBackLogUnderLock() throws(RouteDBError) {
        try lock.locked { () throws(RouteDBError) in giveBackLog() }
    }

    private var tail: TailRecords { TailRecords(database: database) }
    private var segments: SegmentRecords { SegmentRecords(database: database) }

    /// Runs a closure in a transaction under the lock (W4).
    func commit<Result>(
        _ body: () throws(RouteDBError) -> Result
    ) throws(RouteDBError) -> Result {
        try lock.locked { () throws(RouteDBError) in
            do throws(RouteDBError) {
                return try database.transaction(.immediate) {
                    let result = try body()
                    try reserveFileSpace()
                    return result
                }
            } catch {
                if [.full, .storageFailure].contains(error.code) { giveBackLog() }
                throw error
            }
        }
    }

    private func reserveFileSpace() throws(RouteDBError) {
        do {
            try database.connection.reserveFileSpace()
        } catch {
            throw RouteDBError(error, path: database.path, kind: .history)
        }
    }

    /// Copies the log into the file and cuts it to nothing, if no reader needs it; the caller holds
    /// the lock.
    ///
    /// Whatever becomes of it, what is committed is committed.
    func giveBackLog() {
        guard let log = try? database.connection.checkpoint(.passive), log.frames == log.copied
        else { return }
        _ = try? database.connection.withoutWaiting { connection throws(SQLiteError) in
            try connection.checkpoint(.truncate)
        }
        sizeSinceCheckpoint = 0
    }

    /// Writes hits in the transaction that is open.
    func write(_ batch: HitBatch) throws(RouteDBError) -> Range<Int64> {
        let streams = StreamRecords(database: database)
        let (stream, hits) = try streams.find(stream)
        var batch = batch
        batch.number(stream: stream, from: hits + 1)
        let rest = try segments.insertMost(batch)
        try tail.insert(batch, rest..<batch.count)
        try sealTail()
        var rollUps = RollUps()
        rollUps.add(batch)
        try RollUpRecords(database: database).add(rollUps)
        try streams.add(hits: batch.count, to: stream)
        return hits + 1..<hits + 1 + Int64(batch.count)
    }

    /// Moves the tail into segments if there are enough hits in it.
    private func sealTail() throws(RouteDBError) {
        guard try tail.count() >= Self.segmentSize else { return }
        let batch = try tail.all()
        let rest = try segments.insertMost(batch)
        try tail.removeAll()
        try tail.insert(batch, rest..<batch.count)
    }

    /// Copies the log if enough was written since the last time.
    func copyLogIfDue(adding size: Int) {
        sizeSinceCheckpoint += size
        guard sizeSinceCheckpoint >= Self.checkpointSize else { return }
        // The hits are written, whatever becomes of this; the next ones try again.
        try? checkpoint()
    }
}
