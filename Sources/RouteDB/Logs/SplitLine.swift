/// The position of a line in its input, and whether it is complete.
package struct SplitLine: Equatable, Sendable {
    /// The offset of the first byte.
    package let offset: Int64
    /// The length in bytes, including the line ending.
    package let byteCount: Int64
    /// Whether the line exceeded the limit, so that only its beginning was passed.
    package let isTooLong: Bool
    /// Whether the line has a line ending; the last line of a growing log may not have one yet.
    package let isEnded: Bool
}
