import RouteDBRouting
import RouteDBStorage

/// Counts the values because of which unmatched hits did not match a route.
struct RejectedTally: HitTally {
    private(set) var total = HitCount()
    private(set) var values: [String: ParameterValues] = [:]
    private let finder: CauseFinder
    private let route: RouteID
    private let types: [String: ParameterType]
    private var columns: HitColumns

    init(
        _ filter: AnalysisFilter, finder: CauseFinder, route: RouteID,
        types: [String: ParameterType]
    ) {
        self.finder = finder
        self.route = route
        self.types = types
        columns = HitColumns(filter)
    }

    var needsTexts: Bool { true }

    mutating func add(_ segment: HitSegment) throws {
        guard try columns.select(segment) else { return }
        columns.load([.weight], of: segment)
        for index in 0..<columns.count {
            let url = try segment.text(.url, at: columns.place(index)).map { Array($0) } ?? []
            guard let texts = finder.rejectedParameters(of: url, for: route) else { continue }
            let count = HitCount(hits: 1, weight: columns[.weight][index])
            total += count
            for (name, text) in texts where types[name]?.validates(Array(text.utf8)) == false {
                values[name, default: ParameterValues()].addInvalid(ByteText(text.utf8), count)
            }
        }
    }

    mutating func merge(_ other: RejectedTally) {
        total += other.total
        for (name, more) in other.values {
            values[name, default: ParameterValues()].merge(more)
        }
    }
}
