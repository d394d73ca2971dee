#if Hub
package import RouteDB

extension HubDesk {
    /// Copies the hits of a hub into a history, in the order of their times.
    ///
    /// They are one state of the hub, however long it takes. The history gets them as one stream of
    /// its own.
    ///
    /// - Parameters:
    ///   - path: The path of the history, which is created.
    ///   - times: The range of times, in microseconds.
    ///   - clock: The current time, for the history.
    /// - Returns: The number of hits.
    /// - Throws: What writing a history throws; what the hub says; `invalidInput` for a row that no
    ///   shipper would write.
    package func fetchHits(
        into path: String, _ times: ClosedRange<Int64> = .min ... .max, clock: Int64
    ) throws(RouteDBError) -> Int64 {
        let writer = try HitsWriter(
            path: path, stream: HitsWriter.newStream(), timeMicroseconds: clock)
        return try link.use(.reading) { connection in
            try connection.transaction("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY") {
                try connection.run(
                    """
                    DECLARE fetched NO SCROLL CURSOR FOR
                    SELECT at_us, namespace, route, revision, outcome, duration, status, weight,
                        url, principal, parameters, referrer
                    FROM routedb.hit
                    WHERE at_us BETWEEN '\(times.lowerBound)'::bigint
                        AND '\(times.upperBound)'::bigint
                    ORDER BY at_us, stream, sequence
                    """)
                var count: Int64 = 0
                while true {
                    let rows = try connection.run("FETCH 4096 FROM fetched")
                    guard !rows.isEmpty else { return count }
                    var batch = HitBatch()
                    for row in rows { batch.append(try Hit(row, hub: connection.name)) }
                    try writer.append(batch)
                    count += Int64(rows.count)
                }
            }
        }
    }
}

extension Hit {
    /// Reads a row of the hub.
    fileprivate init(_ row: [String?], hub: String) throws(RouteDBError) {
        guard row.count == 12, let time = row[0].flatMap({ Int64($0) }), let url = row[8],
            let outcome = UInt8(exactly: row.number(4)),
            HitOutcome(rawValue: outcome).outcome != nil
        else {
            throw RouteDBError(
                .invalidInput, "The hub '\(hub)' has a hit that is not valid.",
                hint: "Look at the table routedb.hit: only the function ship writes to it.")
        }
        self.init(
            timeMicroseconds: time, url: Array(url.utf8), outcome: HitOutcome(rawValue: outcome))
        namespace = row.number(1) > 0 ? row.number(1) : nil
        route = row.number(2) > 0 ? row.number(2) : nil
        revision = row.number(3)
        durationMicroseconds = row.number(5) >= 0 ? row.number(5) : nil
        status = row.number(6) > 0 ? row.number(6) : nil
        weight = row.number(7)
        principal = row[9].map { Array($0.utf8) }
        parameters = row[10].map { Array($0.utf8) }
        referrer = row[11].map { Array($0.utf8) }
    }
}
#endif
