import RouteDBDatabase
import RouteDBRouting
import RouteDBSQLite

extension HistoryRecovery {
    // MARK: Streams

    /// Makes the rows of the streams fit the hits that are kept (W2); returns how many hits are lost.
    func repairStreams() throws(RouteDBError) -> Int64 {
        var lost: Int64 = 0
        var known: Set<Int64> = []
        for row in try streamRows() {
            known.insert(row.id)
            let kept = numbers[row.id] ?? NumberRuns()
            let written = max(row.hits <= Self.maximumNumber ? row.hits : 0, kept.last)
            let forgotten = min(row.forgotten, written - kept.count)
            let pruned = written - kept.count - forgotten
            let missing = pruned - min(row.pruned, pruned)
            if missing > 0 {
                lost += missing
                losses.append(
                    RecoveryLoss(
                        .lost, "stream \(row.id): \(NumberText.hits(missing)); its totals remain"))
            }
            try database.run(
                "UPDATE stream SET hits = ?2, pruned = ?3, forgotten = ?4 WHERE id = ?1", row.id,
                written, pruned, forgotten)
        }
        for (id, kept) in numbers.sorted(by: { $0.key < $1.key }) where !known.contains(id) {
            let insert: StaticString =
                "INSERT INTO stream (id, key, hits, pruned) VALUES (?1, ?2, ?3, ?4)"
            try database.run(insert) { statement in
                try statement.bind(id, at: 1)
                try statement.bind(HitsWriter.newStream(), at: 2)
                try statement.bind(kept.last, at: 3)
                try statement.bind(kept.last - kept.count, at: 4)
                try statement.run()
            }
            losses.append(
                RecoveryLoss(
                    .replaced,
                    "stream \(id): its row is lost, and a new one with another key takes its place; a hub that"
                        + " has its hits gets them a second time"))
        }
        return lost
    }

    private struct StreamRow {
        let id, hits, pruned, forgotten: Int64
    }

    private func streamRows() throws(RouteDBError) -> [StreamRow] {
        try database.run("SELECT id, hits, pruned, forgotten FROM stream ORDER BY id") {
            statement in
            var rows: [StreamRow] = []
            while try statement.step() {
                rows.append(
                    StreamRow(
                        id: statement.int(at: 0),
                        hits: statement.int(at: 1), pruned: statement.int(at: 2),
                        forgotten: max(0, statement.int(at: 3))))
            }
            return rows
        }
    }

    // MARK: Imports

    /// Removes the bookkeeping of imports that is not complete (I1, I2, I4).
    func repairImports() throws(RouteDBError) {
        let select: StaticString = """
            SELECT id, name, lines, rejected,
                (SELECT count(*) FROM reject WHERE reject.import = import.id),
                (SELECT coalesce(sum(length(digests) / 4), 0) FROM import_lines
                    WHERE import_lines.import = import.id),
                (SELECT count(*) FROM import_lines AS later WHERE later.import = import.id
                    AND line > 1 AND NOT EXISTS (
                        SELECT 1 FROM import_lines AS earlier WHERE earlier.import = later.import
                            AND earlier.line + length(earlier.digests) / 4 = later.line)),
                (SELECT coalesce(sum(run.imported), 0) FROM import_run AS run
                    WHERE run.import = import.id) > imported
            FROM import WHERE id NOT IN (SELECT id FROM forgotten) ORDER BY id
            """
        let incomplete = try database.run(select) { statement in
            var imports: [(id: Int64, name: String)] = []
            while try statement.step() {
                let isComplete =
                    statement.int(at: 3) == statement.int(at: 4)
                    && statement.int(at: 2) == statement.int(at: 5) && statement.int(at: 6) == 0
                    && !statement.bool(at: 7)
                if !isComplete { imports.append((statement.int(at: 0), statement.string(at: 1))) }
            }
            return imports
        }
        for (id, name) in incomplete { try forget(id, name, "a part of its lines is lost") }
        let sources = try hitsBySource()
        let isPruned = try (database.number("SELECT sum(pruned) FROM stream") ?? 0) > 0
        let counted: StaticString = """
            SELECT id, name, imported FROM import WHERE id NOT IN (SELECT id FROM forgotten)
            """
        let overfull = try database.run(counted) { statement in
            var imports: [(id: Int64, name: String)] = []
            while try statement.step() {
                let hits = sources[statement.int(at: 0), default: 0]
                let imported = statement.int(at: 2)
                guard isPruned ? hits > imported : hits != imported else { continue }
                imports.append((statement.int(at: 0), statement.string(at: 1)))
            }
            return imports
        }
        for (id, name) in overfull { try forget(id, name, "its row is damaged") }
        let known = try ids("SELECT id FROM import UNION SELECT id FROM forgotten")
        for source in sources.keys.sorted()
        where source != 0 && !known.contains(source)
            && !incomplete.contains(where: { $0.id == source })
            && !overfull.contains(where: { $0.id == source })
        {
            report(import: source, nil, "its row is lost")
        }
    }

