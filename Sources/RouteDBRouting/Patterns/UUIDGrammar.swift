/// UUIDs: 8-4-4-4-12 hexadecimal digits of either case.
enum UUIDGrammar {
    static let length = 36

    @inline(__always)
    static func accepts(_ bytes: RawSpan) -> Bool {
        bytes.byteCount == length && begins(bytes)
    }

    /// Whether the first 36 bytes, which must exist, are a UUID.
    @inline(__always)
    static func begins(_ bytes: RawSpan) -> Bool {
        let hyphen = UInt8(ascii: "-")
        guard bytes.byte(at: 8) == hyphen, bytes.byte(at: 13) == hyphen,
            bytes.byte(at: 18) == hyphen, bytes.byte(at: 23) == hyphen
        else { return false }
        let middle = UInt64(bytes.halfWord(at: 9)) << 32 | UInt64(bytes.halfWord(at: 14))
        let end = UInt64(bytes.halfWord(at: 19)) << 32 | UInt64(bytes.halfWord(at: 32))
        return HexGrammar.isHex(bytes.word(at: 0)) && HexGrammar.isHex(middle)
            && HexGrammar.isHex(bytes.word(at: 24)) && HexGrammar.isHex(end)
    }
}
