#if Hub
package import RouteDB

/// A copy of a hub's hits in a history, which can be brought up to date.
package struct HubHitsCopy: Sendable {
    /// The path of the history.
    package let path: String
    /// How many hits the copy got so far.
    package fileprivate(set) var hits: Int64 = 0
    /// How many rows of the hub are no valid hits, and were skipped.
    package fileprivate(set) var skipped: Int64 = 0
    /// Which is the first of these, and what is wrong with it.
    fileprivate var firstSkipped = ""
    /// The random id of the stream that the hits have in the copy.
    fileprivate let stream: [UInt8]
    /// How many hits of each stream of the hub the copy has, by the stream's number.
    fileprivate var cursors: [Int64: Int64] = [:]
    fileprivate let times: ClosedRange<Int64>
    fileprivate let group: String

    /// Describes a copy that has nothing yet.
    package init(
        _ path: String, times: ClosedRange<Int64> = .min ... .max, of group: String? = nil
    ) {
        self.path = path
        self.times = times
        self.group = group ?? HubClient.everybody
        stream = HitsWriter.newStream()
    }

    /// The warning about the rows that were skipped, if there are any.
    package var warning: RouteDBError? {
        guard skipped > 0 else { return nil }
        let rows =
            skipped == 1
            ? "1 row, which is no valid hit" : "\(skipped) rows, which are no valid hits"
        return RouteDBError(
            .invalidInput, "The hub has \(rows), and skipped here: \(firstSkipped).",
            hint: "`routedb hub doctor --set-aside` takes such rows out of the hub's hits.")
    }

    /// Decodes rows; those that are no valid hits are counted, and the first is kept in mind.
    fileprivate mutating func batch(of rows: [[String?]]) -> HitBatch {
        var batch = HitBatch()
        for row in rows {
            if let hit = Hit(row) {
                batch.append(hit)
                continue
            }
            if skipped == 0 {
                firstSkipped =
                    "of hit \(row.number(17)) of stream \(row.number(16)), "
                    + (row[18] ?? "the outcome is not known")
            }
            skipped += 1
        }
        return batch
    }
}

extension HubClient {
    /// About the most bytes of texts that are held before they are written: a hub takes hits of 28 MiB.
    private static let batchBytes = 8 << 20
    /// How old hits may be that usually come new.
    private static let usualDelay: Duration = .seconds(3_600)

    /// Copies the hits of a hub into a history, in the order of their times.
    ///
    /// They are one state of the hub, however long it takes. The history gets them as one stream of
    /// its own. Rows that are no valid hits are skipped, and counted.
    package func fetchHits(
        into path: String, clock: Timestamp
    ) throws(RouteDBError) -> HubHitsCopy {
        var copy = HubHitsCopy(path)
        try update(&copy, clock: clock)
        return copy
    }

    /// Adds the hits to a copy that the hub has got since it was made.
    package func update(_ copy: inout HubHitsCopy, clock: Timestamp) throws(RouteDBError) {
        let writer = try HitsWriter(path: copy.path, stream: copy.stream, time: clock)
        var next = copy
        // What was copied before a failure stays copied.
        defer { copy = next }
        try link.use(.reading) { connection in
            try connection.transaction("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY") {
                let streams = try Self.streams(next, connection)
                guard !streams.isEmpty else { return }
                if next.cursors.isEmpty {
                    try Self.fetch(streams, &next, since: .min, writer, connection)
                } else {
                    let since = try Self.start(of: streams, clock, connection)
                    try Self.fetch(streams, &next, since: since, writer, connection)
                }
                for stream in streams { next.cursors[stream.id] = stream.last }
            }
        }
    }

    /// A stream of which a copy does not have all.
    private struct Behind {
        let id: Int64
        let first: Int64
        let last: Int64
    }

    private static func streams(
        _ copy: HubHitsCopy, _ connection: HubConnection
    ) throws -> [Behind] {
        let rows =
            copy.group == everybody
            ? try connection.run("SELECT s.id, s.acked FROM routedb.stream AS s")
            : try connection.run(
                """
                SELECT s.id, s.acked FROM routedb.stream AS s
                JOIN routedb.node AS n ON n.name = s.node WHERE $1 = ANY (n.groups)
                """, copy.group)
        return rows.compactMap { row in
            let (id, first) = (row.number(0), (copy.cursors[row.number(0)] ?? 0) + 1)
            return first > row.number(1) ? nil : Behind(id: id, first: first, last: row.number(1))
        }
    }

