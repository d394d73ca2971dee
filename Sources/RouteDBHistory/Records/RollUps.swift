import RouteDBDatabase
import RouteDBRouting
import RouteDBSQLite

/// Totals of hits by 15-minute bucket (in UTC), namespace, route and outcome.
struct RollUps {
    struct Key: Hashable, Comparable {
        /// The start of the bucket, in seconds since 1970-01-01T00:00:00Z.
        let bucket: Int64
        let namespace: Int64
        let route: Int64
        let outcome: Int64

        /// A hash of the key.
        func hash(seed: UInt64) -> Int {
            var hash = TableHash.joined(seed, UInt64(bitPattern: bucket))
            hash = TableHash.joined(hash, UInt64(bitPattern: namespace))
            hash = TableHash.joined(hash, UInt64(bitPattern: route))
            hash = TableHash.joined(hash, UInt64(bitPattern: outcome))
            return Int(truncatingIfNeeded: hash)
        }

        static func < (left: Key, right: Key) -> Bool {
            (left.bucket, left.namespace, left.route, left.outcome)
                < (right.bucket, right.namespace, right.route, right.outcome)
        }
    }

    struct Sum: Hashable {
        var hits: Int64 = 0
        var weight: Int64 = 0
        /// The sum of the known durations, in microseconds.
        var duration: Int64 = 0
        /// The number of hits with a known duration.
        var timed: Int64 = 0

        static func += (sum: inout Sum, other: Sum) {
            // Wraps instead of trapping: only a damaged file can contain numbers that overflow.
            sum.hits &+= other.hits
            sum.weight &+= other.weight
            sum.duration &+= other.duration
            sum.timed &+= other.timed
        }
    }

    static let bucketSeconds: Int64 = 900
    /// The possible starts of buckets.
    static let buckets = bucket(of: .min)...bucket(of: .max)

    private(set) var keys: [Key] = []
    /// Parallel to the keys.
    private(set) var sums: [Sum] = []
    /// An open-addressing hash table of indices into the keys, at most half full; -1 marks a free
    /// slot.
    ///
    /// It avoids the standard library's keyed hashing, which would cost more than the rest of the
    /// work.
    private var slots = [Int32](repeating: -1, count: 64)
    private let seed: UInt64

    init(seed: UInt64 = TableHash.seed) { self.seed = seed }

    /// The buckets of the keys.
    var buckets: Set<Int64> { Set(keys.map(\.bucket)) }

    /// The numbers of hits by bucket.
    var hitsByBucket: [Int64: Int64] {
        var hits: [Int64: Int64] = [:]
        for (key, sum) in zip(keys, sums) { hits[key.bucket, default: 0] += sum.hits }
        return hits
    }

    var dictionary: [Key: Sum] {
        Dictionary(uniqueKeysWithValues: zip(keys, sums))
    }

    /// Adds hits, given by their columns.
    mutating func add(column: (HitNumber) -> ArraySlice<Int64>) {
        let (times, namespaces, routes) = (column(.time), column(.namespace), column(.route))
        let (outcomes, weights) = (column(.outcome), column(.weight))
        let durations = column(.duration)
        let (time, namespace, route) = (times.span, namespaces.span, routes.span)
        let (outcome, weight, duration) = (outcomes.span, weights.span, durations.span)
        var bucket: Int64 = 0
        for index in time.indices {
            // Consecutive hits mostly fall into the same bucket.
            let length = UInt64(Self.bucketSeconds * 1_000_000)
            if UInt64(bitPattern: time[index] &- bucket &* 1_000_000) >= length {
                bucket = Self.bucket(of: time[index])
            }
            let key = Key(
                bucket: bucket, namespace: namespace[index], route: route[index],
                outcome: outcome[index])
            let isTimed = duration[index] >= 0
            sums[place(of: key)] += Sum(
                hits: 1, weight: weight[index], duration: isTimed ? duration[index] : 0,
                timed: isTimed ? 1 : 0)
        }
    }

    /// The sums in key order, which is the order of the file's rows, so that neighbors share a
    /// page.
    var sorted: [(key: Key, sum: Sum)] {
        zip(keys, sums).sorted { $0.0 < $1.0 }.map { (key: $0.0, sum: $0.1) }
    }

    /// The sums of all routes together, with 0 for the route.
    var withoutRoutes: RollUps {
        var totals = RollUps(seed: seed)
        for (key, sum) in zip(keys, sums) {
            let key = Key(
                bucket: key.bucket, namespace: key.namespace, route: 0, outcome: key.outcome)
            totals.sums[totals.place(of: key)] += sum
        }
        return totals
    }

