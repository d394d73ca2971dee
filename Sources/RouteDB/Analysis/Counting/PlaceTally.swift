import RouteDBStorage

/// Counts hits by namespace, route and outcome.
struct PlaceTally: CountingTally {
    private(set) var counts = PlaceCounts()
    private var columns: HitColumns

    init(_ filter: AnalysisFilter) { columns = HitColumns(filter) }

    var needsTexts: Bool { columns.filter.regrouping != nil }
    var suitsRollUps: Bool { true }

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