    /// Removes what is known of an import, but not its hits.
    private func forget(_ id: Int64, _ name: String, _ problem: String) throws(RouteDBError) {
        for table in ["import_lines", "import_run", "import_pruned", "reject"] {
            try database.run(composed: "DELETE FROM \(table) WHERE import = \(id)") { try $0.run() }
        }
        try database.run("DELETE FROM import WHERE id = ?1", id)
        report(import: id, name, problem)
    }

    private func report(import id: Int64, _ name: String?, _ problem: String) {
        losses.append(
            RecoveryLoss(
                .lost,
                "import \(id)\(name.map { " ('\($0)')" } ?? ""): \(problem); its hits remain, and would be"
                    + " counted twice if the log was imported again"))
    }

    /// The numbers of kept hits of each source, with those that imports had and that are pruned.
    private func hitsBySource() throws(RouteDBError) -> [Int64: Int64] {
        var hits: [Int64: Int64] = [:]
        let cursor = try HitsCursor(database: database, times: .min ... .max, texts: .none)
        do {
            while let segment = try cursor.next() {
                for source in segment.column(.source) { hits[source, default: 0] += 1 }
            }
        } catch {
            throw RouteDBError(error, path: database.path, kind: .history)
        }
        try database.run("SELECT import, hits FROM import_pruned") { statement in
            while try statement.step() {
                hits[statement.int(at: 0), default: 0] &+= statement.int(at: 1)
            }
        }
        return hits
    }

    private func ids(_ select: StaticString) throws(RouteDBError) -> Set<Int64> {
        try database.run(select) { statement in
            var ids: Set<Int64> = []
            while try statement.step() { ids.insert(statement.int(at: 0)) }
            return ids
        }
    }

    // MARK: Totals

    /// Makes the roll-ups the sums of the hits that are kept and of those that are not (H3), and all
    /// that derives from them.
    func repairRollUps() throws(RouteDBError) {
        var left = kept.dictionary
        var wrong: [RollUps.Key] = []
        var gaps: [Int64: Int64] = [:]
        for (key, row) in try rollUpRows() {
            let sum = left.removeValue(forKey: key) ?? RollUps.Sum()
            let pruned = RollUps.Sum(
                hits: row.sum.hits &- sum.hits, weight: row.sum.weight &- sum.weight,
                duration: row.sum.duration &- sum.duration, timed: row.sum.timed &- sum.timed)
            guard RollUps.buckets.contains(key.bucket), row.sum.isPossible, pruned.isPossible else {
                wrong.append(key)
                if sum.hits > 0 { left[key] = sum }
                continue
            }
            if !row.isPruned, pruned.hits > row.pruned {
                gaps[key.bucket, default: 0] &+= pruned.hits - row.pruned
            }
            try setPruned(pruned, of: key)
        }
        for key in wrong { try removeRollUp(key) }
        try insertRollUps(left)
        try deriveTotals()
        reportGaps(gaps)
        for bucket in Set(wrong.map(\.bucket)).sorted() {
            losses.append(
                RecoveryLoss(
                    .changed,
                    "totals from \(Timestamp(microseconds: bucket &* 1_000_000)): damaged, and counted again from"
                        + " the hits"))
        }
    }

    private struct RollUpState {
        let sum: RollUps.Sum
        let pruned: Int64
        let isPruned: Bool
    }

    private func rollUpRows() throws(RouteDBError) -> [(RollUps.Key, RollUpState)] {
        let select: StaticString = """
            SELECT bucket, namespace, route, outcome, hits, weight, duration, timed, pruned_hits,
                EXISTS (SELECT 1 FROM pruned_bucket WHERE pruned_bucket.bucket = rollup.bucket)
            FROM rollup
            """
        return try database.run(select) { statement in
            var rows: [(RollUps.Key, RollUpState)] = []
            while try statement.step() {
                let (key, sum) = RollUpRecords.read(statement)
                rows.append(
                    (
                        key,
                        RollUpState(
                            sum: sum, pruned: statement.int(at: 8),
                            isPruned: statement.bool(at: 9))
                    ))
            }
            return rows
        }
    }

