/// The durations of the hits of some quarters of an hour, by quarter, namespace and outcome.
struct DurationSums {
    /// The quarters to sum up.
    private let buckets: Set<Int64>
    private var keys: [RollUps.Key] = []
    /// Parallel to the keys.
    private var histograms: [DurationHistogram] = []
    private var places: [RollUps.Key: Int] = [:]
    /// The places of one quarter's small namespaces and outcomes, which most are; -1 for none.
    ///
    /// This avoids the keyed hashing of the dictionary.
    private var recent = [Int](repeating: -1, count: 64)
    private var recentBucket = Int64.min
    private var columns = Columns()

    /// The numbers of a segment, whose memory is reused for the next one.
    private struct Columns {
        var times: [Int64] = []
        var namespaces: [Int64] = []
        var outcomes: [Int64] = []
        var durations: [Int64] = []
        var weights: [Int64] = []

        mutating func read(_ segment: HitSegment) {
            segment.read(.time, into: &times)
            segment.read(.namespace, into: &namespaces)
            segment.read(.outcome, into: &outcomes)
            segment.read(.duration, into: &durations)
            segment.read(.weight, into: &weights)
        }
    }

    init(of buckets: Set<Int64>) { self.buckets = buckets }

    /// The histograms that are not empty, in the order of their keys.
    var sorted: [(key: RollUps.Key, histogram: DurationHistogram)] {
        zip(keys, histograms).filter { $1.count > 0 }.sorted { $0.0 < $1.0 }.map {
            (key: $0.0, histogram: $0.1)
        }
    }

    mutating func add(_ segment: HitSegment) {
        columns.read(segment)
        let columns = columns
        let (times, namespaces) = (columns.times.span, columns.namespaces.span)
        let (outcomes, durations) = (columns.outcomes.span, columns.durations.span)
        let weights = columns.weights.span
        var (bucket, isWanted) = (RollUps.buckets.lowerBound, false)
        let length = UInt64(RollUps.bucketSeconds * 1_000_000)
        for index in times.indices {
            // Consecutive hits mostly fall into the same bucket.
            if index == 0 || UInt64(bitPattern: times[index] &- bucket &* 1_000_000) >= length {
                bucket = RollUps.bucket(of: times[index])
                isWanted = buckets.contains(bucket)
            }
            guard isWanted, durations[index] >= 0 else { continue }
            let key = RollUps.Key(
                bucket: bucket, namespace: namespaces[index], route: 0, outcome: outcomes[index])
            histograms[place(of: key)].add(durations[index], weight: weights[index])
        }
    }

    /// The index of a key, which is added if necessary.
    @inline(__always)
    private mutating func place(of key: RollUps.Key) -> Int {
        guard UInt64(bitPattern: key.namespace | key.outcome) < 8 else {
            return placeInAll(of: key)
        }
        if key.bucket != recentBucket {
            recentBucket = key.bucket
            for slot in recent.indices { recent[slot] = -1 }
        }
        let slot = Int(truncatingIfNeeded: key.namespace << 3 | key.outcome)
        if recent[slot] < 0 { recent[slot] = placeInAll(of: key) }
        return recent[slot]
    }

    private mutating func placeInAll(of key: RollUps.Key) -> Int {
        if let place = places[key] { return place }
        let place = keys.count
        places[key] = place
        keys.append(key)
        histograms.append(DurationHistogram())
        return place
    }
}
