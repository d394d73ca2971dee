package import RouteDBDatabase
import RouteDBRouting
import RouteDBSQLite

extension HitsReader {
    /// Verifies the rules of the file: that the segments are intact (S1 to S7) and agree with their
    /// rows, that the hits of every stream are numbered without gaps except for pruned ones (W2)
    /// and without duplicates (W3), that the roll-ups are the sums of the hits (W1), and that every
    /// line of an imported log is accounted for (I1, I2).
    package func verify() throws(RouteDBError) -> [HistoryFinding] {
        try database.transaction(.deferred) {
            var verification = HitsVerification()
            try checkPages(&verification)
            for fault in try schemaComparison().faults {
                verification.add(.schema, fault.message)
            }
            try checkSegments(&verification)
            let tail = try TailRecords(database: database).all()
            if !tail.isEmpty {
                try tail.segment(at: 0).withSegment(id: 0) { segment in
                    verification.add(segment)
                }
            }
            // Without the hits of an unreadable segment, sums and sequence numbers prove nothing.
            guard verification.findings.allSatisfy({ $0.part == .schema }) else {
                return verification.findings
            }
            try checkStreams(&verification)
            try checkImports(&verification)
            try checkPrunedImports(&verification)
            try checkRollUps(&verification)
            try checkDays(&verification)
            try checkTotals(&verification)
            return verification.findings
        }
    }

    /// The tables, views and indexes that somebody has added to the file's schema.
    package func schemaAdditions() throws(RouteDBError) -> [SchemaObject] {
        try database.transaction(.deferred) { try schemaComparison().additions }
    }

    private func schemaComparison() throws(RouteDBError) -> SchemaComparison {
        try Migrator(database: database, scripts: scripts)
            .schemaComparison(at: try database.number("PRAGMA user_version") ?? 0)
    }

    private func checkPages(_ verification: inout HitsVerification) throws {
        try database.run("PRAGMA integrity_check(10)") { statement in
            while try statement.step() {
                let line = statement.string(at: 0)
                if line != "ok" { verification.add(.file, line) }
            }
        }
    }

    private func checkSegments(_ verification: inout HitsVerification) throws {
        let sql = """
            SELECT \(TextSelection.all.columns), id, hits, first_time, last_time
            FROM segment ORDER BY id
            """
        try database.run(composed: sql) { statement in
            while try statement.step() {
                let (id, hits) = (statement.int(at: 4), statement.int(at: 5))
                let (first, last) = (statement.int(at: 6), statement.int(at: 7))
                do {
                    // The segment is used before the next step of the statement.
                    let segment = try unsafe HitSegment(
                        id: id, columns: statement.rawBytes(at: 0),
                        texts: statement.rawBytes(at: 1), urls: statement.rawBytes(at: 2),
                        parameters: statement.rawBytes(at: 3))
                    try verification.addSealed(
                        segment, hits: hits, firstTime: first, lastTime: last)
                } catch let damage as SegmentDamage {
                    verification.add(.segment, damage.description)
                }
            }
        }
    }

    private func checkRollUps(_ verification: inout HitsVerification) throws {
        let records = RollUpRecords(database: database)
        try records.forEachRemaining { verification.subtract($0, $1) }
        try verification.findWrongRollUps { hits, rollUps in
            // Within the transaction of the verification.
            let cursor = try HitsCursor(
                database: database, times: .min ... .max, texts: .none)
            while let segment = try cursor.next() { hits(segment) }
            try records.forEachRemaining(rollUps)
        }
    }

    private func checkStreams(_ verification: inout HitsVerification) throws {
        try database.run("SELECT id, hits, pruned, forgotten FROM stream ORDER BY id") {
            statement in
            var ids: Set<Int64> = []
            while try statement.step() {
                ids.insert(statement.int(at: 0))
                verification.compare(
                    stream: statement.int(at: 0), hits: statement.int(at: 1),
                    pruned: statement.int(at: 2), forgotten: statement.int(at: 3))
            }
            verification.compare(streams: ids)
        }
    }
}

