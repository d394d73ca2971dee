import RouteDBRouting

/// Sums of hits by quarters of an hour in UTC, namespace, route and outcome.
struct RollUps {
    struct Key: Hashable, Comparable {
        /// The beginning of the quarter in seconds since 1970-01-01T00:00:00Z.
        let bucket: Int64
        let namespace: Int64
        let route: Int64
        let outcome: Int64

        /// A number that differs where keys differ, as a rule.
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
    /// The beginnings of the quarters that times can be in.
    static let buckets = bucket(of: .min)...bucket(of: .max)

    private(set) var keys: [Key] = []
    /// By the places of their keys.
    private(set) var sums: [Sum] = []
    /// An open table of the places of the keys, of which at most half is taken; -1 is free.
    ///
    /// It does without the library's keyed hash, which costs more than the rest of the work.
    private var slots = [Int32](repeating: -1, count: 64)
    private let seed: UInt64

    init(seed: UInt64 = TableHash.seed) { self.seed = seed }

    var dictionary: [Key: Sum] {
        Dictionary(uniqueKeysWithValues: zip(keys, sums))
    }

    /// Adds hits, which are given by their columns.
    mutating func add(column: (HitNumber) -> ArraySlice<Int64>) {
        let (times, namespaces, routes) = (column(.time), column(.namespace), column(.route))
        let (outcomes, weights) = (column(.outcome), column(.weight))
        let durations = column(.duration)
        let (time, namespace, route) = (times.span, namespaces.span, routes.span)
        let (outcome, weight, duration) = (outcomes.span, weights.span, durations.span)
        var bucket: Int64 = 0
        for index in time.indices {
            // Neighbours are of one quarter, as a rule.
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

    /// The sums by their keys, in the order of the file's rows: neighbours are on one page.
    var sorted: [(key: Key, sum: Sum)] {
        zip(keys, sums).sorted { $0.0 < $1.0 }.map { (key: $0.0, sum: $0.1) }
    }

    /// The place of a key, which gets one if it has none.
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

    /// The slot that a key has, or would get.
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

    /// The beginning of the quarter of an hour, before 1970 too.
    static func bucket(of timeMicroseconds: Int64) -> Int64 {
        let length = bucketSeconds * 1_000_000
        let (quotient, remainder) = timeMicroseconds.quotientAndRemainder(dividingBy: length)
        return (remainder < 0 ? quotient - 1 : quotient) * bucketSeconds
    }
}
