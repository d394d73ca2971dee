/// The totals of hits that are being deleted.
struct PrunedHits {
    /// An import, and the stream that its hits are in.
    struct Origin: Hashable {
        let source: Int64
        let stream: Int64
    }

    private(set) var rollUps = RollUps()
    /// The number of hits of each stream.
    private(set) var streams: [Int64: Int64] = [:]
    /// The roll-ups of hits that come from imports.
    private(set) var imports: [Origin: RollUps] = [:]

    mutating func add(_ segment: HitSegment) {
        add { segment.column($0) }
    }

    /// Adds hits, given by their columns.
    mutating func add(column: (HitNumber) -> [Int64]) {
        rollUps.add { column($0)[...] }
        let (sources, streams) = (column(.source), column(.stream))
        var places: [Origin: [Int]] = [:]
        var start = 0
        // Consecutive hits mostly belong to the same stream and import.
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
