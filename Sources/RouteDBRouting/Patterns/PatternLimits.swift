/// The limits of a pattern, the same for every dialect; they bound what a match can cost.
public enum PatternLimits {
    /// The longest text of a pattern, in UTF-8 bytes.
    public static let bytes = 8_192

    /// The most segments that one variant may have.
    public static let segments = 40

    /// The most variants that optional groups may expand to.
    public static let variants = 64

    /// The most parameters that one segment may hold.
    public static let parametersInSegment = 8

    /// The most query conditions.
    public static let conditions = 16

    /// The longest segment of a URL, in decoded bytes, that a segment with two or more
    /// parameters matches.
    public static let mixedSegmentBytes = 255
}
