/// Sums of hits by quarters of an hour in UTC, namespace, route and outcome.
struct RollUps {
    struct Key: Hashable {
        /// The beginning of the quarter in seconds since 1970-01-01T00:00:00Z.
        let bucket: Int64
        let namespace: Int64
        let route: Int64
        let outcome: Int64
    }

    struct Sum: Hashable {
        var hits: Int64 = 0
        var weight: Int64 = 0
        /// Microseconds, of those hits that have a duration.
        var duration: Int64 = 0
        /// How many hits have a duration.
        var timed: Int64 = 0

        static func += (sum: inout Sum, other: Sum) {
            // Wrapped, not trapped: a damaged file may hold anything, and no other comes near.
            sum.hits &+= other.hits
            sum.weight &+= other.weight
            sum.duration &+= other.duration
            sum.timed &+= other.timed
        }
    }

    static let bucketSeconds: Int64 = 900

    private(set) var sums: [Key: Sum] = [:]

    /// Adds hits, which are given by their columns.
    mutating func add(column: (HitNumber) -> [Int64]) {
        let (times, namespaces, routes) = (column(.time), column(.namespace), column(.route))
        let (outcomes, weights) = (column(.outcome), column(.weight))
        let durations = column(.duration)
        // Neighbours often share a key: they are summed up before the table is asked.
        var run: (key: Key, sum: Sum)?
        for index in times.indices {
            let key = Key(
                bucket: Self.bucket(of: times[index]), namespace: namespaces[index],
                route: routes[index], outcome: outcomes[index])
            if let last = run, last.key != key {
                sums[last.key, default: Sum()] += last.sum
                run = nil
            }
            let isTimed = durations[index] >= 0
            let sum = Sum(
                hits: 1, weight: weights[index], duration: isTimed ? durations[index] : 0,
                timed: isTimed ? 1 : 0)
            if run == nil { run = (key, sum) } else { run?.sum += sum }
        }
        if let run { sums[run.key, default: Sum()] += run.sum }
    }

    mutating func add(_ batch: HitBatch) {
        add { batch[$0] }
    }

    mutating func add(_ segment: HitSegment) {
        add { number in
            var values: [Int64] = []
            segment.read(number, into: &values)
            return values
        }
    }

    /// The beginning of the quarter of an hour, before 1970 too.
    static func bucket(of timeMicroseconds: Int64) -> Int64 {
        let length = bucketSeconds * 1_000_000
        let (quotient, remainder) = timeMicroseconds.quotientAndRemainder(dividingBy: length)
        return (remainder < 0 ? quotient - 1 : quotient) * bucketSeconds
    }
}
