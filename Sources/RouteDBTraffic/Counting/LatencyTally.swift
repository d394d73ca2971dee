import RouteDBDatabase
import RouteDBHistory

/// Collects the durations of all hits, and by time bucket or route.
struct LatencyTally: HitTally {
    /// The property that hits are divided by.
    enum Division: Sendable {
        case none
        case time(BucketClock)
        case route
    }

    /// All hits, including those without a duration.
    private(set) var count = HitCount()
    private var all = DurationHistogram()
    /// The indices of buckets or routes in `histograms`.
    private var places = NumberPlaces()
    private var keys: [Int64] = []
    private var histograms: [DurationHistogram] = []
    private let division: Division
    private var columns: HitColumns

    init(_ filter: AnalysisFilter, division: Division) {
        self.division = division
        columns = HitColumns(filter)
    }

    var texts: TextSelection { columns.filter.texts }

    mutating func add(_ segment: HitSegment) throws {
        guard try columns.select(segment) else { return }
        columns.load([.duration, .weight], of: segment)
        let (durations, weights) = (columns[.duration], columns[.weight])
        count += HitCount(hits: Int64(columns.count), weight: weights.reduce(0, &+))
        all.add(durations, weights: weights)
        switch division {
        case .none: break
        case .time(let clock):
            let first = clock.index(of: segment.firstTime)
            guard first != clock.index(of: segment.lastTime) else {
                histograms[place(of: Int64(first))].add(durations, weights: weights)
                return
            }
            columns.load([.time], of: segment)
            add(columns[.time].map { Int64(clock.index(of: $0)) }, durations, weights)
        case .route:
            columns.load([.route], of: segment)
            add(columns[.route], durations, weights)
        }
    }

    private mutating func add(_ keys: [Int64], _ durations: [Int64], _ weights: [Int64]) {
        for index in keys.indices where durations[index] >= 0 {
            histograms[place(of: keys[index])].add(durations[index], weight: weights[index])
        }
    }

    @inline(__always)
    private mutating func place(of key: Int64) -> Int {
        let place = places[key]
        if place >= 0 { return place }
        places.insert(key, at: keys.count)
        keys.append(key)
        histograms.append(DurationHistogram())
        return keys.count - 1
    }

    /// The histogram of all hits.
    var total: LatencyHistogram { LatencyHistogram(all) }

    /// The histograms by bucket or route, without empty ones.
    var parts: [Int64: LatencyHistogram] {
        let parts = zip(keys, histograms).filter { $1.count > 0 }
        return Dictionary(
            parts.map { ($0, LatencyHistogram($1)) }, uniquingKeysWith: { $1 })
    }

    mutating func merge(_ other: LatencyTally) {
        count += other.count
        all.merge(other.all)
        for (key, histogram) in zip(other.keys, other.histograms) {
            histograms[place(of: key)].merge(histogram)
        }
    }
}

extension LatencyTally: DurationTally {
    var suitsRollUps: Bool {
        switch division {
        case .none: true
        case .time(let clock): clock.suits(seconds: HitsReader.bucketSeconds)
        case .route: false
        }
    }

    mutating func add(_ count: HitCount) { self.count += count }

    mutating func add(_ row: DurationRow) throws(RouteDBError) {
        switch division {
        case .none, .route: try row.add(to: &all)
        case .time(let clock):
            let bucket = clock.index(of: row.bucket * 1_000_000)
            try row.add(to: &histograms[place(of: Int64(bucket))])
        }
    }

    mutating func addPartsToTotal() {
        for histogram in histograms { all.merge(histogram) }
    }
}
