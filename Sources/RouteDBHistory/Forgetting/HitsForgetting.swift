package import RouteDBDatabase
package import RouteDBRouting
import RouteDBSQLite

/// The removal of imports, after which the file is as if they had never been imported.
///
/// - G1: Hits are removed in the transaction that subtracts them from the roll-ups and counts them
///   as forgotten in their streams. The other hits of the streams keep their numbers.
/// - G2: From the first transaction on, nothing more of these logs can be imported until the
///   removal is complete. The tail is cleared first, so no new segment gets hits of these imports.
/// - G3: The data about the logs is removed last. So an interrupted removal can be completed, and
///   the file satisfies all its rules meanwhile.
struct HitsForgetting {
    /// The number of segments processed in one transaction.
    private static let batchSize = 16
    /// The number of rejected lines removed in one transaction.
    private static let rejectBatchSize: Int64 = 20_000

    let database: Database
    let ids: Set<Int64>
    let time: Timestamp
    /// No segment up to this id has hits of the imports.
    private var done: Int64 = 0

    init(database: Database, ids: Set<Int64>, time: Timestamp) {
        self.database = database
        self.ids = ids
        self.time = time
    }

    private var tail: TailRecords { TailRecords(database: database) }
    private var segments: SegmentRecords { SegmentRecords(database: database) }
    private var forgotten: ForgottenRecords { ForgottenRecords(database: database) }

    /// Throws if any of the imports cannot be forgotten; the caller has begun a transaction.
    func check() throws(RouteDBError) {
        for id in ids.sorted() {
            guard try database.number("SELECT id FROM import WHERE id = ?1", id) != nil else {
                throw RouteDBError(
                    noImport: "\(id)", isForgotten: try forgotten.isFinished(id) == true)
            }
        }
        let sharing = try ImportSharing(database: database).imports(sharing: ids)
        guard sharing.isEmpty else { throw Self.shared(ids, sharing) }
    }

    /// Begins: checks the imports, and removes their hits from the tail; the caller has begun a
    /// transaction.
    func begin() throws(RouteDBError) {
        try check()
        for id in ids { try forgotten.begin(id, time: time) }
        let batch = try tail.all()
        guard !batch.isEmpty else { return }
        do {
            let parts = try batch.segment(at: 0).withSegment(id: 0) {
                try $0.parts(isForgotten($0))
            }
            guard !parts.removed.isEmpty else { return }
            try tail.removeAll()
            if !parts.kept.isEmpty { try tail.insert(parts.kept.segment(at: 0)) }
            try count(parts.removed)
        } catch {
            throw RouteDBError(error, path: database.path, kind: database.kind)
        }
    }

    /// Finds the next segments with hits of the imports, outside any transaction.
    mutating func nextSegments() throws(RouteDBError) -> [Int64] {
        let after = done
        let found = try database.run("SELECT id, columns FROM segment WHERE id > ?1 ORDER BY id") {
            statement in
            try statement.bind(after, at: 1)
            var found: [Int64] = []
            while found.count < Self.batchSize, try statement.step() {
                let id = statement.int(at: 0)
                // The segment is used only while the statement lends its bytes.
                let isConcerned = try unsafe statement.withBytes(at: 1) { columns in
                    let segment = try unsafe HitSegment(id: id, columns: columns)
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

    /// Removes the hits of the imports from segments; the caller has begun a transaction.
    func remove(from segments: [Int64]) throws(RouteDBError) {
        for id in segments {
            // The segment may have been pruned meanwhile.
            guard try database.number("SELECT id FROM segment WHERE id = ?1", id) != nil else {
                continue
            }
            let parts = try self.segments.read(id, texts: .all) { try $0.parts(isForgotten($0)) }
            guard !parts.removed.isEmpty else { continue }
            if parts.kept.isEmpty {
                try database.run("DELETE FROM segment WHERE id = ?1", id)
            } else {
                try self.segments.replace(id, with: parts.kept.segment(at: 0))
            }
            try count(parts.removed)
        }
    }

    /// Removes some rejected lines of the imports; the caller has begun a transaction.
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

    /// Removes the data about the imports; the caller has begun a transaction.
    func finish() throws(RouteDBError) -> ForgottenImports {
        var result = ForgottenImports()
        for id in ids.sorted() {
            let pruned = try PrunedImportRecords(database: database).forget(id)
            try forgotten.count(pruned, of: id)
            let hits = try forgotten.finish(id, time: time)
            result.add(hits: hits, pruned: pruned)
            try database.run("DELETE FROM import_lines WHERE import = ?1", id)
            try database.run("DELETE FROM import_run WHERE import = ?1", id)
            try database.run("DELETE FROM import WHERE id = ?1", id)
        }
        return result
    }

    private func isForgotten(_ segment: HitSegment) -> [Bool] {
        segment.column(.source).map { ids.contains($0) }
    }

    /// Subtracts hits from all sums (G1).
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

    private static func shared(_ ids: Set<Int64>, _ others: Set<Int64>) -> RouteDBError {
        let names = others.sorted().map(String.init).joined(separator: " ")
        let all = ids.union(others).sorted().map(String.init).joined(separator: " ")
        let isOne = others.count == 1
        return RouteDBError(
            .importShared,
            "Import\(isOne ? "" : "s") \(names) share\(isOne ? "s" : "") lines with the imports to"
                + " forget, and the hits of these lines are stored only once.",
            hint: "Forget all of them with `routedb hits forget \(all)`, then import again what you"
                + " need.")
    }
}

extension HitsWriter {
    /// Removes imports, as if they had never been imported; their logs can be imported again.
    ///
    /// The work is done in short transactions, between which other writers can proceed. If it is
    /// interrupted or fails, the file remains consistent, and the same call completes the work.
    package func forget(
        _ ids: Set<Int64>, time: Timestamp,
        observing observe: (_ isCommitted: Bool) -> Void = { _ in }
    ) throws(RouteDBError) -> ForgottenImports {
        var forgetting = HitsForgetting(database: database, ids: ids, time: time)
        func step<Result>(
            _ body: () throws(RouteDBError) -> Result
        ) throws(RouteDBError) -> Result {
            let result = try commit { () throws(RouteDBError) in
                let result = try body()
                observe(false)
                return result
            }
            observe(true)
            return result
        }
        try step { () throws(RouteDBError) in try forgetting.begin() }
        while true {
            let segments = try forgetting.nextSegments()
            guard !segments.isEmpty else { break }
            try step { () throws(RouteDBError) in try forgetting.remove(from: segments) }
            copyLogIfDue(adding: 4 << 20)
        }
        while try step({ () throws(RouteDBError) in try forgetting.removeRejects() }) {
            copyLogIfDue(adding: 4 << 20)
        }
        return try step { () throws(RouteDBError) in try forgetting.finish() }
    }
}
