import RouteDBDatabase
import RouteDBRouting
import RouteDBSQLite

/// The tables of imports.
///
/// - I1: A step is recorded in the transaction that writes its hits.
/// - I2: `lines` is the number of digests in `import_lines`, which are consecutive from line 1 on,
///   and `rejected` is the number of rows in `reject`.
/// - I3: A step must continue after the recorded lines; any other step is refused.
struct ImportRecords {
    /// The number of digests in a row.
    static let runLength: Int64 = 4_096
    /// More lines than any log can ever have.
    static let maximumLines: Int64 = 1 << 62

    let database: Database

    /// The logs whose first line has a digest, and those that consist of a single unterminated
    /// line, which may be the beginning of this first line.
    func logs(first: UInt64) throws(RouteDBError) -> [ImportedLog] {
        let sql: StaticString = """
            SELECT id, lines, cut FROM import WHERE first = ?1
            UNION SELECT id, lines, cut FROM import WHERE lines = 1 AND cut IS NOT NULL
            ORDER BY id
            """
        return try database.run(sql) { statement in
            try statement.bind(Int64(bitPattern: first), at: 1)
            var logs: [ImportedLog] = []
            while try statement.step() {
                let cut = try statement.optionalInt(at: 2).map {
                    Int(clamping: try database.checked($0, 0 ... .max, "cut"))
                }
                logs.append(
                    ImportedLog(
                        id: statement.int(at: 0),
                        lines: try database.checked(
                            statement.int(at: 1), 1...Self.maximumLines, "lines"),
                        cut: cut))
            }
            return logs
        }
    }

    /// The id of the newest log; 0 if there is none.
    func newest() throws(RouteDBError) -> Int64 {
        try database.number("SELECT max(id) FROM import") ?? 0
    }

    /// The row of digests that contains a line, and the number of its first line.
    func run(
        of log: Int64, with line: Int64
    ) throws(RouteDBError) -> (line: Int64, digests: [UInt32]) {
        let sql: StaticString = """
            SELECT line, digests FROM import_lines WHERE import = ?1 AND line <= ?2
            ORDER BY line DESC LIMIT 1
            """
        return try database.run(sql) { statement in
            try statement.bind(log, at: 1)
            try statement.bind(line, at: 2)
            guard try statement.step() else { return (line, []) }
            return (
                try database.checked(statement.int(at: 0), 1...max(1, line), "line"),
                Self.digests(statement.bytes(at: 1))
            )
        }
    }

    /// Records a step.
    func add(_ step: ImportStep) throws(RouteDBError) -> (log: Int64, run: Int64?) {
        let log: Int64
        var line: Int64
        switch step.log {
        case .known(let id, let lines):
            try ForgottenRecords(database: database).refuse([id])
            guard try database.number("SELECT lines FROM import WHERE id = ?1", id) == lines else {
                throw Self.conflict(step.name)
            }
            (log, line) = (id, lines + (step.replacesLast ? 0 : 1))
            try update(log, step)
        case .new(let newest):
            (log, line) = (try insert(step, newest: newest), 1)
        case .branch(let other, let lines, let newest):
            try ForgottenRecords(database: database).refuse([other])
            (log, line) = (try insert(step, newest: newest), 1)
            while line <= lines {
                let run = try run(of: other, with: line)
                let digests = run.digests.dropFirst(Int(line - run.line))
                    .prefix(Int(lines - line + 1))
                guard !digests.isEmpty else { throw database.corrupt("digests are missing (I2)") }
                try add(Array(digests), to: log, from: &line)
            }
        }
        try add(step.digests, to: log, from: &line)
        try add(step.rejects, to: log, time: step.time)
        let run = try step.run.map { run throws(RouteDBError) in
            try ImportRunRecords(database: database).add(step, run, to: log)
        }
        return (log, run)
    }

    private func insert(_ step: ImportStep, newest: Int64) throws(RouteDBError) -> Int64 {
        // Another process may have begun to import the same log since it was looked up.
        let others = try database.number(
            "SELECT count(*) FROM import WHERE first = ?1 AND id > ?2",
            Int64(bitPattern: step.first), newest)
        guard others == 0 else { throw Self.conflict(step.name) }
        let sql: StaticString = """
            INSERT INTO import (name, lines, bytes, cut, imported, duplicate, rejected, skipped,
                imported_at, first, id)
            VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11)
            """
        let id = try ForgottenRecords(database: database).nextImport()
        try database.run(sql) { statement in
            try Self.bind(step, to: &statement)
            try statement.bind(id, at: 11)
            try statement.run()
        }
        return id
    }

