import RouteDBDatabase
import RouteDBSQLite

/// Finds imports that share lines.
///
/// A log that branches off from another log counts the lines in common as duplicates: their hits
/// belong to the other log. The chained digests of the lines identify that log: if two logs agree
/// in a line, they agree in all lines before it.
struct ImportSharing {
    private struct Log {
        let id: Int64
        let lines: Int64
        let isBranch: Bool
        let first: Int64
    }

    let database: Database

    /// The other imports for which some lines are stored only as hits of the given ones.
    func imports(sharing ids: Set<Int64>) throws(RouteDBError) -> Set<Int64> {
        let logs = try logs()
        var sharing: Set<Int64> = []
        for owner in logs where ids.contains(owner.id) {
            let family = logs.filter { $0.first == owner.first && $0.id != owner.id }
            // The owner may be a branch itself, whose first lines belong to an older log.
            var borrowed: Int64 = 0
            if owner.isBranch {
                for older in family where older.id < owner.id {
                    borrowed = max(borrowed, try commonLines(older, owner))
                }
            }
            for other in family
            where other.isBranch && other.id > owner.id && !ids.contains(other.id) {
                if try commonLines(owner, other) > borrowed { sharing.insert(other.id) }
            }
        }
        return sharing
    }

    private func logs() throws(RouteDBError) -> [Log] {
        try database.run("SELECT id, lines, duplicate > 0, first FROM import ORDER BY id") {
            statement in
            var logs: [Log] = []
            while try statement.step() {
                logs.append(
                    Log(
                        id: statement.int(at: 0), lines: statement.int(at: 1),
                        isBranch: statement.int(at: 2) != 0, first: statement.int(at: 3)))
            }
            return logs
        }
    }

    /// The number of lines that two logs have in common from the beginning.
    private func commonLines(_ one: Log, _ other: Log) throws(RouteDBError) -> Int64 {
        var (common, differing) = (Int64(0), min(one.lines, other.lines, 1 << 60) + 1)
        while differing - common > 1 {
            let line = common + (differing - common) / 2
            let digests = (try digest(of: one.id, line), try digest(of: other.id, line))
            if let digest = digests.0, digest == digests.1 {
                common = line
            } else {
                differing = line
            }
        }
        return common
    }

    private func digest(of log: Int64, _ line: Int64) throws(RouteDBError) -> UInt32? {
        let run = try ImportRecords(database: database).run(of: log, with: line)
        let (index, overflows) = line.subtractingReportingOverflow(run.line)
        guard !overflows, let index = Int(exactly: index), run.digests.indices.contains(index)
        else { return nil }
        return run.digests[index]
    }
}
