import RouteDBStorage

/// Counts denials and challenges by route, and all hits by place.
struct DenialTally: HitTally {
    /// The denials or the challenges of one route.
    struct Refusals: Sendable {
        var count = HitCount()
        var anonymous = HitCount()
        var principals = TextCounts(limit: DenialTally.principalLimit)
        var first = Int64.max
        var last = Int64.min

        mutating func merge(_ other: Refusals) {
            count += other.count
            anonymous += other.anonymous
            principals.merge(other.principals)
            first = min(first, other.first)
            last = max(last, other.last)
        }
    }

    /// The maximum number of principals that are counted separately for a route.
    static let principalLimit = 100_000

    private(set) var places = PlaceCounts()
    private(set) var refusals: [PlaceKey: Refusals] = [:]
    private var columns: HitColumns

    init(_ filter: AnalysisFilter) { columns = HitColumns(filter) }

    var needsTexts: Bool { true }

    mutating func add(_ segment: HitSegment) throws {
        guard try columns.select(segment) else { return }
        columns.load([.namespace, .route, .outcome, .weight, .time], of: segment)
        let (namespaces, routes) = (columns[.namespace], columns[.route])
        let (outcomes, weights) = (columns[.outcome], columns[.weight])
        let denied = Int64(HitOutcome.denied.rawValue)
        let challenged = Int64(HitOutcome.challenged.rawValue)
        for index in 0..<columns.count {
            let count = HitCount(hits: 1, weight: weights[index])
            places.add(
                count, namespace: namespaces[index], route: routes[index],
                outcome: outcomes[index])
            guard outcomes[index] == denied || outcomes[index] == challenged else { continue }
            let key = PlaceKey(namespace: 0, route: routes[index], outcome: outcomes[index])
            let principal = try segment.text(.principal, at: columns.place(index))
            add(count, columns[.time][index], principal, to: key)
        }
    }

    private mutating func add(
        _ count: HitCount, _ time: Int64, _ principal: UnsafeRawBufferPointer?, to key: PlaceKey
    ) {
        var refusals = self.refusals.removeValue(forKey: key) ?? Refusals()
        refusals.count += count
        refusals.first = min(refusals.first, time)
        refusals.last = max(refusals.last, time)
        if let principal {
            refusals.principals.add(principal, count)
        } else {
            refusals.anonymous += count
        }
        self.refusals[key] = refusals
    }

    mutating func merge(_ other: DenialTally) {
        places.merge(other.places)
        for (key, refusals) in other.refusals {
            self.refusals[key, default: Refusals()].merge(refusals)
        }
    }
}
