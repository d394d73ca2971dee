// Reads the bytes of a URL in order to shorten it in the history.
extension RawSpan {
    /// Returns the offset where the first characters of a range end, percent-encoded or not.
    ///
    /// - Parameters:
    ///   - count: How many Unicode scalars.
    ///   - range: The range.
    /// - Returns: The offset after them, or the end of the range.
    package func writtenEnd(ofCharacters count: Int, in range: Range<Int>) -> Int {
        var offset = range.lowerBound
        var characters = 0
        while offset < range.upperBound {
            let (byte, next) = PercentCoding.byte(self, at: offset, to: range.upperBound)
            // All but the first byte of a scalar begin with the bits 10.
            if byte & 0xC0 != 0x80 { characters += 1 }
            if characters > count { break }
            offset = next
        }
        return offset
    }
}

extension [UInt8] {
    /// The bytes with their percent-encoding decoded once; `nil` if they have none.
    package var percentDecoded: [UInt8]? {
        guard contains(UInt8(ascii: "%")) else { return nil }
        var decoded: [UInt8] = []
        decoded.reserveCapacity(count)
        TextDecoding().decode(0..<count, of: span.bytes, into: &decoded)
        return decoded.count < count ? decoded : nil
    }
}
