/// Finds the rules of a scope that are for a subject.
///
/// Invariants:
/// 1. `slots.count` is a power of two and at least twice the number of pairs of scope and subject,
///    so probing ends.
/// 2. A slot without rules is empty; a pair is reachable from its hash's slot by steps of one
///    without meeting an empty one.
/// 3. A slot's rules stand together in `rules`, rising.
struct RuleIndex: ~Copyable, Sendable {
    struct Slot: Sendable, BitwiseCopyable {
        var key: UInt64 = 0
        var first: UInt32 = 0
        var count: UInt32 = 0
    }

    private let slots: FixedArray<Slot>
    private let rules: FixedArray<Int32>

    /// Makes an index.
    ///
    /// - Parameter pairs: The scope and the subject of each rule, both numbered.
    init(_ pairs: [(scope: UInt32, subject: UInt32)]) {
        let keys = pairs.map { Self.key($0.scope, $0.subject) }
        let order = keys.indices.sorted { (keys[$0], $0) < (keys[$1], $1) }
        var size = 2
        while size < keys.count * 2 { size *= 2 }
        var slots = [Slot](repeating: Slot(), count: size)
        var first = 0
        while first < order.count {
            let key = keys[order[first]]
            let end = order[first...].firstIndex { keys[$0] != key } ?? order.count
            var slot = Self.hash(key) & (size - 1)
            while slots[slot].count > 0 { slot = (slot + 1) & (size - 1) }
            slots[slot] = Slot(key: key, first: UInt32(first), count: UInt32(end - first))
            first = end
        }
        self.slots = FixedArray(slots)
        rules = FixedArray(order.map(Int32.init))
    }

    /// Calls a closure with each rule, as an index.
    @inline(__always)
    func forEach(_ scope: UInt32, _ subject: UInt32, _ body: (Int32) -> Void) {
        let key = Self.key(scope, subject)
        let mask = slots.count &- 1
        var place = Self.hash(key) & mask
        while true {
            let slot = slots[place]
            if slot.count == 0 { return }
            if slot.key == key {
                for index in slot.first..<slot.first &+ slot.count { body(rules[Int(index)]) }
                return
            }
            place = (place &+ 1) & mask
        }
    }

    @inline(__always)
    private static func key(_ scope: UInt32, _ subject: UInt32) -> UInt64 {
        UInt64(scope) << 32 | UInt64(subject)
    }

    @inline(__always)
    private static func hash(_ key: UInt64) -> Int {
        var key = (key ^ key &>> 32) &* 0x9E37_79B9_7F4A_7C15
        key ^= key &>> 32
        return Int(truncatingIfNeeded: key &>> 1)
    }
}
