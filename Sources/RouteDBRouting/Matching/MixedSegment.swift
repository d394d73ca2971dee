/// Matches a segment, or the text of a host, against alternating literals and parameters.
///
/// From the left, every parameter takes as few bytes as possible such that the rest still matches. With
/// one parameter there is no choice. With several, ends are tried in ascending order. With three or
/// more, a (piece, offset) pair that failed is not tried again; with two, no pair occurs twice. Together
/// with the limit on the length, this bounds the work for any text.
package struct MixedSegment {
    /// The pieces, as indices into the shard's.
    package let pieces: Range<Int>
    /// The maximum length, in bytes, of a text that several parameters match.
    let limit: Int
    /// True if a parameter must not contain a dot; in hosts it stands for one label.
    var isHost = false
    /// Where each parameter ended in the last match.
    ///
    /// Parameters and literals alternate, so the index of a parameter is half that of its piece.
    private var ends = InlineWords()
    /// Offsets at which a parameter is known not to fit, 256 bits for each; empty if not needed.
    private var failed: [UInt64] = []
    private var remembersFailures = false

    init(pieces: Range<Int>, limit: Int) {
        self.pieces = pieces
        self.limit = limit
    }

    /// Returns whether the text matches; if so, ``end(ofPiece:)`` returns the end of each parameter.
    package mutating func fit(
        _ shard: RoutingShard, bytes: RawSpan, from start: Int, to end: Int
    ) -> Bool {
        let beginsWithLiteral = shard.pieces[pieces.lowerBound].isLiteral
        let parameters = (pieces.count + (beginsWithLiteral ? 0 : 1)) / 2
        if parameters > 1 && end - start > limit { return false }
        remembersFailures = parameters > 2
        return fit(shard, bytes, piece: pieces.lowerBound, at: start, start: start, end: end)
    }

    /// Where the parameter with the given piece index, from 0, ended in the last match.
    func end(ofPiece index: Int) -> Int { Int(ends[index / 2]) }

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
                ends[index / 2] = UInt32(next)
                if fit(shard, bytes, piece: piece + 1, at: next, start: start, end: end) {
                    return true
                }
            }
            candidate = next + 1
        }
        markFailed(index, offset - start)
        return false
    }

    /// The first offset, not before a given one, at which the piece after a parameter can begin.
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

    /// The word that holds the bit of a parameter and an offset, which is at most 255.
    private static func word(_ piece: Int, _ offset: Int) -> Int { piece / 2 * 4 + (offset >> 6) }
}
