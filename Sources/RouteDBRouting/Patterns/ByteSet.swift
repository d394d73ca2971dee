/// A set of ASCII bytes; it never contains bytes of 0x80 or more.
struct ByteSet: Sendable {
    /// The bytes below 64, one bit each.
    let low: UInt64

    /// The bytes from 64 to 127, one bit each.
    let high: UInt64

    @inline(__always)
    func contains(_ byte: UInt8) -> Bool {
        let word = byte < 64 ? low : high
        return byte < 128 && (word >> UInt64(byte & 63)) & 1 != 0
    }

    /// The control characters, `#`, `%` and `\`, which need special treatment in every literal.
    static let decoded = ByteSet(
        low: 0xFFFF_FFFF | 1 << 35 | 1 << 37,
        high: 1 << 28 | 1 << 63)

    /// What ends a literal of the path: ``decoded`` and `( ) * / < > ? { }`.
    static let path = ByteSet(
        low: 0xFFFF_FFFF | 1 << 35 | 1 << 37 | 1 << 40 | 1 << 41 | 1 << 42 | 1 << 47 | 1 << 60
            | 1 << 62 | 1 << 63,
        high: 1 << 28 | 1 << 59 | 1 << 61 | 1 << 63)

    /// What ends a literal of the host: ``path`` and `: @ [ ]`.
    static let host = ByteSet(
        low: 0xFFFF_FFFF | 1 << 35 | 1 << 37 | 1 << 40 | 1 << 41 | 1 << 42 | 1 << 47 | 1 << 58
            | 1 << 60 | 1 << 62 | 1 << 63,
        high: 1 << 0 | 1 << 27 | 1 << 28 | 1 << 29 | 1 << 59 | 1 << 61 | 1 << 63)

    /// What ends the value of a query condition: ``decoded`` and `& ( ) * < > { }`.
    static let value = ByteSet(
        low: 0xFFFF_FFFF | 1 << 35 | 1 << 37 | 1 << 38 | 1 << 40 | 1 << 41 | 1 << 42 | 1 << 60
            | 1 << 62,
        high: 1 << 28 | 1 << 59 | 1 << 61 | 1 << 63)

    /// What ends the key of a query condition: ``value`` and `=`.
    static let key = ByteSet(
        low: 0xFFFF_FFFF | 1 << 35 | 1 << 37 | 1 << 38 | 1 << 40 | 1 << 41 | 1 << 42 | 1 << 60
            | 1 << 61 | 1 << 62,
        high: 1 << 28 | 1 << 59 | 1 << 61 | 1 << 63)
}
