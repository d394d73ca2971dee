import RouteDBSQLite

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
            try statement.bind(RollUps.bucket(of: loss.timeMicroseconds), at: 2)
            try statement.bind(loss.hits, at: 3)
            try statement.run()
        }
    }
}
