/// What is counted of hits that go.
struct PrunedHits {
    /// An import whose hits go, and the stream that they are in.
    struct Origin: Hashable {
        let source: Int64
        let stream: Int64
    }

    private(set) var rollUps = RollUps()
    /// How many hits of each stream.
    private(set) var streams: [Int64: Int64] = [:]
    /// What of the roll-ups is of imports.
    private(set) var imports: [Origin: RollUps] = [:]

    mutating func add(_ segment: HitSegment) {
        add { segment.column($0) }
    }

    /// Adds hits, which are given by their columns.
    mutating func add(column: (HitNumber) -> [Int64]) {
        rollUps.add { column($0)[...] }
        let (sources, streams) = (column(.source), column(.stream))
        var places: [Origin: [Int]] = [:]
        var start = 0
        // Neighbours are of one stream and import, as a rule.
        while start < streams.count {
            let origin = Origin(source: sources[start], stream: streams[start])
            let end =
                (start..<streams.count).first {
                    streams[$0] != origin.stream || sources[$0] != origin.source
                } ?? streams.count
            self.streams[origin.stream, default: 0] += Int64(end - start)
            if origin.source != 0 { places[origin, default: []] += start..<end }
            start = end
        }
        for (origin, places) in places {
            imports[origin, default: RollUps()].add { number in
                let values = column(number)
                return places.map { values[$0] }[...]
            }
        }
    }
}
