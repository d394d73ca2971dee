/// A value of any of SQLite's five storage classes.
package enum SQLiteValue: Hashable, Sendable {
    case null
    case integer(Int64)
    case real(Double)
    /// Text; bytes that are not UTF-8 were replaced by U+FFFD when it was read.
    case text(String)
    case blob([UInt8])

    /// A storage class without its value.
    package enum Kind: Hashable, Sendable {
        case null, integer, real, text, blob
    }

    /// The storage class of the value.
    package var kind: Kind {
        switch self {
        case .null: .null
        case .integer: .integer
        case .real: .real
        case .text: .text
        case .blob: .blob
        }
    }
}
