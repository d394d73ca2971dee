#if Hub
package import RouteDB

/// A file of hits that an export writes: a day in UTC, or those of its hits that came later.
package struct HubExportFile: Hashable, Sendable {
    /// How many days after 1970-01-01 the day is.
    package let day: Int64
    /// The number of the file among those of the day, from 1.
    package let part: Int64
    /// The date, such as `2026-01-31`.
    package let date: String
    /// The export whose cursors the file goes up to, and that after whose it begins; 0 for none.
    fileprivate let export: Int64
    fileprivate let previous: Int64

    /// The name of the file, such as `hits-2026-01-31.csv`, or `hits-2026-01-31.2.csv` for late hits.
    package var name: String { "hits-\(date)\(part == 1 ? "" : ".\(part)").csv" }

    fileprivate init(_ row: [String?]) {
        (day, part, date) = (row.number(0), row.number(1), row[2] ?? "")
        (export, previous) = (row.number(3), row.number(4))
    }

    /// The columns that a file is read of.
    fileprivate static let columns =
        "day, part, date '1970-01-01' + day::integer, export, previous"
}

extension HubClient {
    /// Begins an export of the days that ended some time ago, and returns the files to write: what
    /// no file has yet, and what an export did not finish.
    ///
    /// The closure is told which files are begun, and throws if one of them cannot be.
    package func beginExport(
        endedBefore seconds: Int64, _ check: @Sendable ([HubExportFile]) throws -> Void
    ) throws(RouteDBError) -> [HubExportFile] {
        try link.use(.writing) { connection in
            try connection.transaction {
                // Batches that are being taken end before, and the next ones see what is exported.
                try connection.run("LOCK TABLE routedb.stream IN SHARE MODE")
                let unfinished = try connection.run(
                    """
                    SELECT \(HubExportFile.columns) FROM routedb.exported_day
                    WHERE NOT is_finished AND NOT is_pruned ORDER BY day, part
                    """
                ).map { HubExportFile($0) }
                let days = try Self.daysToExport(endedBefore: seconds, connection)
                guard !days.isEmpty else { return unfinished }
                let begun = try Self.begin(days, connection)
                try check(begun)
                return (unfinished + begun).sorted { ($0.day, $0.part) < ($1.day, $1.part) }
            }
        }
    }

    private static func daysToExport(
        endedBefore seconds: Int64, _ connection: HubConnection
    ) throws -> [Int64] {
        try connection.run(
            """
            SELECT d.number FROM (\(days)) AS d (number)
            WHERE (d.number + 1) * 86400 <= extract(epoch FROM now()) - $1::bigint
                AND (d.number IN (SELECT day FROM routedb.late_day)
                    OR d.number NOT IN (SELECT day FROM routedb.exported_day))
            ORDER BY 1
            """, "\(seconds)"
        ).map { $0.number(0) }
    }

    /// The SQL query for the days that have hits.
    static let days = """
        SELECT (to_date(substr(c.relname, 5), 'YYYYMMDD') - date '1970-01-01')::bigint
        FROM pg_inherits AS i JOIN pg_class AS c ON c.oid = i.inhrelid
        WHERE i.inhparent = 'routedb.hit'::regclass AND c.relname ~ '^hit_[0-9]{8}$'
        UNION
        SELECT \(HubSchema.day(of: "at_us")) FROM routedb.hit_other
        WHERE at_us BETWEEN \(HubSchema.times.lowerBound) AND \(HubSchema.times.upperBound)
        """

    private static func begin(
        _ days: [Int64], _ connection: HubConnection
    ) throws -> [HubExportFile] {
        let export = try connection.run(
            "INSERT INTO routedb.export DEFAULT VALUES RETURNING id"
        ).first?.number(0)
        guard let export else { throw RouteDBError.damaged(connection) }
        try connection.run(
            """
            INSERT INTO routedb.export_cursor (export, stream, acked)
            SELECT $1::bigint, id, acked FROM routedb.stream
            """, "\(export)")
        try connection.run(
            "DELETE FROM routedb.late_day WHERE day = ANY ($1::bigint[])", ArrayText.of(days))
        return try connection.run(
            """
            INSERT INTO routedb.exported_day (day, part, export, previous)
            SELECT d, coalesce(max(e.part), 0) + 1, $2::bigint,
                coalesce(max(e.export) FILTER (WHERE NOT e.is_pruned), 0)
            FROM unnest($1::bigint[]) AS d LEFT JOIN routedb.exported_day AS e ON e.day = d
            GROUP BY d ORDER BY d
            RETURNING \(HubExportFile.columns)
            """, ArrayText.of(days), "\(export)"
        ).map { HubExportFile($0) }
    }

    /// Notes that a file is complete, so its hits may be pruned.
    package func finishExport(of file: HubExportFile) throws(RouteDBError) {
        _ = try link.use(.writing) { connection in
            try connection.run(
                "UPDATE routedb.exported_day SET is_finished = true WHERE day = $1 AND part = $2",
                "\(file.day)", "\(file.part)")
        }
    }

    /// The files whose hits the hub still has.
    package func exportedFiles() throws(RouteDBError) -> [HubExportFile] {
        try link.use(.reading) { connection in
            try connection.run(
                """
                SELECT \(HubExportFile.columns) FROM routedb.exported_day
                WHERE NOT is_pruned ORDER BY day, part
                """
            ).map { HubExportFile($0) }
        }
    }

    /// Writes the hits of a file as CSV, with a line of names first, in the order of their times.
    package func copyHits(
        of file: HubExportFile, _ receive: @Sendable ([UInt8]) throws -> Void
    ) throws -> Int64 {
        // A statement that is not read to its end would keep the connection.
        defer { link.close() }
        var lines: Int64 = 0
        var failure: (any Error)?
        try link.use(.reading) { connection in
            try connection.copy(Self.copyStatement(file)) { line in
                do {
                    try receive(line)
                    lines += 1
                    return true
                } catch {
                    failure = error
                    return false
                }
            }
        }
        if let failure { throw failure }
        return max(0, lines - 1)
    }

    private static func copyStatement(_ file: HubExportFile) -> String {
        let (start, end) = (file.day * 86_400_000_000, (file.day + 1) * 86_400_000_000)
        return """
            COPY (
                SELECT \(HubSchema.hitColumns), s.node, s.key AS stream, h.sequence
                FROM routedb.hit AS h JOIN routedb.stream AS s ON s.id = h.stream
                JOIN routedb.export_cursor AS t ON t.export = \(file.export) AND t.stream = h.stream
                LEFT JOIN routedb.export_cursor AS f
                    ON f.export = \(file.previous) AND f.stream = h.stream
                WHERE h.at_us >= \(start) AND h.at_us < \(end)
                    AND h.sequence > coalesce(f.acked, 0) AND h.sequence <= t.acked
                    AND NOT (\(HubSchema.isDamaged))
                ORDER BY h.at_us, s.key COLLATE "C", h.sequence
            ) TO STDOUT WITH (FORMAT csv, HEADER)
            """
    }
}
#endif