    private func update(_ log: Int64, _ step: ImportStep) throws(RouteDBError) {
        let sql: StaticString = """
            UPDATE import SET name = ?1, lines = lines + ?2, bytes = ?3, cut = ?4,
                imported = imported + ?5, duplicate = duplicate + ?6, rejected = rejected + ?7,
                skipped = skipped + ?8, imported_at = ?9, first = ?10
            WHERE id = ?11
            """
        try database.run(sql) { statement in
            try Self.bind(step, to: &statement)
            try statement.bind(log, at: 11)
            try statement.run()
        }
    }

    private static func bind(_ step: ImportStep, to statement: inout Statement) throws {
        let counts = step.counts
        try statement.bind(step.name, at: 1)
        try statement.bind(counts.lines, at: 2)
        try statement.bind(step.bytes, at: 3)
        try statement.bind(step.cut, at: 4)
        try statement.bind(counts.imported, at: 5)
        try statement.bind(counts.duplicate, at: 6)
        try statement.bind(counts.rejected, at: 7)
        try statement.bind(counts.skipped, at: 8)
        try statement.bind(step.time, at: 9)
        try statement.bind(Int64(bitPattern: step.first), at: 10)
    }

    /// Writes digests from a line on, replacing existing ones, and advances the line number.
    private func add(
        _ digests: [UInt32], to log: Int64, from line: inout Int64
    ) throws(RouteDBError) {
        var rest = digests[...]
        if !rest.isEmpty, line > 1 {
            let last = try run(of: log, with: line)
            let kept = last.digests.prefix(Int(clamping: line - last.line))
            let room = Int(Self.runLength) - kept.count
            if last.line < line, room > 0 {
                try write(Array(kept) + rest.prefix(room), to: log, at: last.line)
                line += Int64(rest.prefix(room).count)
                rest = rest.dropFirst(room)
            }
        }
        while !rest.isEmpty {
            let run = rest.prefix(Int(Self.runLength))
            try write(Array(run), to: log, at: line)
            line += Int64(run.count)
            rest = rest.dropFirst(run.count)
        }
    }

    private func write(
        _ digests: [UInt32], to log: Int64, at line: Int64
    ) throws(RouteDBError) {
        let sql: StaticString = """
            INSERT INTO import_lines (import, line, digests) VALUES (?1, ?2, ?3)
            ON CONFLICT DO UPDATE SET digests = excluded.digests
            """
        try database.run(sql) { statement in
            try statement.bind(log, at: 1)
            try statement.bind(line, at: 2)
            try statement.bind(Self.bytes(digests), at: 3)
            try statement.run()
        }
    }

    private func add(
        _ rejects: [ImportReject], to log: Int64, time: Timestamp
    ) throws(RouteDBError) {
        let sql: StaticString = """
            INSERT INTO reject (import, line, offset, place, reason, text, rejected_at)
            VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)
            """
        try database.run(sql) { statement in
            for reject in rejects {
                try statement.bind(log, at: 1)
                try statement.bind(reject.line, at: 2)
                try statement.bind(reject.offset, at: 3)
                try statement.bind(reject.place, at: 4)
                try statement.bind(reject.reason, at: 5)
                try statement.bind(reject.text.prefix(ImportReject.keptBytes), at: 6)
                try statement.bind(time, at: 7)
                try statement.run()
            }
        }
    }

    private static func conflict(_ name: String) -> RouteDBError {
        RouteDBError(
            .busy, "Another process is importing the log '\(name)'.",
            hint: "Try again later; nothing is imported twice.")
    }

    /// Digests in stored form: little-endian.
    private static func bytes(_ digests: [UInt32]) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(digests.count * 4)
        for digest in digests {
            for shift: UInt32 in [0, 8, 16, 24] {
                bytes.append(UInt8(truncatingIfNeeded: digest >> shift))
            }
        }
        return bytes
    }

    private static func digests(_ bytes: [UInt8]) -> [UInt32] {
        (0..<bytes.count / 4).map { index in
            (0..<4).reduce(0) { (digest: UInt32, byte: Int) -> UInt32 in
                digest | UInt32(bytes[index * 4 + byte]) << UInt32(byte * 8)
            }
        }
    }
}
