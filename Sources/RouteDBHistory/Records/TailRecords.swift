import RouteDBDatabase
import RouteDBSQLite

/// The table of the tail: the hits that are not in a segment yet.
struct TailRecords {
    let database: Database

    /// The number of hits, or slightly more if some were pruned.
    func count() throws(RouteDBError) -> Int {
        let first = try database.number("SELECT min(id) FROM tail")
        let last = try database.number("SELECT max(id) FROM tail")
        guard let first, let last else { return 0 }
        let (distance, overflow) = last.subtractingReportingOverflow(first)
        // Anything beyond the maximum means that the tail must be sealed.
        guard !overflow, 0..<Int64(HitSegment.maximumCount) ~= distance else {
            return HitSegment.maximumCount
        }
        return Int(distance) + 1
    }

    func insert(_ hits: EncodedSegment) throws(RouteDBError) {
        let sql: StaticString = """
            INSERT INTO tail (time, namespace, route, revision, outcome, duration, status, client,
                weight, source, stream, sequence, url, principal, parameters, referrer, kind,
                attributes, user_agent)
            VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, ?16, ?17, ?18,
                ?19)
            """
        try database.run(sql) { statement in
            try hits.withSegment(id: 0) { segment in
                for index in 0..<segment.count { try Self.run(&statement, segment, index) }
            }
        }
    }

    private static func run(
        _ statement: inout Statement, _ segment: HitSegment, _ index: Int
    ) throws {
        for number in HitNumber.allCases {
            try statement.bind(segment.value(number, at: index), at: Int32(number.rawValue + 1))
        }
        for text in HitText.allCases {
            let place = Int32(HitNumber.allCases.count + text.rawValue + 1)
            // The text is copied before the next one is read.
            if let bytes = try unsafe segment.text(text, at: index) {
                try statement.bind(unsafe Array(bytes), at: place)
            } else {
                try statement.bindNull(at: place)
            }
        }
        try statement.run()
    }

    /// Reads all hits.
    func all(segmentSize: Int = HitSegment.maximumCount) throws(RouteDBError) -> HitBatch {
        let sql: StaticString = """
            SELECT time, namespace, route, revision, outcome, duration, status, client, weight,
                source, stream, sequence, url, principal, parameters, referrer, kind, attributes,
                user_agent
            FROM tail ORDER BY id
            """
        return try database.run(sql) { statement in
            var batch = HitBatch(segmentSize: segmentSize)
            while try statement.step() {
                guard batch.count < HitSegment.maximumCount else {
                    throw database.corrupt("its tail has more hits than fit in a segment")
                }
                for number in HitNumber.allCases {
                    _ = try database.checked(
                        statement.int(at: Int32(number.rawValue)), number.range, "\(number)")
                }
                batch.append(
                    number: { statement.int(at: Int32($0.rawValue)) },
                    text: {
                        statement.optionalBytes(
                            at: Int32(HitNumber.allCases.count + $0.rawValue))
                    })
            }
            return batch
        }
    }

    /// Passes the tail to a closure as if it were a segment, if it has hits in a range of times.
    func read(
        _ times: ClosedRange<Int64>, _ body: (HitSegment) throws -> Void
    ) throws(RouteDBError) {
        let tail = try all()
        guard !tail.isEmpty else { return }
        do {
            try tail.segment(at: 0).withSegment(id: 0) { segment in
                if segment.overlaps(times) { try body(segment) }
            }
        } catch {
            throw RouteDBError(error, path: database.path, kind: .history)
        }
    }

    func removeAll() throws(RouteDBError) {
        try database.run("DELETE FROM tail")
    }
}