    /// The index of a key, which is added if necessary.
    private mutating func place(of key: Key) -> Int {
        let slot = freeSlot(for: key)
        if slots[slot] >= 0 { return Int(slots[slot]) }
        let place = keys.count
        keys.append(key)
        sums.append(Sum())
        slots[slot] = Int32(place)
        if keys.count * 2 > slots.count {
            slots = [Int32](repeating: -1, count: slots.count * 2)
            for (place, key) in keys.enumerated() { slots[freeSlot(for: key)] = Int32(place) }
        }
        return place
    }

    /// The slot of a key, or the free slot where it would be inserted.
    private func freeSlot(for key: Key) -> Int {
        var slot = key.hash(seed: seed) & (slots.count - 1)
        while slots[slot] >= 0, keys[Int(slots[slot])] != key {
            slot = (slot + 1) & (slots.count - 1)
        }
        return slot
    }

    mutating func add(_ batch: HitBatch) {
        add { batch.stored($0) }
    }

    mutating func add(_ segment: HitSegment) {
        add { segment.column($0)[...] }
    }

    /// The buckets that contain some times.
    static func buckets(of times: [Int64]) -> Set<Int64> {
        var buckets: Set<Int64> = []
        var last: Int64 = 0
        for (index, time) in times.enumerated() {
            // Consecutive hits mostly fall into the same bucket.
            let distance = UInt64(bitPattern: time &- last &* 1_000_000)
            guard index == 0 || distance >= UInt64(bucketSeconds * 1_000_000) else { continue }
            last = bucket(of: time)
            buckets.insert(last)
        }
        return buckets
    }

    /// The times of a range of buckets, in microseconds, as far as 64 bits hold them.
    static func times(of buckets: ClosedRange<Int64>) -> ClosedRange<Int64> {
        let first = buckets.lowerBound.multipliedReportingOverflow(by: 1_000_000)
        let end = (buckets.upperBound &+ bucketSeconds).multipliedReportingOverflow(by: 1_000_000)
        let last = end.overflow ? .max : end.partialValue - 1
        return (first.overflow ? .min : first.partialValue)...last
    }

    /// The start of the bucket that contains a time, which may be before 1970.
    static func bucket(of timeMicroseconds: Int64) -> Int64 {
        let length = bucketSeconds * 1_000_000
        let (quotient, remainder) = timeMicroseconds.quotientAndRemainder(dividingBy: length)
        return (remainder < 0 ? quotient - 1 : quotient) * bucketSeconds
    }
}

/// The totals of a 15-minute bucket for one namespace, route and outcome.
package struct RollUpRow: Hashable, Sendable {
    /// The start of the bucket, in seconds since 1970-01-01T00:00:00Z.
    package let bucket: Int64
    package let namespace: Int64
    package let route: Int64
    package let outcome: Int64
    /// The totals of all hits, including pruned ones.
    package let hits: Int64
    package let weight: Int64
    /// The totals of the pruned hits.
    package let prunedHits: Int64
    package let prunedWeight: Int64
}

extension RollUpRow {
    /// Reads a row of `bucket`, `namespace`, `route`, `outcome`, `hits`, `weight`, `pruned_hits` and
    /// `pruned_weight`.
    init(
        _ row: borrowing Statement, pruned: inout ArraySlice<Int64>, of database: Database
    ) throws(RouteDBError) {
        // The first day begins before the first bucket, at a time that no 64 bits hold.
        let (first, last) = (RollUps.buckets.lowerBound, RollUps.buckets.upperBound)
        bucket = max(
            first, try database.checked(row.int(at: 0), RollUps.day(of: first)...last, "bucket"))
        (namespace, route, outcome) = (row.int(at: 1), row.int(at: 2), row.int(at: 3))
        hits = try database.checked(row.int(at: 4), 0 ... .max, "hits")
        weight = try database.checked(row.int(at: 5), hits ... .max, "weight")
        while let first = pruned.first, first < bucket { pruned.removeFirst() }
        guard pruned.first != bucket else {
            (prunedHits, prunedWeight) = (hits, weight)
            return
        }
        prunedHits = try database.checked(row.int(at: 6), 0...hits, "pruned_hits")
        prunedWeight = try database.checked(row.int(at: 7), prunedHits...weight, "pruned_weight")
    }
}
