import RouteDBSQLite

extension HitsReader {
    /// How many hits there are in the tail and in the segments that may have hits of a range of
    /// time: as many as ``scan(_:texts:_:)`` lends.
    ///
    /// - Complexity: Linear in the segments, whose hits are not read.
    package func count(_ times: ClosedRange<Int64>) throws(RouteDBError) -> Int64 {
        let sql: StaticString = """
            SELECT coalesce(sum(hits), 0) FROM segment WHERE last_time >= ?1 AND first_time <= ?2
            """
        return try database.transaction(.deferred) {
            let sealed = try database.run(sql) { statement in
                try statement.bind(times.lowerBound, at: 1)
                try statement.bind(times.upperBound, at: 2)
                _ = try statement.step()
                return statement.int(at: 0)
            }
            return sealed + Int64(try TailRecords(database: database).count())
        }
    }
}
