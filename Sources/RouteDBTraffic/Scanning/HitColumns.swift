import RouteDBHistory

/// The numbers of the hits in a segment that a filter accepts, as columns.
///
/// The memory is reused for each segment.
struct HitColumns: Sendable {
    let filter: AnalysisFilter
    /// The number of accepted hits.
    private(set) var count = 0
    /// The indices of the accepted hits in the segment, or `nil` if all are accepted.
    private(set) var places: [Int]?
    private var columns = [[Int64]](repeating: [], count: HitNumber.allCases.count)
    private var whole: [Int64] = []

    init(_ filter: AnalysisFilter) { self.filter = filter }

    /// Returns a loaded column.
    subscript(number: HitNumber) -> [Int64] { columns[number.rawValue] }

    /// Returns the index in the segment of an accepted hit.
    @inline(__always)
    func place(_ index: Int) -> Int { places?[index] ?? index }

    /// Selects the hits of a segment that the filter accepts.
    mutating func select(_ segment: HitSegment) throws -> Bool {
        places = filter.covers(segment) ? nil : placesByTime(segment)
        count = places?.count ?? segment.count
        guard count > 0 else { return false }
        for (number, wanted) in filter.wanted where count > 0 {
            if let constant = segment.constant(number), wanted.contains(constant) { continue }
            segment.read(number, into: &whole)
            places = wanted.places(in: whole, among: places)
            count = places?.count ?? segment.count
        }
        for condition in filter.fields where count > 0 {
            let met = try condition.places(in: segment, among: places)
            (places, count) = (met, met.count)
        }
        if filter.regrouping != nil, count > 0 {
            try regroup(segment)
            if !filter.acceptsAll { selectRegrouped() }
        }
        return count > 0
    }

    /// Loads columns, except for those that regrouping has already filled.
    mutating func load(_ numbers: [HitNumber], of segment: HitSegment) {
        for number in numbers where filter.regrouping == nil || !Self.groups.contains(number) {
            gather(number, segment)
        }
    }

    private static let groups: [HitNumber] = [.namespace, .route, .outcome]

    private mutating func placesByTime(_ segment: HitSegment) -> [Int] {
        segment.read(.time, into: &whole)
        return whole.indices.filter { filter.accepts(time: whole[$0]) }
    }

    private mutating func gather(_ number: HitNumber, _ segment: HitSegment) {
        guard let places else {
            segment.read(number, into: &columns[number.rawValue])
            return
        }
        // For few hits it is faster to read each number separately.
        guard places.count > segment.count / 8 else {
            columns[number.rawValue] = places.map { segment.value(number, at: $0) }
            return
        }
        segment.read(number, into: &whole)
        columns[number.rawValue] = places.map { whole[$0] }
    }

    /// Fills the columns for namespace, route and outcome by resolving the hits again.
    private mutating func regroup(_ segment: HitSegment) throws {
        guard let regrouping = filter.regrouping else { return }
        for number in Self.groups where columns[number.rawValue].count != count {
            columns[number.rawValue] = [Int64](repeating: 0, count: count)
        }
        for index in 0..<count {
            let answer = try regrouping.place(of: segment, at: place(index))
            columns[HitNumber.namespace.rawValue][index] = answer.namespace
            columns[HitNumber.route.rawValue][index] = answer.route
            columns[HitNumber.outcome.rawValue][index] = answer.outcome
        }
    }

    private mutating func selectRegrouped() {
        let (namespaces, routes) = (self[.namespace], self[.route])
        let outcomes = self[.outcome]
        let taken = (0..<count).filter {
            filter.accepts(namespace: namespaces[$0], route: routes[$0], outcome: outcomes[$0])
        }
        guard taken.count < count else { return }
        for number in Self.groups {
            columns[number.rawValue] = taken.map { columns[number.rawValue][$0] }
        }
        places = taken.map(place)
        count = taken.count
    }
}

/// Maps numbers to indices, with an array for small numbers, such as most ids, and a dictionary for
/// others.
struct NumberPlaces: Sendable {
    private static let maximum: Int64 = 1 << 20

    private var small: [Int32] = []
    private var others: [Int64: Int] = [:]

    /// Returns the index of a number, or -1 if it has none.
    @inline(__always)
    subscript(number: Int64) -> Int {
        if number >= 0, number < small.count { return Int(small[Int(number)]) }
        return others.isEmpty ? -1 : others[number] ?? -1
    }

    /// Sets the index of a number that has none.
    mutating func insert(_ number: Int64, at place: Int) {
        guard 0..<Self.maximum ~= number, let place = Int32(exactly: place) else {
            others[number] = place
            return
        }
        if number >= small.count {
            let missing = max(Int(number) + 1, small.count * 2) - small.count
            small += [Int32](repeating: -1, count: missing)
        }
        small[Int(number)] = place
    }
}
