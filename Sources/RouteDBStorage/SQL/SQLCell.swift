/// A value in a row of an SQL result.
package enum SQLCell: Hashable, Sendable {
    case null
    case integer(Int64)
    case real(Double)
    /// Text as bytes: it may contain NUL, and may not be valid UTF-8.
    case text([UInt8])
    case blob([UInt8])
}
