/// Finds the rules of a scope for a subject.
struct RuleIndex: ~Copyable, Sendable {
    /// The start of each run of rules with one scope and subject, and the end of the last run.
    private let firsts: FixedArray<UInt32>
    private let runs: NumberIndex
    /// The rules, run by run, ascending within each.
    private let rules: FixedArray<Int32>
    /// For each scope, a bit for each subject that has rules there.
    ///
    /// Subjects beyond the first few share bits. Most subjects have no rule in most scopes, and the
    /// filter shows that without a look-up.
    private let filters: FixedArray<UInt64>

    /// Creates an index.
    init(_ pairs: [(scope: UInt32, subject: UInt32)], scopes: Int) {
        let keys = pairs.map { Self.key($0.scope, $0.subject) }
        let order = keys.indices.sorted { (keys[$0], $0) < (keys[$1], $1) }
        var firsts: [UInt32] = []
        var runs: [(key: UInt64, value: UInt32)] = []
        for (place, rule) in order.enumerated() where runs.last?.key != keys[rule] {
            runs.append((keys[rule], UInt32(runs.count)))
            firsts.append(UInt32(place))
        }
        var filters = [UInt64](repeating: 0, count: scopes)
        for pair in pairs { filters[Int(pair.scope)] |= Self.bit(of: pair.subject) }
        self.firsts = FixedArray(firsts + [UInt32(order.count)])
        self.runs = NumberIndex(runs)
        rules = FixedArray(order.map(Int32.init))
        self.filters = FixedArray(filters)
    }

    /// Calls a closure with each rule, as an index.
    @inline(__always)
    func forEach(_ scope: UInt32, _ subject: UInt32, _ body: (Int32) -> Void) {
        guard filters[Int(scope)] & Self.bit(of: subject) != 0,
            let run = runs[Self.key(scope, subject)]
        else { return }
        for index in firsts[Int(run)]..<firsts[Int(run) &+ 1] { body(rules[Int(index)]) }
    }

    @inline(__always)
    private static func key(_ scope: UInt32, _ subject: UInt32) -> UInt64 {
        UInt64(scope) << 32 | UInt64(subject)
    }

    /// The first three subjects, which apply to every principal, have their own bits.
    @inline(__always)
    private static func bit(of subject: UInt32) -> UInt64 {
        1 &<< UInt64(subject < 3 ? subject : 3 &+ subject % 61)
    }
}

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