    private func setPruned(_ sum: RollUps.Sum, of key: RollUps.Key) throws(RouteDBError) {
        let update: StaticString = """
            UPDATE rollup SET
                pruned_hits = ?5, pruned_weight = ?6, pruned_duration = ?7, pruned_timed = ?8
            WHERE bucket = ?1 AND namespace = ?2 AND route = ?3 AND outcome = ?4
            """
        try database.run(
            update, key.bucket, key.namespace, key.route, key.outcome, sum.hits, sum.weight,
            sum.duration, sum.timed)
    }

    private func removeRollUp(_ key: RollUps.Key) throws(RouteDBError) {
        let delete: StaticString = """
            DELETE FROM rollup
            WHERE bucket = ?1 AND namespace = ?2 AND route = ?3 AND outcome = ?4
            """
        try database.run(delete, key.bucket, key.namespace, key.route, key.outcome)
    }

    private func insertRollUps(_ sums: [RollUps.Key: RollUps.Sum]) throws(RouteDBError) {
        let insert: StaticString = """
            INSERT INTO rollup (bucket, namespace, route, outcome, hits, weight, duration, timed)
            VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)
            """
        for (key, sum) in sums.sorted(by: { $0.key < $1.key }) {
            try database.run(
                insert, key.bucket, key.namespace, key.route, key.outcome, sum.hits, sum.weight,
                sum.duration, sum.timed)
        }
    }

    /// Makes the tables that derive from the roll-ups (D1 to D3, P4).
    private func deriveTotals() throws(RouteDBError) {
        try database.run("DELETE FROM pruned_bucket")
        try DayRecords(database: database).add(RollUps(), open: nil)
        try database.run(
            """
            INSERT INTO rollup_total
            SELECT bucket, namespace, outcome, sum(hits), sum(weight), sum(pruned_hits),
                sum(pruned_weight)
            FROM rollup GROUP BY 1, 2, 3
            """)
        try database.run("INSERT INTO unsummed_bucket SELECT DISTINCT bucket FROM rollup")
    }

    /// Reports the quarters of an hour whose roll-ups have more hits than are left.
    private func reportGaps(_ gaps: [Int64: Int64]) {
        var runs: [(first: Int64, last: Int64, hits: Int64)] = []
        for (bucket, hits) in gaps.sorted(by: { $0.key < $1.key }) {
            if let run = runs.last, run.last &+ RollUps.bucketSeconds == bucket {
                runs[runs.count - 1] = (run.first, bucket, run.hits &+ hits)
            } else {
                runs.append((bucket, bucket, hits))
            }
        }
        for run in runs {
            let times = RollUps.times(of: run.first...run.last)
            losses.append(
                RecoveryLoss(
                    .lost,
                    "\(NumberText.hits(run.hits)) from \(Timestamp(microseconds: times.lowerBound)) to"
                        + " \(Timestamp(microseconds: times.upperBound)): only the totals remain"))
        }
    }

    // MARK: The rest

    /// Removes rows that refer to nothing, and claims of imports to more pruned hits than there are (P3).
    func removeOrphans() throws(RouteDBError) {
        try database.run("DELETE FROM loss WHERE stream NOT IN (SELECT id FROM stream)")
        for table in ["import_lines", "import_run", "reject"] {
            let delete = "DELETE FROM \(table) WHERE import NOT IN (SELECT id FROM import)"
            try database.run(composed: delete) { try $0.run() }
        }
        try database.run(
            """
            DELETE FROM import_pruned WHERE (bucket, namespace, route, outcome) IN (
                SELECT bucket, namespace, route, outcome
                FROM import_pruned AS claim
                LEFT JOIN rollup USING (bucket, namespace, route, outcome)
                GROUP BY bucket, namespace, route, outcome
                HAVING sum(claim.hits) > coalesce(rollup.pruned_hits, 0))
            """)
    }

    /// Lists the hits that are lost among the prunings, since they count as pruned.
    func recordLoss(_ hits: Int64) throws(RouteDBError) {
        guard hits > 0 else { return }
        try database.run("INSERT INTO pruning (pruned_at, rule, hits) VALUES (?1, ?2, ?3)") {
            try $0.bind(time, at: 1)
            try $0.bind("recover", at: 2)
            try $0.bind(hits, at: 3)
            try $0.run()
        }
    }
}

extension RollUps.Sum {
    /// True if these can be the sums of some hits.
    fileprivate var isPossible: Bool {
        0...HistoryRecovery.maximumNumber ~= hits && hits...(hits << 8 | 1 << 56) ~= weight
            && 0...hits ~= timed && 0...1 << 56 ~= duration
            && (hits > 0 || weight == 0) && (timed > 0 || duration == 0)
    }
}