extension HitsReader {
    /// Checks that the sums of days are those of their roll-ups (D1).
    private func checkDays(_ verification: inout HitsVerification) throws {
        try DayRecords(database: database).forEachWrong { key in
            verification.add(
                .rollUp,
                "The sums of day \(key.bucket), namespace \(key.namespace), route \(key.route) and"
                    + " outcome \(key.outcome) do not equal those of its roll-ups (D1).")
        }
    }

    /// Checks the roll-ups without routes (D2), and those of durations (D3) and values (D4).
    private func checkTotals(_ verification: inout HitsVerification) throws {
        func add(_ beginning: String, _ key: RollUps.Key, _ end: String) {
            verification.add(
                .rollUp,
                "\(beginning) of bucket \(key.bucket), namespace \(key.namespace) and outcome"
                    + " \(key.outcome) do not equal those of its \(end).")
        }
        try TotalRecords(database: database).forEachWrong {
            add("The sums of all routes", $0, "roll-ups (D2)")
        }
        try QuarterRecords(database: database).forEachWrong {
            add("The durations", $0, "hits (D3)")
        } values: { bucket, name in
            verification.add(
                .rollUp,
                "The sums of bucket \(bucket) by the values of '\(PlainText.shown(name))' do not equal those of"
                    + " its hits (D4).")
        }
    }

    /// Checks the data about each imported log.
    func checkImports(_ verification: inout HitsVerification) throws {
        let isPruned = try (database.number("SELECT sum(pruned) FROM stream") ?? 0) > 0
        let sql: StaticString = """
            SELECT id, lines, imported, rejected,
                (SELECT count(*) FROM reject WHERE reject.import = import.id),
                (SELECT coalesce(sum(hits), 0) FROM import_pruned
                    WHERE import_pruned.import = import.id),
                (SELECT coalesce(sum(imported), 0) FROM import_run
                    WHERE import_run.import = import.id),
                EXISTS (SELECT 1 FROM forgotten WHERE forgotten.id = import.id)
            FROM import ORDER BY id
            """
        try database.run(sql) { statement in
            while try statement.step() {
                let id = statement.int(at: 0)
                let totals = ImportTotals(
                    id: id, lines: statement.int(at: 1), imported: statement.int(at: 2),
                    rejected: statement.int(at: 3), digests: try digestCount(of: id),
                    rejects: statement.int(at: 4), pruned: statement.int(at: 5),
                    runImported: statement.int(at: 6), isBeingForgotten: statement.int(at: 7) != 0)
                verification.compare(totals, isPruned: isPruned)
            }
        }
    }

    /// Checks that the imports together claim no more pruned hits of a roll-up than it has.
    func checkPrunedImports(_ verification: inout HitsVerification) throws {
        let sql: StaticString = """
            SELECT bucket, namespace, route, outcome, sum(claim.hits),
                CASE WHEN pruned_bucket.bucket IS NULL THEN rollup.pruned_hits ELSE rollup.hits END
                    AS pruned
            FROM import_pruned AS claim LEFT JOIN rollup USING (bucket, namespace, route, outcome)
            LEFT JOIN pruned_bucket USING (bucket)
            GROUP BY bucket, namespace, route, outcome
            HAVING sum(claim.hits) > coalesce(pruned, 0)
            """
        try database.run(sql) { statement in
            while try statement.step() {
                let key = (Int32(0)..<4).map { "\(statement.int(at: $0))" }
                verification.add(
                    .rollUp,
                    "Imports had \(statement.int(at: 4)) pruned hits of bucket \(key[0]), namespace"
                        + " \(key[1]), route \(key[2]) and outcome \(key[3]), and"
                        + " \(statement.int(at: 5)) were pruned (P3).")
            }
        }
    }

    /// The number of consecutive digests of a log from line 1 on, or -1 if there is a gap.
    private func digestCount(of log: Int64) throws -> Int64 {
        let sql: StaticString =
            "SELECT line, length(digests) / 4 FROM import_lines WHERE import = ?1 ORDER BY line"
        return try database.run(sql) { statement in
            try statement.bind(log, at: 1)
            var count: Int64 = 0
            while try statement.step() {
                guard statement.int(at: 0) == count + 1 else { return -1 }
                count += statement.int(at: 1)
            }
            return count
        }
    }
}
