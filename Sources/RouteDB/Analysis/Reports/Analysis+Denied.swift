import RouteDBRouting
import RouteDBStorage

extension Analysis {
    func denied() throws(RouteDBError) -> DenialReport {
        let tally = try scan.run(DenialTally(filter), filter: filter)
        let before = try previousFilter.map { filter throws(RouteDBError) in
            try scan.run(PlaceTally(filter), filter: filter).counts
        }
        let (routes, total) = Self.byRoute(tally.places)
        let frame = try self.frame(total: total, previous: before.map { Self.byRoute($0).total })
        var refused = HitCount()
        let sorted = tally.refusals.sorted {
            ($1.value.count.weight, $0.key.route, $0.key.outcome)
                < ($0.value.count.weight, $1.key.route, $1.key.outcome)
        }
        for (_, refusals) in sorted { refused += refusals.count }
        let rows = limited(sorted)
        var others = HitCount()
        for (_, refusals) in sorted.dropFirst(rows.count) { others += refusals.count }
        let denied = Int64(HitOutcome.denied.rawValue)
        return DenialReport(
            frame: frame, refused: refused,
            rows: rows.map { key, refusals in
                DenialReport.Row(
                    route: RouteID(rawValue: key.route), label: label(ofRoute: key.route),
                    outcome: key.outcome == denied ? .denied : .challenged,
                    count: refusals.count,
                    share: refusals.count.share(of: routes[key.route] ?? HitCount()),
                    anonymous: refusals.anonymous,
                    principals: refusals.principals.count,
                    mostRefused: refusals.principals.most(5).map {
                        DenialReport.Principal(id: $0.text.string, count: $0.count)
                    },
                    first: Timestamp(microseconds: refusals.first),
                    last: Timestamp(microseconds: refusals.last),
                    previous: before.map { Self.count(of: key, in: $0) })
            }, others: others)
    }

    private static func byRoute(
        _ places: PlaceCounts
    ) -> (routes: [Int64: HitCount], total: HitCount) {
        var (routes, total): ([Int64: HitCount], HitCount) = ([:], HitCount())
        places.forEach { place, count in
            routes[place.route, default: HitCount()] += count
            total += count
        }
        return (routes, total)
    }

    /// Returns the count of a route and outcome over all namespaces.
    private static func count(of key: PlaceKey, in places: PlaceCounts) -> HitCount {
        var sum = HitCount()
        places.forEach { place, count in
            if place.route == key.route, place.outcome == key.outcome { sum += count }
        }
        return sum
    }
}
