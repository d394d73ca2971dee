import RouteDBDatabase
import RouteDBSQLite

extension Database {
    /// The quarters of an hour that a statement returns, given by their starts in seconds.
    func buckets(_ sql: StaticString, _ numbers: Int64...) throws(RouteDBError) -> [Int64] {
        try run(sql) { statement in
            for (index, number) in numbers.enumerated() {
                try statement.bind(number, at: Int32(index + 1))
            }
            var buckets: [Int64] = []
            while try statement.step() {
                buckets.append(try checked(statement.int(at: 0), RollUps.buckets, "bucket"))
            }
            return buckets
        }
    }
}
