/// Lays the tokens of a variant that has `path` or `**` over a URL's segments.
///
/// The tokens between two rests stand for one segment each, and no token's verdict depends on
/// another's. So a run can be placed at the first segment where it fits: whatever fits later
/// still has room then. Every rest takes as few segments as it can, from the left; the run
/// behind the last rest stands at the end. No backtracking: the work is at most segments times
/// tokens.
struct RestLayout {
    /// The index of the first segment of each token, and behind them the number of segments.
    private var firstSegments: SIMD64<UInt16> = SIMD64(repeating: 0)

    /// The index of the first segment that a token, counted from 0, stands for.
    func firstSegment(ofToken index: Int) -> Int { Int(firstSegments[index]) }

    /// Whether the variant's tokens fit the segments; if so, the layout is kept.
    mutating func fit(
        _ shard: RoutingShard, _ variant: RoutingShard.Variant, bytes: RawSpan,
        bounds: Span<UInt32>, facts: URLFacts
    ) -> Bool {
        let count = Int(variant.tokenCount)
        var segment = 0
        var token = 0
        var reserved = 0
        for index in 0..<count { reserved += Self.minimum(shard, variant, index) }
        guard reserved <= facts.segmentCount else { return false }
        // The run before the first rest.
        var runEnd = Self.endOfRun(shard, variant, from: 0)
        guard place(0..<runEnd, at: 0, shard, variant, bytes, bounds, facts) else { return false }
        segment = runEnd
        token = runEnd
        reserved -= runEnd
        while token < count {
            firstSegments[token] = UInt16(segment)
            let least = Self.minimum(shard, variant, token)
            reserved -= least
            runEnd = Self.endOfRun(shard, variant, from: token + 1)
            let run = token + 1..<runEnd
            var start = segment + least
            let last = facts.segmentCount - reserved
            if runEnd == count { start = last }
            while !place(run, at: start, shard, variant, bytes, bounds, facts) {
                start += 1
                guard start <= last else { return false }
            }
            segment = start + run.count
            reserved -= run.count
            token = runEnd
        }
        firstSegments[count] = UInt16(facts.segmentCount)
        return true
    }

    /// Places tokens of one segment each from a segment on, if they match.
    private mutating func place(
        _ run: Range<Int>, at segment: Int, _ shard: RoutingShard,
        _ variant: RoutingShard.Variant, _ bytes: RawSpan, _ bounds: Span<UInt32>,
        _ facts: URLFacts
    ) -> Bool {
        guard
            shard.matchesRun(
                variant.firstToken + UInt32(run.lowerBound), count: run.count, at: segment,
                bytes: bytes, bounds: bounds, facts: facts)
        else { return false }
        for (offset, token) in run.enumerated() {
            firstSegments[token] = UInt16(segment + offset)
        }
        return true
    }

    private static func endOfRun(
        _ shard: RoutingShard, _ variant: RoutingShard.Variant, from index: Int
    ) -> Int {
        var index = index
        while index < Int(variant.tokenCount),
            !shard.tokens[Int(variant.firstToken) + index].isRest
        {
            index += 1
        }
        return index
    }

    /// The fewest segments that a token stands for.
    private static func minimum(
        _ shard: RoutingShard, _ variant: RoutingShard.Variant, _ index: Int
    ) -> Int {
        shard.tokens[Int(variant.firstToken) + index].is(.catchAll) ? 0 : 1
    }
}
