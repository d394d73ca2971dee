import RouteDBRouting
import RouteDBStorage

extension Analysis {
    func dead() throws(RouteDBError) -> DeadReport {
        var frame = frame
        let (counts, pruned) = try places(filter)
        var alive: Set<Int64> = []
        counts.forEach { place, count in
            frame.total += count
            alive.insert(place.route)
        }
        frame.pruned = pruned
        frame.countsPruned = regrouping == nil
        var before: [Int64: HitCount]?
        if let previousFilter {
            var total = HitCount()
            var counts: [Int64: HitCount] = [:]
            try places(previousFilter).counts.forEach { place, count in
                total += count
                counts[place.route, default: HitCount()] += count
            }
            (frame.previousTotal, before) = (total, counts)
        }
        let hasHits = try windowHasHits(beside: frame.total)
        let last = try scan.lastBuckets()
        let routes = query.snapshot.routes.filter { route in
            route.pattern != nil && query.selection.routes?.contains(route.id) != false
                && query.selection.namespaces?.contains(route.namespace) != false
        }
        let shadows = ShadowSearch(query.snapshot)
        let rows = routes.filter { !alive.contains($0.id.rawValue) }.map { route in
            let id = route.id.rawValue
            let shadow = route.isEnabled ? shadows.shadow(of: route.id) : nil
            let cause: DeadReport.Cause =
                !route.isEnabled
                ? .disabled : shadow != nil ? .shadowed : hasHits ? .unhit : .unknown
            return DeadReport.Row(
                route: route, label: label(ofRoute: id),
                namespace: label(ofNamespace: route.namespace.rawValue), cause: cause,
                shadowedBy: shadow,
                lastHit: last[id].map { Timestamp(microseconds: Self.microseconds(ofSeconds: $0)) },
                previous: before.map { $0[id] ?? HitCount() })
        }
        let order = DeadReport.Cause.allCases
        let sorted = rows.sorted {
            (order.firstIndex(of: $0.cause) ?? 0, $0.route.id)
                < (order.firstIndex(of: $1.cause) ?? 0, $1.route.id)
        }
        let shown = limited(sorted)
        return DeadReport(
            frame: frame, routeCount: routes.count, rows: shown,
            others: sorted.count - shown.count)
    }

    /// Whether the window has hits, in any namespace and of any route.
    private func windowHasHits(beside selected: HitCount) throws(RouteDBError) -> Bool {
        guard selected.hits == 0 else { return true }
        var wide = filter
        (wide.namespaces, wide.routes) = (nil, nil)
        var hits: Int64 = 0
        try places(wide).counts.forEach { hits += $1.hits }
        return hits > 0
    }

    /// Converts seconds, which a damaged file may give any value, to microseconds, with clamping.
    private static func microseconds(ofSeconds seconds: Int64) -> Int64 {
        let (product, overflows) = seconds.multipliedReportingOverflow(by: 1_000_000)
        return overflows ? (seconds < 0 ? .min : .max) : product
    }
}
