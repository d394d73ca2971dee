/// What is counted of hits that go.
struct PrunedHits {
    private(set) var rollUps = RollUps()
    /// How many hits of each stream.
    private(set) var streams: [Int64: Int64] = [:]

    mutating func add(_ segment: HitSegment) {
        add { segment.column($0) }
    }

    /// Adds hits, which are given by their columns.
    mutating func add(column: (HitNumber) -> [Int64]) {
        rollUps.add { column($0)[...] }
        let column = column(.stream)
        var start = 0
        // Neighbours are of one stream, as a rule.
        while start < column.count {
            let rest = column[start...]
            let end = rest.firstIndex { $0 != column[start] } ?? column.count
            streams[column[start], default: 0] += Int64(end - start)
            start = end
        }
    }
}
