internal import RouteDBCScan

/// An immutable map from short texts to small numbers, looked up by byte range.
///
/// It finds the shard or namespace of a URL by its scheme and host, with keys such as `myapp://user`,
/// `myapp:` and `//user`. Keys are compared as a whole, so hash collisions are harmless.
///
/// Invariants:
/// 1. `slots.count` is a power of two and more than the number of entries, so probing ends.
/// 2. A slot holds an entry's index plus one, or zero if it is empty; an entry is reachable from its
///    hash's slot by steps of one without meeting an empty slot.
/// 3. An entry's words are those of its key at the offsets 0, 8, … that end inside it, and then
///    its last eight bytes; a key of fewer than eight bytes is one word, padded with zeros.
package struct TextIndex: ~Copyable, Sendable {
    struct Entry: Sendable, BitwiseCopyable {
        let hash: UInt32
        let length: UInt32
        let firstWord: UInt32
        let value: UInt32
    }

    private let slots: FixedArray<UInt32>
    private let entries: FixedArray<Entry>
    private let words: FixedArray<UInt64>
    private let seed: UInt64

    /// Creates an index.
    init(_ pairs: [(key: [UInt8], value: UInt32)], seed: UInt64 = TableHash.seed) {
        var pool = TextPool(seed: seed)
        var values: [UInt32] = []
        for (key, value) in pairs where pool.number(of: key.span.bytes) == values.count {
            values.append(value)
        }
        slots = FixedArray(pool.slots)
        entries = FixedArray(
            zip(pool.texts, values).map { text, value in
                Entry(
                    hash: text.hash, length: text.length, firstWord: text.firstWord, value: value)
            })
        words = FixedArray(pool.words)
        self.seed = seed
    }

    private init(
        slots: consuming FixedArray<UInt32>, entries: consuming FixedArray<Entry>,
        words: consuming FixedArray<UInt64>, seed: UInt64
    ) {
        self.seed = seed
        self.slots = slots
        self.entries = entries
        self.words = words
    }

    /// A copy of the index.
    func copy() -> TextIndex {
        TextIndex(
            slots: slots.copy(), entries: entries.copy(), words: words.copy(), seed: seed)
    }

    /// True if there is no key.
    var isEmpty: Bool { entries.count == 0 }

    /// The value of the text in a range of bytes.
    @inline(__always)
    package func value(in bytes: RawSpan, from start: Int, to end: Int) -> UInt32? {
        if entries.count == 1 {
            // Nearly every small table: the processor need not wait for a hash.
            let entry = entries[0]
            let isKey = Int(entry.length) == end &- start
            return isKey && matches(entry, bytes, from: start, to: end) ? entry.value : nil
        }
        let hash = TextPool.hash(bytes, from: start, to: end, seed: seed)
        let mask = slots.count &- 1
        var slot = Int(hash) & mask
        while true {
            let number = slots[slot]
            if number == 0 { return nil }
            let entry = entries[Int(number &- 1)]
            if entry.hash == hash && Int(entry.length) == end &- start
                && matches(entry, bytes, from: start, to: end)
            {
                return entry.value
            }
            slot = (slot &+ 1) & mask
        }
    }

    /// Returns whether a range of bytes is the key of an entry.
    @inline(__always)
    private func matches(
        _ entry: Entry, _ bytes: RawSpan, from start: Int, to end: Int
    ) -> Bool {
        precondition(start >= 0 && start <= end && end <= bytes.byteCount, "inside the bytes")
        // The words are inside by invariant 3, since whoever calls has compared the lengths.
        return unsafe routedb_has_words(
            bytes.start, bytes.byteCount, start, end &- start,
            words.unchecked + Int(entry.firstWord)) != 0
    }
}
