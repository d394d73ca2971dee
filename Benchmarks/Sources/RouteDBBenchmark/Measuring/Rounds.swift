/// Measures several pieces of work in turns, so that all of them meet the same disturbances.
struct Rounds {
    /// How often each piece is measured.
    let count: Int
    var clock = Clock.thread

    /// The median time of each piece, in nanoseconds.
    ///
    /// Each runs once untimed before, since the first one would pay for the cold caches. The
    /// order changes from round to round, since each leaves its own data in them.
    func medians(_ pieces: [() -> Int]) -> [Double] {
        for piece in pieces { Sink.add(piece()) }
        var times = [[Double]](repeating: [], count: pieces.count)
        for round in 0..<count {
            for offset in pieces.indices {
                let index = (round + offset) % pieces.count
                times[index].append(clock.time(pieces[index]))
            }
        }
        return times.map(Self.median)
    }

    static func median(_ values: [Double]) -> Double {
        let sorted = values.sorted()
        guard !sorted.isEmpty else { return .nan }
        let middle = sorted.count / 2
        return sorted.count % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2
    }
}
