/// The SplitMix64 generator: equal seeds give equal numbers on every platform.
public struct SeededGenerator: RandomNumberGenerator, Sendable {
    private var state: UInt64

    /// Creates a generator.
    ///
    /// - Parameter seed: The seed.
    public init(seed: UInt64) { state = seed }

    /// Returns the next number.
    public mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }

    /// Returns a number from 0 up to, but not including, a bound.
    public mutating func below(_ bound: Int) -> Int { Int.random(in: 0..<bound, using: &self) }

    /// Returns `true` once in `times` calls on average.
    public mutating func oneIn(_ times: Int) -> Bool { below(times) == 0 }

    /// Returns an element of an array, which must not be empty.
    public mutating func pick<Element>(_ elements: [Element]) -> Element {
        elements[below(elements.count)]
    }
}

extension SeededGenerator {
    /// Returns a text damaged in one to three places: bytes are removed, doubled, swapped or
    /// replaced, or special characters are inserted.
    package mutating func damaged(_ text: [UInt8], marks: [UInt8]) -> [UInt8] {
        var bytes = text
        for _ in 0..<1 + below(3) {
            guard !bytes.isEmpty else { break }
            let index = below(bytes.count)
            switch below(5) {
            case 0: bytes.remove(at: index)
            case 1: bytes.insert(bytes[below(bytes.count)], at: index)
            case 2: bytes.swapAt(index, below(bytes.count))
            case 3: bytes[index] = UInt8(below(256))
            default: bytes.insert(pick(marks), at: index)
            }
        }
        return bytes
    }
}
