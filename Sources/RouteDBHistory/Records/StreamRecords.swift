import RouteDBDatabase
import RouteDBRouting
import RouteDBSQLite

/// The table of streams.
struct StreamRecords {
    let database: Database

    /// The id of a stream and the number of its hits; a new stream is added.
    func find(_ key: [UInt8]) throws(RouteDBError) -> (id: Int64, hits: Int64) {
        try database.run("INSERT INTO stream (key, hits) VALUES (?1, 0) ON CONFLICT DO NOTHING") {
            try $0.bind(key, at: 1)
            try $0.run()
        }
        return try database.run("SELECT id, hits FROM stream WHERE key = ?1") { statement in
            try statement.bind(key, at: 1)
            guard try statement.step() else { throw database.corrupt("a stream is missing") }
            return (
                try database.checked(statement.int(at: 0), 1 ... .max, "id"),
                try hits(statement.int(at: 1))
            )
        }
    }

    /// The stream of the machine that wrote the history with a stamp last.
    func key(stamped stamp: String?) throws(RouteDBError) -> [UInt8]? {
        guard let stamp else { return nil }
        return try database.run("SELECT key FROM stream WHERE stamp = ?1") { statement in
            try statement.bind(stamp, at: 1)
            guard try statement.step() else { return nil }
            let key = statement.bytes(at: 0)
            guard key.count == 16 else { throw database.corrupt("a stream has an invalid key") }
            return key
        }
    }

    /// The number of hits of a stream; 0 if it does not exist.
    func hits(of key: [UInt8]) throws(RouteDBError) -> Int64 {
        try database.run("SELECT hits FROM stream WHERE key = ?1") { statement in
            try statement.bind(key, at: 1)
            return try statement.step() ? hits(statement.int(at: 0)) : 0
        }
    }

    /// Checks the number of hits in a row, leaving room for adding any batch.
    private func hits(_ number: Int64) throws(RouteDBError) -> Int64 {
        try database.checked(number, 0...HitNumber.maximumHits, "hits")
    }

    /// Adds hits to a stream, and stores its stamp, if there is a new one.
    func add(hits: Int, to stream: Int64, stamp: String?) throws(RouteDBError) {
        let sql: StaticString =
            "UPDATE stream SET hits = hits + ?1, stamp = ifnull(?3, stamp) WHERE id = ?2"
        try database.run(sql) { statement in
            try statement.bind(hits, at: 1)
            try statement.bind(stream, at: 2)
            try statement.bind(stamp, at: 3)
            try statement.run()
        }
    }
}

/// The table of losses.
struct LossRecords {
    let database: Database

    /// Adds a loss to the total of its stream and bucket.
    func add(_ loss: HitLoss, of key: [UInt8]) throws(RouteDBError) {
        let sql: StaticString = """
            INSERT INTO loss (stream, bucket, hits)
            SELECT id, ?2, ?3 FROM stream WHERE key = ?1
            ON CONFLICT DO UPDATE SET hits = hits + excluded.hits
            """
        try database.run(sql) { statement in
            try statement.bind(key, at: 1)
            try statement.bind(RollUps.bucket(of: loss.time.microseconds), at: 2)
            try statement.bind(loss.hits, at: 3)
            try statement.run()
        }
    }
}
