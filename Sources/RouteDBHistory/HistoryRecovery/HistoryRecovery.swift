package import RouteDBDatabase
import RouteDBMigrations
package import RouteDBRouting
import RouteDBSQLite

/// Makes a sound history of the rows that the pages of a damaged one still hold.
///
/// - H1: Nothing is written to the damaged file, and the new one stays only if it passes the
///   verification.
/// - H2: A segment is kept as it is if its checksums are right, or else not at all.
/// - H3: Totals survive their hits: what a roll-up has more than the hits that are left counts as
///   pruned, and so do the hits that a stream has more.
/// - H4: An import whose bookkeeping is not complete is not known any more; its hits remain.
package final class HistoryRecovery {
    private let writer: HitsWriter
    var database: Database { writer.database }
    let time: Timestamp
    private let shapes: [String: TableShape]
    private var inserts: [String: ComposedSQL] = [:]
    /// The sums of the hits that are kept.
    var kept = RollUps()
    /// The numbers of the hits that are kept, by stream.
    var numbers: [Int64: NumberRuns] = [:]
    /// The tail, which is read before all segments are known.
    private var tail: [[SQLiteValue]] = []
    /// The rows that break a constraint, by table.
    private var invalid: [String: Int] = [:]
    var losses: [RecoveryLoss] = []

    private init(
        _ path: String, shapes: [TableShape], limitedBy damaged: String, time: Timestamp
    ) throws(RouteDBError) {
        writer = try HitsWriter(path: path, registry: damaged, time: time)
        self.time = time
        self.shapes = Dictionary(uniqueKeysWithValues: shapes.map { ($0.name, $0) })
        for shape in shapes where !Self.derived.contains(shape.name) {
            let columns = shape.columnNames
            inserts[shape.name] = ComposedSQL(
                """
                INSERT INTO \(shape.name) (\(columns.joined(separator: ", ")))
                VALUES (\((1...columns.count).map { "?\($0)" }.joined(separator: ", ")))
                """)
        }
    }

    /// The tables that are made anew.
    private static let derived: Set = [
        "migration", "rollup_day", "rollup_total", "rollup_duration", "rollup_value",
        "crowded_value", "unsummed_bucket", "pruned_bucket",
    ]

    /// Reads what can be read of a damaged history, and makes a new one of it.
    ///
    /// - Complexity: Reads the whole file once, and holds its totals in memory.
    package static func recover(
        _ path: String, to destination: String, time: Timestamp
    ) throws(RouteDBError) -> RecoveryReport {
        try FileAccess(path: destination).requireAbsent()
        let shapes = try TableShape.shapes(of: MigrationScript.history)
        var salvage = try Salvage.open(path, kind: .history, shapes: shapes)
        let recovery = try HistoryRecovery(destination, shapes: shapes, limitedBy: path, time: time)
        do throws(RouteDBError) {
            try recovery.rebuild(from: &salvage)
            let counts = try recovery.counts()
            guard counts.contains(where: { $0.rows > 0 }) else { throw Salvage.nothing(path) }
            try recovery.requireSound(destination)
            return RecoveryReport(
                kind: .history, salvage: salvage, kept: counts, losses: recovery.losses)
        } catch {
            recovery.remove(destination)
            throw error
        }
    }

    private func rebuild(from salvage: inout Salvage) throws(RouteDBError) {
        do {
            // The rows come in the order of the pages, and what refers to nothing is removed at the end.
            try database.connection.setPragma("foreign_keys", to: "OFF")
        } catch {
            throw RouteDBError(error, path: database.path, kind: .history)
        }
        try copyRows(from: &salvage)
        reportFragments(salvage.fragments)
        try writer.commit { () throws(RouteDBError) in
            try keepTail()
            let lost = try repairStreams()
            try repairImports()
            try repairRollUps()
            try removeOrphans()
            try recordLoss(lost)
        }
        try writer.sumUpAll()
        writer.returnLog(keepingSpace: false)
        for (table, count) in invalid.sorted(by: { $0.key < $1.key }) {
            losses.append(
                RecoveryLoss(
                    .invalid,
                    "\(NumberText.counted(count, "row")) of '\(table)': damaged, or there twice"))
        }
    }

    /// More hits, and a greater sum of their durations, than any history has: beyond it, a number is
    /// damaged.
    static let maximumNumber: Int64 = 1 << 48

    /// The number of rows in one transaction.
    private static let rowsAtOnce = 2_000

    /// Copies the rows in transactions of some each.
    private func copyRows(from salvage: inout Salvage) throws(RouteDBError) {
        var pending: [SalvagedRow] = []
        var bytes = 0
        do {
            try salvage.forEachRow { row in
                pending.append(row)
                for case .blob(let blob) in row.values { bytes += blob.count }
                guard pending.count >= Self.rowsAtOnce || bytes > 16 << 20 else { return }
                try insert(pending)
                (pending, bytes) = ([], 0)
            }
        } catch {
            throw RouteDBError(error, path: database.path, kind: .history)
        }
        try insert(pending)
    }

    private func insert(_ rows: [SalvagedRow]) throws(RouteDBError) {
        guard !rows.isEmpty else { return }
        try writer.commit { () throws(RouteDBError) in
            for row in rows {
                switch row.table {
                case "tail": tail.append(row.values)
                case "segment": try insertSegment(row)
                default: try insert(row)
                }
            }
        }
        writer.copyLogIfDue(adding: 16 << 20)
    }

    /// Inserts a row, unless it breaks a constraint.
    private func insert(_ row: SalvagedRow) throws(RouteDBError) {
        guard let insert = inserts[row.table] else { return }
        do throws(RouteDBError) {
            try database.run(insert) { statement in
                for (index, value) in row.values.enumerated() {
                    try statement.bind(value, at: Int32(index + 1))
                }
                try statement.run()
            }
        } catch {
            guard error.code == .corrupt else { throw error }
            // Without a page above it, it may be an old copy of a row that is there.
            if row.isReached { invalid[row.table, default: 0] += 1 }
        }
    }

    /// Verifies the new file as `routedb hits verify` does.
    private func requireSound(_ path: String) throws(RouteDBError) {
        guard let first = try HitsReader(path: path).verify().first else { return }
        throw RouteDBError(
            .corrupt, "The history that was recovered does not pass the verification: \(first).",
            hint: "Restore it from a backup.")
    }

    private func counts() throws(RouteDBError) -> [(table: String, rows: Int64)] {
        var counts: [(table: String, rows: Int64)] = []
        for table in ["segment", "tail", "stream", "rollup", "import"] {
            let count = try database.run(composed: "SELECT count(*) FROM \(table)") { statement in
                try statement.step() ? statement.int(at: 0) : 0
            }
            counts.append((table, count))
        }
        return counts
    }

    private func remove(_ path: String) {
        try? database.connection.close()
        for suffix in ["", "-wal", "-shm"] { FileAccess(path: path + suffix).remove() }
        writer.lock.remove()
    }
}

