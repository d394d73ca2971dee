package import RouteDBRouting

/// A value in a row of an SQL result, a list or a report.
package enum SQLCell: Hashable, Sendable {
    case null
    case integer(Int64)
    case real(Double)
    /// Text as bytes: it may contain NUL, and may not be valid UTF-8.
    case text([UInt8])
    case blob([UInt8])

    /// The value as JSON.
    package var json: JSONValue {
        switch self {
        case .null: .null
        case .integer(let value): .int(value)
        case .real(let value): .double(value)
        case .text(let bytes): .string(String(decoding: bytes, as: UTF8.self))
        case .blob: .string(String(decoding: bytes, as: UTF8.self))
        }
    }

    /// The value as bytes of delimited text.
    package var bytes: [UInt8] {
        switch self {
        case .null: []
        case .integer(let value): Array(String(value).utf8)
        case .real(let value): Array(String(value).utf8)
        case .text(let bytes): bytes
        case .blob(let bytes): Array("x'\(bytes.hexadecimal)'".utf8)
        }
    }
}