    /// The time from which new hits are looked for.
    ///
    /// Hits usually come soon after they happened, and those of an hour are found quickly. If that
    /// are not all, everything is looked through.
    private static func start(
        of streams: [Behind], _ clock: Timestamp, _ connection: HubConnection
    ) throws -> Int64 {
        let recent = (clock - usualDelay).microseconds
        // A sum that is too large is only taken for one that is not that of the hits that are found.
        let wanted = streams.reduce(0) { $0 &+ $1.last &- $1.first &+ 1 }
        let others = try connection.run(
            """
            SELECT coalesce(sum(least(g.last, b.last) - greatest(g.first, b.first) + 1), 0)
            FROM (
                SELECT stream, first, last FROM routedb.gap
                UNION ALL SELECT stream, sequence, sequence FROM routedb.hit_aside
            ) AS g JOIN unnest($1::bigint[], $2::bigint[], $3::bigint[])
                AS b (stream, first, last)
            ON b.stream = g.stream AND g.first <= b.last AND g.last >= b.first
            """, values: arguments(streams)
        ).first?.number(0)
        let found = try connection.run(
            """
            SELECT count(*) FROM routedb.hit AS h
            JOIN unnest($1::bigint[], $2::bigint[], $3::bigint[]) AS b (stream, first, last)
            ON b.stream = h.stream AND h.sequence BETWEEN b.first AND b.last
            WHERE h.at_us >= $4
            """, values: arguments(streams) + ["\(recent)"]
        ).first?.number(0)
        return (found ?? 0) &+ (others ?? 0) == wanted ? recent : .min
    }

    private static func arguments(_ streams: [Behind]) -> [String?] {
        [\Behind.id, \.first, \.last].map { column in
            ArrayText.of(streams.map { $0[keyPath: column] })
        }
    }

    /// Copies hits: by time if they are the first, else stream by stream, so that it is known after
    /// each batch how far the copy has come.
    private static func fetch(
        _ streams: [Behind], _ copy: inout HubHitsCopy, since: Int64, _ writer: HitsWriter,
        _ connection: HubConnection
    ) throws {
        let isFirst = copy.cursors.isEmpty
        try connection.run(
            """
            DECLARE fetched NO SCROLL CURSOR FOR
            SELECT h.at_us, h.namespace, h.route, h.revision, h.outcome, h.duration, h.status,
                h.weight, h.url, h.principal, h.parameters, h.referrer, h.kind, h.attributes,
                h.client, h.user_agent, h.stream, h.sequence, \(HubSchema.damage)
            FROM routedb.hit AS h
            JOIN unnest($1::bigint[], $2::bigint[], $3::bigint[]) AS b (stream, first, last)
            ON b.stream = h.stream AND h.sequence BETWEEN b.first AND b.last
            WHERE h.at_us BETWEEN $4::bigint AND $5::bigint
            ORDER BY \(isFirst ? "h.at_us, h.stream, h.sequence" : "h.stream, h.sequence")
            """,
            values: arguments(streams) + [
                "\(max(since, copy.times.lowerBound))", "\(copy.times.upperBound)",
            ])
        var isMore = true
        while isMore {
            isMore = false
            var (rows, bytes): ([[String?]], Int) = ([], 0)
            try connection.forEachRow("FETCH 4096 FROM fetched") { row in
                isMore = true
                rows.append(row)
                bytes += row.reduce(0) { $0 + ($1?.utf8.count ?? 0) }
                guard bytes > batchBytes else { return }
                try write(rows, to: writer, &copy, countsStreams: !isFirst)
                (rows, bytes) = ([], 0)
            }
            try write(rows, to: writer, &copy, countsStreams: !isFirst)
        }
        try connection.run("CLOSE fetched")
    }

    /// Writes rows to the copy, and notes how far it has come in each stream.
    private static func write(
        _ rows: [[String?]], to writer: HitsWriter, _ copy: inout HubHitsCopy, countsStreams: Bool
    ) throws {
        let batch = copy.batch(of: rows)
        try writer.append(batch)
        copy.hits += Int64(batch.count)
        guard countsStreams else { return }
        for row in rows { copy.cursors[row.number(16)] = row.number(17) }
    }
}

extension Hit {
    /// Reads a row of the hub, whose last column says what is wrong with it; `nil` if something is.
    fileprivate init?(_ row: [String?]) {
        guard row.count == 19, row[18] == nil, let time = row[0].flatMap({ Int64($0) }),
            let url = row[8], let outcome = UInt8(exactly: row.number(4)),
            HitOutcome(rawValue: outcome).outcome != nil
        else { return nil }
        self.init(
            time: Timestamp(microseconds: time), url: Array(url.utf8),
            outcome: HitOutcome(rawValue: outcome))
        numbers.namespace = row.number(1) > 0 ? row.number(1) : nil
        numbers.route = row.number(2) > 0 ? row.number(2) : nil
        numbers.revision = row.number(3)
        numbers.durationMicroseconds = row.number(5) >= 0 ? row.number(5) : nil
        numbers.status = row.number(6) > 0 ? row.number(6) : nil
        numbers.weight = row.number(7)
        principal = row[9].map { Array($0.utf8) }
        parameters = row[10].map { Array($0.utf8) }
        referrer = row[11].map { Array($0.utf8) }
        kind = row[12].map { Array($0.utf8) }
        attributes = row[13].map { Array($0.utf8) }
        numbers.client = HitClient(number: row.number(14))
        userAgent = row[15].map { Array($0.utf8) }
    }
}
#endif
