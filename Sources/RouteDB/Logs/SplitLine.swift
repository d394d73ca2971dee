/// Where a line stands in its input, and whether it is whole.
package struct SplitLine: Equatable, Sendable {
    /// The offset of its first byte.
    package let offset: Int64
    /// How many bytes it has, with its end.
    package let byteCount: Int64
    /// Whether it was too long, so that only its beginning is there.
    package let isTooLong: Bool
    /// Whether it has an end; the last line of a log that is being written may have none yet.
    package let isEnded: Bool
}
