/// An immutable map from short texts to small numbers, looked up by byte range.
///
/// It finds the shard or namespace of a URL by its scheme and host: `myapp://user`, `myapp:` and
/// `//user` are such texts. Keys are compared whole, so equal hashes of unequal texts do no harm.
///
/// Invariants:
/// 1. `slots.count` is a power of two and more than the number of entries, so probing ends.
/// 2. A slot holds an entry's index plus one, or zero; an entry is reachable from its hash's slot
///    by steps of one without meeting a zero.
/// 3. An entry's words are those of its key at the offsets 0, 8, … that end inside it, and then
///    its last eight bytes; a key of fewer than eight bytes is one word, padded with zeros.
struct TextIndex: ~Copyable, Sendable {
    struct Entry: Sendable, BitwiseCopyable {
        let hash: UInt32
        let length: UInt32
        let firstWord: UInt32
        let value: UInt32
    }

    private let slots: FixedArray<UInt32>
    private let entries: FixedArray<Entry>
    private let words: FixedArray<UInt64>

    /// Makes an index.
    ///
    /// - Parameter pairs: Keys and values; of equal keys the first one counts.
    init(_ pairs: [(key: [UInt8], value: UInt32)]) {
        var capacity = 2
        while capacity < pairs.count &* 2 { capacity &*= 2 }
        var slots = [UInt32](repeating: 0, count: capacity)
        var entries: [Entry] = []
        var words: [UInt64] = []
        var seen: Set<[UInt8]> = []
        for (key, value) in pairs where seen.insert(key).inserted {
            let span = key.span.bytes
            let hash = Self.hash(span, from: 0, to: key.count)
            entries.append(
                Entry(
                    hash: hash, length: UInt32(key.count), firstWord: UInt32(words.count),
                    value: value))
            for offset in stride(from: 0, to: key.count - 8, by: 8) {
                words.append(span.word(at: offset))
            }
            words.append(Self.lastWord(span, from: 0, to: key.count))
            var slot = Int(hash) & (capacity - 1)
            while slots[slot] != 0 { slot = (slot + 1) & (capacity - 1) }
            slots[slot] = UInt32(entries.count)
        }
        self.slots = FixedArray(slots)
        self.entries = FixedArray(entries)
        self.words = FixedArray(words)
    }

    /// Whether there is no key.
    var isEmpty: Bool { entries.count == 0 }

    /// The value of the text in a range of bytes.
    @inline(__always)
    func value(in bytes: RawSpan, from start: Int, to end: Int) -> UInt32? {
        let hash = Self.hash(bytes, from: start, to: end)
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

    @inline(__always)
    private func matches(
        _ entry: Entry, _ bytes: RawSpan, from start: Int, to end: Int
    ) -> Bool {
        var offset = start
        var word = Int(entry.firstWord)
        while offset < end &- 8 {
            if bytes.word(at: offset) != words[word] { return false }
            offset &+= 8
            word &+= 1
        }
        return Self.lastWord(bytes, from: start, to: end) == words[word]
    }

    @inline(__always)
    private static func hash(_ bytes: RawSpan, from start: Int, to end: Int) -> UInt32 {
        var hash = UInt64(truncatingIfNeeded: end &- start)
        var offset = start
        while offset < end &- 8 {
            hash = (hash ^ bytes.word(at: offset)) &* 0x9E37_79B9_7F4A_7C15
            hash ^= hash &>> 32
            offset &+= 8
        }
        hash = (hash ^ lastWord(bytes, from: start, to: end)) &* 0x9E37_79B9_7F4A_7C15
        return UInt32(truncatingIfNeeded: hash &>> 32)
    }

    /// The last eight bytes of a range, or all of it if there are fewer.
    @inline(__always)
    private static func lastWord(_ bytes: RawSpan, from start: Int, to end: Int) -> UInt64 {
        end &- start >= 8
            ? bytes.word(at: end &- 8) : bytes.word(at: start, length: end &- start)
    }
}
