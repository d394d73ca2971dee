import RouteDBSQLite

extension HitsReader {
    /// How many hits there are in the tail and in the segments that may have hits of a range of
    /// time: as many as ``scan(_:texts:_:)`` lends.
    ///
    /// - Complexity: Linear in the segments, whose hits are not read.
    package func count(_ times: ClosedRange<Int64>) throws(RouteDBError) -> Int64 {
        try database.transaction(.deferred) {
            let sealed = try segments.summary(of: times).hits
            return sealed + Int64(try TailRecords(database: database).count())
        }
    }
}
