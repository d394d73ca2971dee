/// SplitMix64: the same seed gives the same workload, everywhere and always.
struct SeededGenerator: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }

    mutating func below(_ bound: Int) -> Int { Int.random(in: 0..<bound, using: &self) }

    mutating func percent(_ chance: Int) -> Bool { below(100) < chance }

    /// An element of a list, which must not be empty.
    mutating func pick<Element>(_ elements: [Element]) -> Element {
        elements[below(elements.count)]
    }

    /// Text of lower-case letters and digits that begins with a letter.
    mutating func word(_ lengths: ClosedRange<Int>) -> String {
        let letters = Array("abcdefghijklmnopqrstuvwxyz0123456789".utf8)
        let count = Int.random(in: lengths, using: &self)
        let bytes = (0..<count).map { letters[below($0 == 0 ? 26 : letters.count)] }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// A UUID in its usual spelling.
    mutating func uuid() -> String {
        let digits = Array("0123456789abcdef".utf8)
        var bytes: [UInt8] = []
        for group in [8, 4, 4, 4, 12] {
            if !bytes.isEmpty { bytes.append(UInt8(ascii: "-")) }
            for _ in 0..<group { bytes.append(digits[below(16)]) }
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}
