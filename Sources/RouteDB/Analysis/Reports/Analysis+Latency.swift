import RouteDBRouting
import RouteDBStorage

extension Analysis {
    func latency(
        by division: LatencyReport.Division?, bucket: TimeBucket?, zone: ZoneRules
    ) throws(RouteDBError) -> LatencyReport {
        var clock: BucketClock?
        if division == .bucket, let window = try window(filter.times) {
            let length = window.upperBound.subtractingReportingOverflow(window.lowerBound)
            clock = try BucketClock(
                window, bucket: bucket ?? .fitting(length.partialValue), zone: zone)
        }
        let kind: LatencyTally.Division =
            switch division {
            case nil: .none
            case .route: .route
            case .bucket: clock.map { .time($0) } ?? .none
            }
        let tally = try scan.run(LatencyTally(filter, division: kind), filter: filter)
        let before = try previousFilter.map { filter throws(RouteDBError) in
            // Buckets of the previous window do not correspond to buckets of this one.
            try scan.run(
                LatencyTally(filter, division: division == .route ? .route : .none),
                filter: filter)
        }
        let frame = try self.frame(
            total: tally.count, previous: before?.count)
        let all = LatencyReport.Row(
            label: "all", route: nil, start: nil, histogram: tally.total,
            previous: before?.total)
        let rows =
            if let clock { buckets(tally, clock) } else { routes(tally, before) }
        return LatencyReport(frame: frame, rows: [all] + rows)
    }

    private func buckets(_ tally: LatencyTally, _ clock: BucketClock) -> [LatencyReport.Row] {
        let sorted = tally.parts.sorted { $0.key < $1.key }
        return sorted.suffix((query.limit ?? 0).asLimit).map { index, histogram in
            LatencyReport.Row(
                label: clock.label(of: Int(index)), route: nil,
                start: Timestamp(microseconds: clock.starts[Int(index)]), histogram: histogram,
                previous: nil)
        }
    }

    private func routes(_ tally: LatencyTally, _ before: LatencyTally?) -> [LatencyReport.Row] {
        let rows = tally.parts.filter { $0.key > 0 }.map { id, histogram in
            (id: id, slow: histogram.quantile(0.95) ?? 0, histogram: histogram)
        }
        let earlier = before?.parts
        let sorted = rows.sorted { ($1.slow, $0.id) < ($0.slow, $1.id) }
        return limited(sorted).map { id, _, histogram in
            LatencyReport.Row(
                label: label(ofRoute: id), route: RouteID(rawValue: id), start: nil,
                histogram: histogram,
                previous: earlier.map { $0[id] ?? LatencyHistogram() })
        }
    }
}
