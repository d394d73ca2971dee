package import RouteDBDatabase
import RouteDBSQLite

// The hits in the order in which they were appended. That is not the order of their times: clocks
// differ, and a process that was offline sends later.
extension HitsReader {
    /// Where the hits are that were appended last.
    package struct Appended: Equatable, Sendable {
        /// The earliest of their times.
        package let time: Int64
        /// The id of the oldest segment that has some, beside the later ones and the tail; `nil` if the
        /// tail has them all.
        package let segment: Int64?
        /// How many hits of that segment were appended before them.
        package let skipped: Int64
    }

    /// Finds the hits that were appended last.
    ///
    /// - Parameter count: How many hits.
    /// - Returns: Where they are; `nil` if there are no hits.
    /// - Throws: `busy`, `corrupt`, `storageFailure`.
    package func appended(last count: Int) throws(RouteDBError) -> Appended? {
        var (found, earliest): (Int64, Int64?) = try database.run(
            "SELECT count(*), min(time) FROM tail"
        ) { statement in
            guard try statement.step() else { return (0, nil) }
            return (statement.int(at: 0), statement.optionalInt(at: 1))
        }
        var (oldest, skipped): (Int64?, Int64) = (nil, 0)
        if found < count {
            let segments: StaticString = "SELECT id, hits, first_time FROM segment ORDER BY id DESC"
            try database.run(segments) { statement in
                while found < count, try statement.step() {
                    oldest = statement.int(at: 0)
                    // What is no such number is found when the segment is opened.
                    let hits = min(max(0, statement.int(at: 1)), Int64(HitSegment.maximumCount))
                    skipped = max(0, hits - (Int64(count) - found))
                    found += hits
                    earliest = min(earliest ?? .max, statement.int(at: 2))
                }
            }
        }
        return earliest.map { Appended(time: $0, segment: oldest, skipped: skipped) }
    }
}
