import Testing

@testable import RouteDBRouting

/// Words of a span, against its bytes one by one.
@Suite struct RawSpanTests {
    private static func bytes(_ count: Int) -> [UInt8] {
        (0..<count).map { UInt8(truncatingIfNeeded: 0x81 &+ 37 &* $0) }
    }

    @Test("a word has the bytes at its offset, also near the end and in a short span")
    func words() {
        for count in 0...20 {
            let bytes = Self.bytes(count)
            for offset in 0...count {
                for length in 0...min(8, count - offset) {
                    let expected = bytes[offset..<offset + length].reversed()
                        .reduce(0 as UInt64) { $0 << 8 | UInt64($1) }
                    let word = bytes.span.bytes.word(at: offset, length: length)
                    #expect(word == expected, "\(length) of \(count) bytes from \(offset)")
                }
            }
        }
    }

    @Test("spans are the same if all of their bytes are")
    func sameBytes() {
        for count in 0...20 {
            let bytes = Self.bytes(count)
            let other = bytes
            let isSame = bytes.span.bytes.hasSameBytes(as: other.span.bytes)
            #expect(isSame)
            let isLongerSame = bytes.span.bytes.hasSameBytes(as: Self.bytes(count + 1).span.bytes)
            #expect(!isLongerSame)
            for place in 0..<count {
                var changed = bytes
                changed[place] ^= 0x40
                let isSame = bytes.span.bytes.hasSameBytes(as: changed.span.bytes)
                #expect(!isSame, "byte \(place) of \(count)")
            }
        }
    }
}
