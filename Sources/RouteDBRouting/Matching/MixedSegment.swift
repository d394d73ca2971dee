/// Matches one segment, or a host's text, against literals and parameters in turn.
///
/// Every parameter takes as few bytes as it can, from the left, such that the rest still fits.
/// With one parameter there is no choice. With several, ends are tried in rising order. With three
/// and more, a (piece, offset) pair that failed once is not tried again; with two, none comes
/// twice. Together with the limit on the length that bounds the work, whatever the text.
struct MixedSegment {
    /// The pieces, as indices into the shard's.
    let pieces: Range<Int>
    /// The longest text, in bytes, that several parameters match.
    let limit: Int
    /// Whether a parameter must not hold a dot: in hosts it stands for one label.
    var isHost = false
    /// Where each parameter ended in the last fit; between two of them stands one literal, so half
    /// a piece's index is its parameter's.
    private var ends = InlineRanges()
    /// Offsets at which a parameter is known not to fit, 256 bits for each; empty if not needed.
    private var failed: [UInt64] = []
    private var remembersFailures = false

    init(pieces: Range<Int>, limit: Int) {
        self.pieces = pieces
        self.limit = limit
    }

    /// Whether the text fits; if so, ``end(ofPiece:)`` tells what each parameter took.
    mutating func fit(
        _ shard: RoutingShard, bytes: RawSpan, from start: Int, to end: Int
    ) -> Bool {
        let beginsWithLiteral = shard.pieces[pieces.lowerBound].isLiteral
        let parameters = (pieces.count + (beginsWithLiteral ? 0 : 1)) / 2
        if parameters > 1 && end - start > limit { return false }
        remembersFailures = parameters > 2
        return fit(shard, bytes, piece: pieces.lowerBound, at: start, start: start, end: end)
    }

    /// Where the parameter that is a piece of the given index, from 0, ended in the last fit.
    func end(ofPiece index: Int) -> Int { Int(ends[index / 2].end) }

    private mutating func fit(
        _ shard: RoutingShard, _ bytes: RawSpan, piece: Int, at offset: Int, start: Int, end: Int
    ) -> Bool {
        if piece == pieces.upperBound { return offset == end }
        let token = shard.pieces[piece]
        let index = piece - pieces.lowerBound
        if token.isLiteral {
            guard end - offset >= token.low, shard.hasLiteral(token, bytes: bytes, at: offset)
            else { return false }
            return fit(
                shard, bytes, piece: piece + 1, at: offset + token.low, start: start, end: end)
        }
        if isKnownToFail(index, offset - start) { return false }
        let reach = offset + acceptable(token, shard, bytes, from: offset, to: end)
        var candidate = offset + (token.takesEmptyPart ? 0 : 1)
        while candidate <= reach {
            guard let next = nextEnd(shard, bytes, after: piece, from: candidate, end: end),
                next <= reach
            else { break }
            if accepts(token, shard, bytes, from: offset, to: next) {
                ends[index / 2].end = UInt32(next)
                if fit(shard, bytes, piece: piece + 1, at: next, start: start, end: end) {
                    return true
                }
            }
            candidate = next + 1
        }
        markFailed(index, offset - start)
        return false
    }

    /// The first offset, not before a given one, at which the piece behind a parameter can begin.
    private func nextEnd(
        _ shard: RoutingShard, _ bytes: RawSpan, after piece: Int, from offset: Int, end: Int
    ) -> Int? {
        guard piece + 1 < pieces.upperBound else { return end >= offset ? end : nil }
        let literal = shard.pieces[piece + 1]
        let isLast = piece + 2 == pieces.upperBound
        var candidate = isLast ? max(offset, end - literal.low) : offset
        while candidate + literal.low <= end {
            if shard.hasLiteral(literal, bytes: bytes, at: candidate) { return candidate }
            candidate += 1
        }
        return nil
    }

    private func acceptable(
        _ token: Token, _ shard: RoutingShard, _ bytes: RawSpan, from start: Int, to end: Int
    ) -> Int {
        var end = end
        if isHost {
            var label = start
            while label < end, bytes.byte(at: label) != UInt8(ascii: ".") { label += 1 }
            end = label
        }
        guard token.is(.typedParameter) else { return end - start }
        return shard.types[token.low].acceptablePrefix(of: bytes.extracting(start..<end))
    }

    private func accepts(
        _ token: Token, _ shard: RoutingShard, _ bytes: RawSpan, from start: Int, to end: Int
    ) -> Bool {
        guard token.is(.typedParameter) else {
            return end > start || token.takesEmptyPart
        }
        return shard.types[token.low].accepts(bytes.extracting(start..<end))
    }

    private func isKnownToFail(_ piece: Int, _ offset: Int) -> Bool {
        guard !failed.isEmpty else { return false }
        return failed[Self.word(piece, offset)] & (1 << UInt64(offset & 63)) != 0
    }

    private mutating func markFailed(_ piece: Int, _ offset: Int) {
        guard remembersFailures else { return }
        if failed.isEmpty {
            failed = Array(repeating: 0, count: PatternLimits.parametersInSegment * 4)
        }
        failed[Self.word(piece, offset)] |= 1 << UInt64(offset & 63)
    }

    /// Where the bit of a parameter and an offset, which is within the limit of 255, is.
    private static func word(_ piece: Int, _ offset: Int) -> Int { piece / 2 * 4 + (offset >> 6) }
}
