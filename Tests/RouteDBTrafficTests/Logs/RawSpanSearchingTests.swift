import RouteDBTestSupport
import Testing

@testable import RouteDBTraffic

@Suite("Searching the bytes of logs")
struct RawSpanSearchingTests {
    // Each span is used only while its array is there.

    /// Bytes that a borrow between the bytes of a word could confuse.
    private static let alphabet: [UInt8] = [
        0x00, 0x01, 0x1F, 0x20, 0x21, 0x7F, 0x80, 0x81, 0xA0, 0xFF,
    ]

    @Test("a byte is found where a plain loop finds it, in every length and from every start")
    func firstOffsets() {
        var generator = SeededGenerator(seed: 48)
        for length in 0...40 {
            let bytes = (0..<length).map { _ in Self.alphabet.randomElement(using: &generator)! }
            for wanted in Self.alphabet {
                for start in 0...length {
                    let expected = bytes[start...].firstIndex(of: wanted) ?? length
                    let near = unsafe bytes.span.bytes.nearOffset(of: wanted, from: start)
                    let far = unsafe bytes.span.bytes.offset(of: wanted, from: start)
                    #expect(near == expected, "\(wanted) from \(start) in \(bytes)")
                    #expect(far == expected, "\(wanted) from \(start) in \(bytes)")
                }
            }
        }
    }

    @Test("the first of two bytes is found where a plain loop finds it")
    func firstOfTwo() {
        var generator = SeededGenerator(seed: 49)
        for length in 0...40 {
            let bytes = (0..<length).map { _ in UInt8.random(in: 0...255, using: &generator) }
            for _ in 0..<20 {
                let first = UInt8.random(in: 0...255, using: &generator)
                let second = bytes.randomElement(using: &generator) ?? 0
                let start = Int.random(in: 0...length, using: &generator)
                let expected = bytes[start...].firstIndex { $0 == first || $0 == second } ?? length
                let found = unsafe bytes.span.bytes.offset(of: first, or: second, from: start)
                #expect(found == expected, "\(first) or \(second) from \(start) in \(bytes)")
            }
        }
    }

    @Test("a control character is found where a plain loop finds it")
    func controlCharacters() {
        var generator = SeededGenerator(seed: 50)
        for length in 0...40 {
            for _ in 0..<20 {
                // Bytes of one parity, since a search of words that looks at a wrong bit sees only some of those.
                let parity = UInt8.random(in: 0...1, using: &generator)
                let bytes = (0..<length).map { _ in
                    let isAny = Int.random(in: 0..<15, using: &generator) == 0
                    return UInt8.random(in: (isAny ? 0 : 0x20)...0xFF, using: &generator) & 0xFE
                        | parity
                }
                let expected = bytes.firstIndex { $0 < 0x20 || $0 == 0x7F } ?? length
                let found = unsafe bytes.span.bytes.offsetOfControl()
                #expect(found == expected, "\(bytes)")
            }
        }
    }

    @Test("a text is found at an offset exactly if all its bytes are there")
    func texts() {
        let bytes = Array("0123456789abcdefghij".utf8)
        for start in 0..<bytes.count {
            for end in start...bytes.count {
                let same = Array(bytes[start..<end])
                let isThere = unsafe bytes.span.bytes.has(same.span.bytes, at: start)
                #expect(isThere, "\(start..<end)")
                for place in same.indices {
                    var other = same
                    other[place] ^= 0x80
                    let isOther = unsafe bytes.span.bytes.has(other.span.bytes, at: start)
                    #expect(!isOther, "\(start..<end), other at \(place)")
                }
                let isBehind = unsafe bytes.span.bytes.has(
                    same.span.bytes, at: bytes.count - same.count + 1)
                #expect(!isBehind, "\(start..<end) behind the end")
            }
        }
    }
}
