import RouteDBStorage

/// A running digest of a log: each line's digest is combined with that of all lines before it.
///
/// Line endings are not included, so the digest is the same whether or not the last line has one
/// yet. For a line that is too long, its beginning and its length are included.
struct LineDigest: Equatable {
    /// The full digest.
    private(set) var value: UInt64

    /// Creates the digest before the first line; `source` distinguishes logs with equal lines.
    init(source: String) {
        value = Array(source.utf8).withUnsafeBytes { unsafe SegmentChecksum.of($0) }
    }

    /// The part of the digest that is stored for each line.
    var short: UInt32 { UInt32(truncatingIfNeeded: value) }

    /// Adds a line.
    mutating func join(_ line: RawSpan, _ split: SplitLine) {
        var sum = line.withUnsafeBytes { unsafe SegmentChecksum.of($0) }
        if split.isTooLong { sum = SegmentChecksum.mix(sum, UInt64(bitPattern: split.byteCount)) }
        value = SegmentChecksum.mix(value, sum)
    }
}
