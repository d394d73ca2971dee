/// Assigns the tokens of a variant that has `path` or `**` to a URL's segments.
///
/// The tokens between two rests stand for one segment each, and match independently of each other. So a
/// run of them can be placed at the first segment where it fits, since this leaves the most room for
/// later runs. From the left, every rest takes as few segments as possible; the run after the last rest
/// is placed at the end. There is no backtracking: the work is at most segments times tokens.
package enum CatchAllLayout {
    /// Assigns the tokens of a variant, if they fit the segments.
    ///
    /// For each token, counted from 0, the closure receives the segments that it stands for, as soon as
    /// these are final, provided that the whole variant fits.
    @inline(__always)
    package static func fit(
        _ shard: RoutingShard, _ variant: RoutingShard.Variant, bytes: RawSpan,
        bounds: Span<UInt32>, urlBounds: URLBounds, place: (Int, Range<Int>) -> Void
    ) -> Bool {
        let tokenCount = Int(variant.tokenCount)
        // The minimum number of segments for the tokens from `token`.
        var reserved = 0
        for index in 0..<tokenCount { reserved += minimum(shard, variant, index) }
        guard reserved <= urlBounds.segmentCount else { return false }
        var token = 0
        var segment = 0
        while true {
            // The rest, if this is not the run before the first one.
            let rest = token
            let isRest = token < tokenCount && shard.token(variant, token).isRest
            var start = segment
            if isRest {
                let least = minimum(shard, variant, token)
                start += least
                reserved -= least
                token += 1
            }
            // The run after it.
            let runStart = token
            while token < tokenCount, !shard.token(variant, token).isRest { token += 1 }
            let run = token - runStart
            let latest = isRest ? urlBounds.segmentCount - reserved : start
            if token == tokenCount { start = latest }
            while !shard.matchesRun(
                variant.firstToken + UInt32(runStart), count: run, at: start, bytes: bytes,
                bounds: bounds, urlBounds: urlBounds)
            {
                start += 1
                guard start <= latest else { return false }
            }
            if isRest { place(rest, segment..<start) }
            for index in 0..<run { place(runStart + index, start + index..<start + index + 1) }
            segment = start + run
            reserved -= run
            if token == tokenCount { return segment == urlBounds.segmentCount }
        }
    }

    /// The minimum number of segments that a token stands for.
    private static func minimum(
        _ shard: RoutingShard, _ variant: RoutingShard.Variant, _ index: Int
    ) -> Int {
        shard.token(variant, index).is(.catchAll) ? 0 : 1
    }
}

extension RoutingShard {
    /// A token of a variant, counted from 0.
    @inline(__always)
    package func token(_ variant: Variant, _ index: Int) -> Token {
        tokens[Int(variant.firstToken) &+ index]
    }
}
