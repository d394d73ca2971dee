/// The limits of a pattern, the same for every dialect.
///
/// They bound the cost of a match.
public enum PatternLimits {
    /// The maximum length of a pattern, in UTF-8 bytes.
    public static let bytes = 8_192

    /// The maximum number of segments of a variant.
    public static let segments = 40

    /// The maximum number of variants that optional groups may expand to.
    public static let variants = 64

    /// The maximum number of parameters of a segment.
    public static let parametersInSegment = 8

    /// The maximum number of query conditions.
    public static let conditions = 16

    /// The maximum length of a URL segment, in decoded bytes, that a pattern segment with two or more
    /// parameters matches.
    public static let mixedSegmentBytes = 255
}
