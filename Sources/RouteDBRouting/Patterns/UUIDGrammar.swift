/// UUIDs: 8-4-4-4-12 hexadecimal digits of either case.
enum UUIDGrammar {
    static let length = 36

    @inline(__always)
    static func accepts(_ bytes: RawSpan) -> Bool {
        bytes.byteCount == length && begins(bytes)
    }

    /// Whether the first 36 bytes, which are there, are a UUID.
    @inline(__always)
    static func begins(_ bytes: RawSpan) -> Bool {
        let hyphen = UInt8(ascii: "-")
        guard bytes.byte(8) == hyphen, bytes.byte(13) == hyphen,
            bytes.byte(18) == hyphen, bytes.byte(23) == hyphen
        else { return false }
        let middle = UInt64(bytes.halfWord(9)) << 32 | UInt64(bytes.halfWord(14))
        let end = UInt64(bytes.halfWord(19)) << 32 | UInt64(bytes.halfWord(32))
        return HexGrammar.isHex(bytes.word(0)) && HexGrammar.isHex(middle)
            && HexGrammar.isHex(bytes.word(24)) && HexGrammar.isHex(end)
    }
}
