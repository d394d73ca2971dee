/// One value of a row that SQL gives.
package enum SQLCell: Hashable, Sendable {
    case null
    case integer(Int64)
    case real(Double)
    /// Text as its bytes: it may hold NUL, and need not be UTF-8.
    case text([UInt8])
    case blob([UInt8])
}