// MARK: Hits

extension HistoryRecovery {
    /// Inserts a segment if it is sound and none of its hits is there already.
    private func insertSegment(_ row: SalvagedRow) throws(RouteDBError) {
        guard row.values.count == 8, case .integer(let hits) = row.values[1],
            case .integer(let first) = row.values[2], case .integer(let last) = row.values[3],
            case .blob(let columns) = row.values[4], case .blob(let texts) = row.values[5],
            case .blob(let urls) = row.values[6], case .blob(let parameters) = row.values[7]
        else { return }
        let problem: String?
        do {
            problem = try EncodedSegment.withSegment(
                id: row.number, columns, texts, urls, parameters
            ) { segment in
                try take(segment, hits: hits, firstTime: first, lastTime: last)
            }
        } catch {
            problem = (error as? SegmentDamage)?.message ?? "\(error)"
        }
        if let problem {
            reportSegment(row.number, hits: hits, first, last, problem)
        } else {
            try insert(row)
        }
    }

    /// Counts the hits of a segment as kept; returns why not, if they cannot be.
    private func take(
        _ segment: HitSegment, hits: Int64, firstTime: Int64, lastTime: Int64
    ) throws(SegmentDamage) -> String? {
        try HitsVerification.check(
            segment, hits: hits, firstTime: firstTime, lastTime: lastTime)
        var own: [Int64: NumberRuns] = [:]
        for index in 0..<segment.count {
            let stream = segment.value(.stream, at: index)
            guard own[stream, default: NumberRuns()].insert(segment.value(.sequence, at: index))
            else { return "it has a hit twice" }
        }
        for (stream, runs) in own where numbers[stream]?.overlaps(runs) ?? false {
            return "its hits are in another segment, too"
        }
        for (stream, runs) in own { numbers[stream, default: NumberRuns()].formUnion(runs) }
        kept.add(segment)
        return nil
    }

    private func reportSegment(
        _ id: Int64, hits: Int64, _ first: Int64, _ last: Int64, _ problem: String
    ) {
        losses.append(
            RecoveryLoss(
                .lost,
                "segment \(id), \(NumberText.hits(hits)) from \(Timestamp(microseconds: first)) to"
                    + " \(Timestamp(microseconds: last)): \(problem)"))
    }

    /// Reports the rows whose rest is on pages that cannot be read.
    private func reportFragments(_ rows: [SalvagedRow]) {
        for row in rows where row.table == "segment" {
            guard row.values.count == 8, case .integer(let hits) = row.values[1],
                case .integer(let first) = row.values[2], case .integer(let last) = row.values[3]
            else { continue }
            reportSegment(
                row.number, hits: hits, first, last, "a part of it is on a page that cannot be read"
            )
        }
    }

    /// The number of a row of the tail.
    private static func number(of values: [SQLiteValue]) -> Int64 {
        if case .integer(let number)? = values.first { number } else { .max }
    }

    /// Inserts the hits of the tail that are valid and in no segment, sealed if there are many.
    private func keepTail() throws(RouteDBError) {
        var batch = HitBatch(segmentSize: HitSegment.preferredSize)
        // The row's number comes first; pages are not read in the order of rows.
        let rows = tail.enumerated().sorted {
            (Self.number(of: $0.element), $0.offset) < (Self.number(of: $1.element), $1.offset)
        }
        for (_, values) in rows {
            let count = HitNumber.allCases.count
            let isValid = HitNumber.allCases.allSatisfy { number in
                guard case .integer(let value) = values[number.rawValue + 1] else { return false }
                return number.range.contains(value)
            }
            guard isValid, case .integer(let stream) = values[HitNumber.stream.rawValue + 1],
                case .integer(let sequence) = values[HitNumber.sequence.rawValue + 1],
                1...Self.maximumNumber ~= sequence,
                numbers[stream, default: NumberRuns()].insert(sequence)
            else {
                invalid["tail", default: 0] += 1
                continue
            }
            batch.append(
                number: { number in
                    guard case .integer(let value) = values[number.rawValue + 1] else { return 0 }
                    return value
                },
                text: { text in
                    guard case .blob(let bytes) = values[count + text.rawValue + 1] else {
                        return nil
                    }
                    return bytes
                })
        }
        guard batch.count > 0 else { return }
        kept.add(batch)
        if let rest = try SegmentRecords(database: database).insertMost(batch) {
            try TailRecords(database: database).insert(rest)
        }
    }
}
