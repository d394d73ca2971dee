import RouteDBHistory

/// Counts hits by time bucket and, within each bucket, by outcome or route.
struct SeriesTally: CountingTally {
    /// The groups that a bucket is divided into.
    enum Division: Sendable {
        /// One group for each outcome, by its number; 0 is for unknown outcomes.
        case outcome
        /// One group for each of a number of routes, from 1; 0 is for all others.
        case route(NumberPlaces, Int)
    }

    let clock: BucketClock
    let division: Division
    /// The number of groups.
    let width: Int
    /// The counts, by bucket and then by group.
    private(set) var counts: [HitCount]
    private var columns: HitColumns

    init(_ filter: AnalysisFilter, clock: BucketClock, division: Division) {
        self.clock = clock
        self.division = division
        width =
            switch division {
            case .outcome: PlaceCounts.outcomes
            case .route(_, let count): count + 1
            }
        counts = [HitCount](repeating: HitCount(), count: clock.starts.count * width)
        columns = HitColumns(filter)
    }

    var texts: TextSelection { columns.filter.texts }
    var countsRoutes: Bool {
        switch division {
        case .outcome: false
        case .route: true
        }
    }
    var suitsRollUps: Bool { clock.suits(seconds: HitsReader.bucketSeconds) }
    var suitsDays: Bool { clock.suits(seconds: HitsReader.daySeconds) }

    mutating func add(_ segment: HitSegment) throws {
        guard try columns.select(segment) else { return }
        let grouping: HitNumber =
            switch division {
            case .outcome: .outcome
            case .route: .route
            }
        columns.load([grouping, .weight], of: segment)
        let (groups, weights) = (columns[grouping], columns[.weight])
        var bucket = clock.index(of: segment.firstTime)
        if bucket == clock.index(of: segment.lastTime) {
            var sums = [HitCount](repeating: HitCount(), count: width)
            for index in 0..<columns.count {
                sums[group(groups[index])] += HitCount(hits: 1, weight: weights[index])
            }
            for group in 0..<width { counts[bucket * width + group] += sums[group] }
            return
        }
        columns.load([.time], of: segment)
        let times = columns[.time]
        var range = clock.starts[bucket]..<clock.end(of: bucket)
        for index in 0..<columns.count {
            if !range.contains(times[index]) {
                bucket = clock.index(of: times[index])
                range = clock.starts[bucket]..<clock.end(of: bucket)
            }
            counts[bucket * width + group(groups[index])] +=
                HitCount(hits: 1, weight: weights[index])
        }
    }

    mutating func add(_ row: RollUpRow, _ count: HitCount) {
        let group =
            switch division {
            case .outcome: self.group(row.outcome)
            case .route: self.group(row.route)
            }
        counts[clock.index(of: row.bucket * 1_000_000) * width + group] += count
    }

    mutating func merge(_ other: SeriesTally) {
        for index in counts.indices { counts[index] += other.counts[index] }
    }

    @inline(__always)
    private func group(_ number: Int64) -> Int {
        switch division {
        case .outcome: number > 0 && number < PlaceCounts.outcomes ? Int(number) : 0
        case .route(let places, _): max(0, places[number])
        }
    }
}
