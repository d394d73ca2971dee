/// SplitMix64: the same seed gives the same numbers, everywhere and always.
struct NumberStream: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }

    /// A number from zero up to a bound, which is not reached.
    mutating func below(_ bound: Int) -> Int { Int(next() % UInt64(bound)) }

    /// True once in so many times.
    mutating func oneIn(_ times: Int) -> Bool { below(times) == 0 }

    /// An element of an array, which must not be empty.
    mutating func pick<Element>(_ elements: [Element]) -> Element {
        elements[below(elements.count)]
    }

    /// The elements in another order.
    mutating func shuffled<Element>(_ elements: [Element]) -> [Element] {
        var elements = elements
        for index in elements.indices.dropFirst() { elements.swapAt(index, below(index + 1)) }
        return elements
    }
}
