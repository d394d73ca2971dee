/// What is counted of hits that go.
struct PrunedHits {
    private(set) var rollUps = RollUps()
    /// How many hits of each stream.
    private(set) var streams: [Int64: Int64] = [:]

    mutating func add(_ segment: HitSegment) {
        add { number in
            var values: [Int64] = []
            segment.read(number, into: &values)
            return values
        }
    }

    /// Adds hits, which are given by their columns.
    mutating func add(column: (HitNumber) -> [Int64]) {
        rollUps.add(column: column)
        for stream in column(.stream) { streams[stream, default: 0] += 1 }
    }
}
