package import RouteDBDatabase
package import RouteDBMigrations
package import RouteDBRouting
import RouteDBSQLite

/// Writes hits to a history.
///
/// The writer owns one connection and is confined to one thread at a time. Any number of writers,
/// in any number of processes, may write to the same file; ``HitsLock`` serializes them.
///
/// - W1: A call to ``append(_:losses:)`` is one transaction: the hits, their sequence numbers and
///   their roll-ups are written together or not at all.
/// - W2: The hits of a stream are numbered from 1 without gaps, in the order in which they are
///   written.
/// - W3: A hit is in the tail or in exactly one segment.
/// - W4: The file has space reserved for everything committed to the log, so that the log can be
///   copied into the file and returned to the system even on a full disk.
/// - W5: All writers of a machine write one stream, and go on with it where it ended; see
///   ``HitsLock/stamp``. A copy of the file, or a backup of it, gets a stream of its own.
package final class HitsWriter {
    /// The number of bytes written between two checkpoints.
    private static let checkpointSize = 16 << 20
    /// The number of bytes that a writer writes before it leaves the space of the log.
    private static let smallSize = 1 << 20

    /// The connection, for interrupting a long write.
    package let database: Database
    private let migrator: Migrator
    let lock: HitsLock
    /// The random id of the stream; `nil` until the first hits of the machine's own are written.
    private var stream: [UInt8]?
    /// True if the stream is the machine's own, and not one whose hits another program numbers.
    private let isOwn: Bool
    /// The numbers of a commit that was not reported as done.
    package private(set) var attempt: Attempt?
    /// The identities of the opened files: the history and its lock.
    private let opened: [FileIdentity?]
    /// The number of bytes in the log since the last checkpoint, whoever wrote them.
    private var sizeSinceCheckpoint: Int
    /// The number of bytes that this writer has written.
    private var writtenSize = 0
    /// Which quarters of an hour this writer sums up the durations of.
    package var summing = QuarterSumming()

    /// A stream, and how many hits it has once a commit is done.
    package struct Attempt {
        /// The random id of the stream.
        let stream: [UInt8]
        /// The number of its last hit.
        let last: Int64
    }

    /// The hits that a transaction has written.
    struct Written {
        /// The numbers of the hits.
        let numbers: Range<Int64>
        /// The numbers of hits of each quarter of an hour, given by its start in seconds.
        let quarters: [Int64: Int64]
        /// True if the history had no hits of the latest of these quarters before.
        let beginsQuarter: Bool
    }

    /// Returns a random id for a stream of hits, 16 bytes.
    package static func newStream() -> [UInt8] {
        (0..<16).map { _ in UInt8.random(in: 0...255) }
    }

    /// Opens a history, and creates it if it does not exist; without a stream, its hits are numbered in
    /// that of the machine.
    package init(
        path: String, stream: [UInt8]? = nil, registry: String? = nil,
        durability: HitsDurability = .normal,
        time: Timestamp, busyTimeout: Duration = .seconds(5),
        scripts: [MigrationScript] = MigrationScript.history
    ) throws(RouteDBError) {
        precondition(stream?.count ?? 16 == 16)
        self.stream = stream
        isOwn = stream == nil
        let registries = registry.map { [$0] } ?? HitsFile.registries(ofHistory: path)
        let limit = registries.lazy.compactMap { FileLimit(of: $0) }.first
        let lock = try HitsLock(historyPath: path, limit: limit, busyTimeout: busyTimeout)
        database = try lock.locked { () throws(RouteDBError) in
            try HitsFile.openForWriting(
                path: path, limit: limit, durability: durability, time: time,
                busyTimeout: busyTimeout, scripts: scripts)
        }
        migrator = Migrator(database: database, scripts: scripts)
        // What others left there counts, too: no process may live long enough to write that much.
        sizeSinceCheckpoint = HitsFile.log(of: path).size
        self.lock = lock
        opened = Self.identities(path, lock)
    }

    private static func identities(_ path: String, _ lock: HitsLock) -> [FileIdentity?] {
        [path, lock.path].map { FileAccess(path: $0).identity }
    }

    /// True if the opened files are still the ones at their paths.
    ///
    /// Writes do not notice when a file was removed or replaced.
    package var isInPlace: Bool { Self.identities(database.path, lock) == opened }

    /// Writes hits, and assigns them the next sequence numbers of the stream.
    @discardableResult
    package func append(
        _ batch: HitBatch, losses: [HitLoss] = []
    ) throws(RouteDBError) -> Range<Int64> {
        let written = try commit { () throws(RouteDBError) in
            let written = try write(batch)
            for loss in losses { try LossRecords(database: database).add(loss, of: stream ?? []) }
            return written
        }
        finish(batch, written)
        return written.numbers
    }

    /// Does what is due after a commit of hits.
    func finish(_ batch: HitBatch, _ written: Written?, adding size: Int = 0) {
        attempt = nil
        let own = batch.textSize + batch.count * HitNumber.allCases.count * 8
        copyLogIfDue(adding: size + own + (written.map(sumUpQuarters) ?? 0))
    }

    /// The number of hits of the writer's stream.
    package func writtenHits() throws(RouteDBError) -> Int64 {
        try stream.map { (key) throws(RouteDBError) in
            try StreamRecords(database: database).hits(of: key)
        } ?? 0
    }

    /// Returns whether the file has what a writer before this one attempted to write to the same file,
    /// if nobody else has written since.
    package func hasTaken(_ attempt: Attempt) throws(RouteDBError) -> Bool {
        try StreamRecords(database: database).hits(of: attempt.stream) == attempt.last
    }

    /// Seals all hits of the tail into segments, however few there are.
    package func seal() throws(RouteDBError) {
        try commit { () throws(RouteDBError) in
            let batch = try tail.all(segmentSize: HitSegment.preferredSize)
            if let rest = try segments.insertMost(batch) { try segments.insert(rest) }
            try tail.removeAll()
        }
    }

    /// Copies the write-ahead log into the file, as far as readers permit.
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

    /// Copies the log into the file and truncates it, unless a reader still needs it: the next process
    /// would read all of it.
    ///
    /// The log of a writer that has written much keeps its space, which the next one overwrites: on a full
    /// disk, it is the space to prune hits. A failure is ignored: committed data is safe in any case, and
    /// the next writer tries again.
    package func returnLog(keepingSpace: Bool = true) {
        try? lock.locked { () throws(RouteDBError) in
            let size = HitsFile.log(of: database.path).size
            guard keepingSpace, writtenSize >= Self.smallSize, size <= Self.checkpointSize else {
                return returnLogSpace()
            }
            _ = try? database.connection.checkpoint(.passive)
            sizeSinceCheckpoint = 0
        }
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
                    try migrator.requireKnownVersion()
                    let result = try body()
                    try reserveFileSpace()
                    return result
                }
            } catch {
                if [.full, .storageFailure].contains(error.code) { returnLogSpace() }
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

    /// Copies the log into the file and truncates it, unless a reader still needs it; the caller
    /// holds the lock.
    ///
    /// A failure is ignored: committed data is safe in any case.
    func returnLogSpace() {
        sizeSinceCheckpoint = 0
        guard let log = try? database.connection.checkpoint(.passive), log.frames == log.copied
        else { return }
        _ = try? database.connection.withoutWaiting { connection throws(SQLiteError) in
            try connection.checkpoint(.truncate)
        }
    }

    /// Writes hits within the current transaction.
    func write(_ batch: HitBatch) throws(RouteDBError) -> Written {
        let streams = StreamRecords(database: database)
        let key =
            if let stream { stream } else {
                try streams.key(stamped: lock.stamp) ?? Self.newStream()
            }
        stream = key
        let (stream, hits) = try streams.find(key)
        var batch = batch
        batch.number(stream: stream, from: hits + 1)
        if let rest = try segments.insertMost(batch) { try tail.insert(rest) }
        try sealTail()
        var rollUps = RollUps()
        rollUps.add(batch)
        let quarters = rollUps.hitsByBucket
        var beginsQuarter = false
        if let latest = quarters.keys.max() {
            beginsQuarter = try !TotalRecords(database: database).hasHits(in: latest)
        }
        try RollUpRecords(database: database).add(rollUps)
        let stamp = isOwn ? lock.renewStamp() : nil
        try streams.add(hits: batch.count, to: stream, stamp: stamp)
        let last = hits + Int64(batch.count)
        attempt = Attempt(stream: key, last: last)
        return Written(
            numbers: hits + 1..<last + 1, quarters: quarters, beginsQuarter: beginsQuarter)
    }

    /// Seals the tail into segments if it has enough hits.
    private func sealTail() throws(RouteDBError) {
        guard try tail.count() >= HitSegment.preferredSize else { return }
        let batch = try tail.all(segmentSize: HitSegment.preferredSize)
        let rest = try segments.insertMost(batch)
        try tail.removeAll()
        if let rest { try tail.insert(rest) }
    }

    /// Copies the log into the file if enough was written since the last checkpoint.
    func copyLogIfDue(adding size: Int) {
        writtenSize += size
        sizeSinceCheckpoint += size
        guard sizeSinceCheckpoint >= Self.checkpointSize else { return }
        returnLog()
    }
}
