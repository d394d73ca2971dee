import RouteDBStorage

/// The digest of a log up to a line: that of all lines before it, joined with the line's own.
///
/// The ends of lines do not count, so it is the same whether a last line has one yet or not. Of a
/// line that is too long, the beginning that is kept and the length count.
struct LineDigest: Equatable {
    /// The digest in full.
    private(set) var value: UInt64

    /// The digest before the first line, of a log that is told from others by a name, or by none.
    init(source: String) {
        value = Array(source.utf8).withUnsafeBytes { unsafe SegmentChecksum.of($0) }
    }

    /// The part of it that is kept for every line.
    var short: UInt32 { UInt32(truncatingIfNeeded: value) }

    /// Moves on over a line.
    mutating func join(_ line: RawSpan, _ split: SplitLine) {
        var sum = line.withUnsafeBytes { unsafe SegmentChecksum.of($0) }
        if split.isTooLong { sum = SegmentChecksum.mix(sum, UInt64(bitPattern: split.byteCount)) }
        value = SegmentChecksum.mix(value, sum)
    }
}
