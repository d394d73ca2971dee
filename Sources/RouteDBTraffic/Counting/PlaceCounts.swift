import RouteDBHistory

/// Identifies a group of hits by namespace, route and outcome, as numbers of the file.
struct PlaceKey: Hashable, Sendable {
    let namespace: Int64
    let route: Int64
    let outcome: Int64
}

/// Counts by namespace, route and outcome.
///
/// Ids are small numbers in practice, so most counts are in arrays, indexed by route, or by
/// namespace for hits without a route. All others, such as those of a route that was moved to
/// another namespace, are in a dictionary.
struct PlaceCounts: Sendable {
    static let outcomes = 8
    private static let (maximumRoute, maximumNamespace) = (1 << 20, 1 << 12)

    private var routes: [HitCount] = []
    /// The namespace of the first hit of each route.
    private var homes: [Int64] = []
    private var namespaces: [HitCount] = []
    private var others: [PlaceKey: HitCount] = [:]

    /// Adds a count.
    @inline(__always)
    mutating func add(_ count: HitCount, namespace: Int64, route: Int64, outcome: Int64) {
        if outcome >= 0, outcome < Self.outcomes {
            if route > 0, route < homes.count, homes[Int(route)] == namespace {
                routes[Int(route) * Self.outcomes + Int(outcome)] += count
                return
            }
            let place = Int(truncatingIfNeeded: namespace) &* Self.outcomes &+ Int(outcome)
            if route == 0, namespace >= 0, place < namespaces.count, place >= 0 {
                namespaces[place] += count
                return
            }
        }
        addElsewhere(
            count, PlaceKey(namespace: namespace, route: route, outcome: outcome))
    }

    /// Adds hits that are given as columns.
    mutating func add(
        namespaces: [Int64], routes ids: [Int64], outcomes: [Int64], weights: [Int64]
    ) {
        var others: [Int] = []
        let homes = homes
        // Check for unique ownership of the array once, instead of for each hit. The conditions
        // keep the index in bounds: there is an element for each outcome of each known route.
        unsafe routes.withUnsafeMutableBufferPointer { routes in
            for index in ids.indices {
                let (route, outcome) = (ids[index], outcomes[index])
                if route > 0, route < homes.count, homes[Int(route)] == namespaces[index],
                    outcome >= 0, outcome < Self.outcomes
                {
                    unsafe routes[Int(route) &* Self.outcomes &+ Int(outcome)] +=
                        HitCount(hits: 1, weight: weights[index])
                } else {
                    others.append(index)
                }
            }
        }
        for index in others {
            add(
                HitCount(hits: 1, weight: weights[index]), namespace: namespaces[index],
                route: ids[index], outcome: outcomes[index])
        }
    }

    private mutating func addElsewhere(_ count: HitCount, _ key: PlaceKey) {
        let isKnownOutcome = key.outcome >= 0 && key.outcome < Self.outcomes
        if isKnownOutcome, key.route == 0, key.namespace >= 0,
            key.namespace < Self.maximumNamespace
        {
            let missing = Self.maximumNamespace * Self.outcomes - namespaces.count
            namespaces += [HitCount](repeating: HitCount(), count: missing)
            add(count, namespace: key.namespace, route: 0, outcome: key.outcome)
        } else if isKnownOutcome, key.route > 0, key.route < Self.maximumRoute,
            key.route >= homes.count || homes[Int(key.route)] < 0
        {
            makeRoom(for: Int(key.route))
            homes[Int(key.route)] = key.namespace
            routes[Int(key.route) * Self.outcomes + Int(key.outcome)] += count
        } else {
            others[key, default: HitCount()] += count
        }
    }

    private mutating func makeRoom(for route: Int) {
        guard route >= homes.count else { return }
        let missing = max(route + 1, homes.count * 2, 64) - homes.count
        homes += [Int64](repeating: -1, count: missing)
        routes += [HitCount](repeating: HitCount(), count: missing * Self.outcomes)
    }

    /// Adds the counts of another instance.
    mutating func merge(_ other: PlaceCounts) {
        other.forEach { key, count in
            add(count, namespace: key.namespace, route: key.route, outcome: key.outcome)
        }
    }

    /// Calls a closure with each count that is not zero.
    func forEach(_ body: (PlaceKey, HitCount) -> Void) {
        for (place, count) in routes.enumerated() where count.hits != 0 {
            let route = place / Self.outcomes
            let outcome = Int64(place % Self.outcomes)
            body(PlaceKey(namespace: homes[route], route: Int64(route), outcome: outcome), count)
        }
        for (place, count) in namespaces.enumerated() where count.hits != 0 {
            let (namespace, outcome) = place.quotientAndRemainder(dividingBy: Self.outcomes)
            body(PlaceKey(namespace: Int64(namespace), route: 0, outcome: Int64(outcome)), count)
        }
        for (key, count) in others where count.hits != 0 { body(key, count) }
    }

    /// The sum of all counts.
    var total: HitCount {
        var total = HitCount()
        forEach { total += $1 }
        return total
    }
}

/// Counts hits by namespace, route and outcome.
struct PlaceTally: CountingTally {
    private(set) var counts = PlaceCounts()
    private var columns: HitColumns

    init(_ filter: AnalysisFilter) { columns = HitColumns(filter) }

    var texts: TextSelection { columns.filter.texts }
    var countsRoutes: Bool { true }
    var suitsRollUps: Bool { true }
    var suitsDays: Bool { true }

    mutating func add(_ segment: HitSegment) throws {
        guard try columns.select(segment) else { return }
        columns.load([.namespace, .route, .outcome, .weight], of: segment)
        counts.add(
            namespaces: columns[.namespace], routes: columns[.route],
            outcomes: columns[.outcome], weights: columns[.weight])
    }

    mutating func add(_ row: RollUpRow, _ count: HitCount) {
        counts.add(
            count, namespace: row.namespace, route: row.route, outcome: row.outcome)
    }

    mutating func merge(_ other: PlaceTally) { counts.merge(other.counts) }
}
