import RouteDBSQLite

/// The forgetting of imports: afterwards the file is as if they had never been imported.
///
/// - G1: Hits go in the transaction that takes them out of the roll-ups, and counts them as
///   forgotten in their streams, whose other hits keep their numbers.
/// - G2: From the first transaction on nothing more of these logs is imported, until nothing of them
///   is left. The tail goes first, so no segment gets hits of theirs any more.
/// - G3: What the file says of the logs goes last. So a forgetting that was cut off can be finished,
///   and until then the file keeps all its rules.
struct HitsForgetting {
    /// How many segments go in one transaction.
    private static let batchSize = 16
    /// How many rejected lines go in one transaction.
    private static let rejectBatchSize: Int64 = 20_000

    let database: Database
    let ids: Set<Int64>
    let timeMicroseconds: Int64
    /// The segments up to this one have no hits of the imports.
    private var done: Int64 = 0

    init(database: Database, ids: Set<Int64>, timeMicroseconds: Int64) {
        self.database = database
        self.ids = ids
        self.timeMicroseconds = timeMicroseconds
    }

    private var tail: TailRecords { TailRecords(database: database) }
    private var segments: SegmentRecords { SegmentRecords(database: database) }
    private var forgotten: ForgottenRecords { ForgottenRecords(database: database) }

    /// Refuses what cannot be forgotten, in a transaction of the caller.
    func check() throws(RouteDBError) {
        for id in ids.sorted() {
            guard try database.number("SELECT id FROM import WHERE id = ?1", id) != nil else {
                throw try Self.missing(id, forgotten)
            }
        }
        let sharing = try ImportSharing(database: database).imports(sharing: ids)
        guard sharing.isEmpty else { throw Self.shared(ids, sharing) }
    }

    /// Begins, in a transaction of the caller: refuses what cannot be forgotten, and takes the
    /// hits of the tail away.
    func begin() throws(RouteDBError) {
        try check()
        for id in ids { try forgotten.begin(id, timeMicroseconds: timeMicroseconds) }
        let batch = try tail.all()
        guard !batch.isEmpty else { return }
        let encoded = EncodedSegment(batch, 0..<batch.count)
        do {
            let parts = try encoded.withSegment(id: 0) { try $0.parts(isForgotten($0)) }
            guard !parts.removed.isEmpty else { return }
            try tail.removeAll()
            try tail.insert(parts.kept, 0..<parts.kept.count)
            try count(parts.removed)
        } catch {
            throw RouteDBError(error, path: database.path, kind: database.kind)
        }
    }

    /// Finds the next segments with hits of the imports, outside of any transaction.
    mutating func nextSegments() throws(RouteDBError) -> [Int64] {
        let after = done
        let found = try database.run("SELECT id, columns FROM segment WHERE id > ?1 ORDER BY id") {
            statement in
            try statement.bind(after, at: 1)
            var found: [Int64] = []
            while found.count < Self.batchSize, try statement.step() {
                let id = statement.int(at: 0)
                let isConcerned = try statement.withBytes(at: 1) { columns in
                    let segment = try HitSegment(id: id, columns: columns, texts: nil)
                    if let source = segment.constant(.source) { return ids.contains(source) }
                    return isForgotten(segment).contains(true)
                }
                if isConcerned { found.append(id) }
            }
            return found
        }
        done = found.last ?? .max
        return found
    }

    /// Takes the hits of the imports out of segments, in a transaction of the caller.
    func remove(from segments: [Int64]) throws(RouteDBError) {
        for id in segments {
            // It may have been pruned meanwhile.
            guard try database.number("SELECT id FROM segment WHERE id = ?1", id) != nil else {
                continue
            }
            let parts = try self.segments.read(id, texts: true) { try $0.parts(isForgotten($0)) }
            guard !parts.removed.isEmpty else { continue }
            if parts.kept.isEmpty {
                try database.run("DELETE FROM segment WHERE id = ?1", id)
            } else {
                try self.segments.replace(
                    id, with: EncodedSegment(parts.kept, 0..<parts.kept.count))
            }
            try count(parts.removed)
        }
    }

    /// Takes some rejected lines of the imports away, in a transaction of the caller.
    ///
    /// - Returns: Whether there were any.
    func removeRejects() throws(RouteDBError) -> Bool {
        for id in ids.sorted() {
            let last = try database.number(
                """
                SELECT max(line) FROM (
                    SELECT line FROM reject WHERE import = ?1 ORDER BY line LIMIT ?2)
                """, id, Self.rejectBatchSize)
            guard let last else { continue }
            try database.run("DELETE FROM reject WHERE import = ?1 AND line <= ?2", id, last)
            return true
        }
        return false
    }

    /// Takes away what the file says of the imports, in a transaction of the caller.
    func finish() throws(RouteDBError) -> ForgottenImports {
        var result = ForgottenImports()
        for id in ids.sorted() {
            let pruned = try PrunedImportRecords(database: database).forget(id)
            try forgotten.count(pruned, of: id)
            let imported = try database.number("SELECT imported FROM import WHERE id = ?1", id) ?? 0
            let hits = try forgotten.finish(id, timeMicroseconds: timeMicroseconds)
            result.add(hits: hits, pruned: pruned, imported: imported)
            try database.run("DELETE FROM import_lines WHERE import = ?1", id)
            try database.run("DELETE FROM import_run WHERE import = ?1", id)
            try database.run("DELETE FROM import WHERE id = ?1", id)
        }
        return result
    }

    private func isForgotten(_ segment: HitSegment) -> [Bool] {
        segment.column(.source).map { ids.contains($0) }
    }

    /// Takes hits out of all sums (G1).
    private func count(_ batch: HitBatch) throws(RouteDBError) {
        var removed = PrunedHits()
        removed.add(column: { batch[$0] })
        try RollUpRecords(database: database).remove(removed.rollUps)
        for (stream, hits) in removed.streams {
            try database.run(
                "UPDATE stream SET forgotten = forgotten + ?1 WHERE id = ?2", hits, stream)
        }
        var hits: [Int64: Int64] = [:]
        for source in batch[.source] { hits[source, default: 0] += 1 }
        for (id, hits) in hits { try forgotten.count(hits, of: id) }
    }

    private static func missing(
        _ id: Int64, _ forgotten: ForgottenRecords
    ) throws(RouteDBError) -> RouteDBError {
        RouteDBError(
            .importNotFound,
            try forgotten.isFinished(id) == true
                ? "Import \(id) has been forgotten already." : "There is no import \(id).",
            hint: "`routedb hits imports` lists all imports.")
    }

    private static func shared(_ ids: Set<Int64>, _ others: Set<Int64>) -> RouteDBError {
        let names = others.sorted().map(String.init).joined(separator: " ")
        let all = ids.union(others).sorted().map(String.init).joined(separator: " ")
        let isOne = others.count == 1
        return RouteDBError(
            .importShared,
            "Import\(isOne ? "" : "s") \(names) begin\(isOne ? "s" : "") with lines of the same log,"
                + " whose hits are only kept once, in what would be forgotten.",
            hint: "Forget all of them with `routedb hits forget \(all)`, then import again what you"
                + " need.")
    }
}
