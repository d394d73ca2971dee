package import RouteDBDatabase
import RouteDBSQLite

// The hits in the order in which they were appended. That is not the order of their times: clocks
// differ, and a process that was offline sends later.
extension HitsReader {
    /// Finds the hits that were appended last.
    package func appended(last count: Int) throws(RouteDBError) -> [HitRowRange] {
        let waiting = try database.number("SELECT count(*) FROM tail") ?? 0
        var missing = Int64(count) - waiting
        guard missing > 0 else {
            let first = HitRowRange.id(ofSegment: 0, hit: min(-missing, waiting))
            return [HitRowRange.tail.limited(to: first, through: .max)].compactMap(\.self)
        }
        var start: HitRowRange?
        let segments: StaticString = "SELECT id, hits FROM segment ORDER BY id DESC"
        try database.run(segments) { statement in
            while missing > 0, try statement.step() {
                // What is no such number is found when the segment is opened.
                let hits = min(max(0, statement.int(at: 1)), Int64(HitSegment.maximumCount))
                start = HitRowRange(
                    fromSegment: statement.int(at: 0), hit: max(0, hits - missing))
                missing -= hits
            }
        }
        return [start, waiting > 0 ? .tail : nil].compactMap(\.self)
    }
}
