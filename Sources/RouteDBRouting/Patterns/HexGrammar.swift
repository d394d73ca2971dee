/// Hexadecimal digits, tested eight at a time.
enum HexGrammar {
    private static let ones: UInt64 = 0x0101_0101_0101_0101
    private static let tops: UInt64 = 0x8080_8080_8080_8080

    /// Whether all eight bytes of a word are hexadecimal digits.
    ///
    /// If a byte is not below 0x80, the test fails at the end; otherwise no sum carries into the next byte.
    @inline(__always)
    static func isHex(_ word: UInt64) -> Bool {
        let low = word & ~tops
        let letters = low | ones &* 0x20
        let isDigit = (low &+ ones &* 0x50) & ~(low &+ ones &* 0x46)
        let isLetter = (letters &+ ones &* 0x1F) & ~(letters &+ ones &* 0x19)
        return (isDigit | isLetter) & ~word & tops == tops
    }

    /// Whether a byte is a hexadecimal digit.
    @inline(__always)
    static func isHex(_ byte: UInt8) -> Bool {
        byte &- 0x30 < 10 || (byte | 0x20) &- 0x61 < 6
    }

    /// Whether there is at least one byte, and all are hexadecimal digits.
    @inline(__always)
    static func accepts(_ bytes: RawSpan) -> Bool {
        let count = bytes.byteCount
        guard count >= 8 else {
            var index = 0
            while index < count, isHex(bytes.byte(at: index)) { index += 1 }
            return index == count && count > 0
        }
        var offset = 0
        while offset + 8 <= count {
            guard isHex(bytes.word(at: offset)) else { return false }
            offset += 8
        }
        // The last word overlaps the one before.
        return isHex(bytes.word(at: count - 8))
    }
}
