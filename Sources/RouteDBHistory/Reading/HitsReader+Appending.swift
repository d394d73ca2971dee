package import RouteDBDatabase
import RouteDBSQLite

// The hits in the order in which they were appended. That is not the order of their times: clocks
// differ, and a process that was offline sends later.
extension HitsReader {
    /// The earliest time among the hits that were appended last.
    ///
    /// - Parameter count: How many hits; those of the oldest segment that is needed all count.
    /// - Returns: The time, in microseconds; `nil` if there are no hits.
    /// - Throws: `busy`, `corrupt`, `storageFailure`.
    package func earliestTime(ofLast count: Int) throws(RouteDBError) -> Int64? {
        var (found, earliest): (Int64, Int64?) = try database.run(
            "SELECT count(*), min(time) FROM tail"
        ) { statement in
            guard try statement.step() else { return (0, nil) }
            return (statement.int(at: 0), statement.optionalInt(at: 1))
        }
        guard found < count else { return earliest }
        try database.run("SELECT hits, first_time FROM segment ORDER BY id DESC") { statement in
            while found < count, try statement.step() {
                found += min(Int64(count), max(0, statement.int(at: 0)))
                earliest = min(earliest ?? .max, statement.int(at: 1))
            }
        }
        return earliest
    }
}
