/// An immutable map from numbers to numbers, for look-ups that must be cheaper than a dictionary's
/// keyed hash.
///
/// Invariants:
/// 1. `slots.count` is a power of two and at least twice the number of keys, so probing ends.
/// 2. A slot stores a value plus one, or zero if the slot is empty; a key is reachable from its
///    hash's slot by steps of one without meeting an empty slot.
struct NumberIndex: ~Copyable, Sendable {
    struct Slot: Sendable, BitwiseCopyable {
        var key: UInt64 = 0
        var value: UInt32 = 0
    }

    private let slots: FixedArray<Slot>
    private let seed: UInt64

    /// Creates an index.
    ///
    /// - Parameters:
    ///   - pairs: Distinct keys and their values, which are less than `UInt32.max`.
    ///   - seed: The seed of the hash.
    init(_ pairs: [(key: UInt64, value: UInt32)], seed: UInt64 = TableHash.seed) {
        self.seed = seed
        var size = 2
        while size < pairs.count * 2 { size *= 2 }
        var slots = [Slot](repeating: Slot(), count: size)
        for (key, value) in pairs {
            var place = Self.hash(key, seed) & (size - 1)
            while slots[place].value > 0 { place = (place + 1) & (size - 1) }
            slots[place] = Slot(key: key, value: value + 1)
        }
        self.slots = FixedArray(slots)
    }

    /// The value of a key.
    @inline(__always)
    subscript(key: UInt64) -> UInt32? {
        let mask = slots.count &- 1
        var place = Self.hash(key, seed) & mask
        while true {
            let slot = slots[place]
            if slot.value == 0 { return nil }
            if slot.key == key { return slot.value &- 1 }
            place = (place &+ 1) & mask
        }
    }

    @inline(__always)
    private static func hash(_ key: UInt64, _ seed: UInt64) -> Int {
        Int(truncatingIfNeeded: TableHash.joined(seed, key) &>> 1)
    }
}
