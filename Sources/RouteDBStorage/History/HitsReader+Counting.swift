import RouteDBSQLite

extension HitsReader {
    /// The number of hits that ``scan(_:texts:_:)`` would pass for a range of times: those in the
    /// tail and in every segment that may have hits in the range.
    ///
    /// - Complexity: Linear in the number of segments; their hits are not read.
    package func count(_ times: ClosedRange<Int64>) throws(RouteDBError) -> Int64 {
        try database.transaction(.deferred) {
            let sealed = try segments.summary(of: times).hits
            return sealed + Int64(try TailRecords(database: database).count())
        }
    }
}
