/// A growing set of texts, distinguished by their bytes and numbered in order of appearance.
///
/// A dictionary would need an array or a string for each key, and its keyed hash would cost more than
/// the rest of compiling a route. Texts are compared as a whole.
///
/// Invariants:
/// 1. `slots.count` is a power of two and at least twice the number of texts, so probing ends.
/// 2. A slot holds a text's number plus one, or zero if it is empty; a text is reachable from its hash's
///    slot by steps of one without meeting an empty slot.
/// 3. A text's words are those at the offsets 0, 8, … that end before its last byte, and then its
///    last eight bytes; a text of fewer than eight bytes is one word, padded with zeros.
struct TextPool: Sendable {
    struct Text: Sendable, BitwiseCopyable {
        let hash: UInt32
        let length: UInt32
        let firstWord: UInt32
    }

    private(set) var texts: [Text] = []
    private(set) var words: [UInt64] = []
    private(set) var slots: [UInt32] = [0, 0]
    let seed: UInt64

    init(seed: UInt64 = TableHash.seed) { self.seed = seed }

    /// The number of a text; a new text gets the next number.
    mutating func number(of bytes: RawSpan) -> Int {
        let hash = Self.hash(bytes, from: 0, to: bytes.byteCount, seed: seed)
        let mask = slots.count &- 1
        var slot = Int(hash) & mask
        while slots[slot] != 0 {
            let number = Int(slots[slot] &- 1)
            if texts[number].hash == hash, matches(texts[number], bytes) { return number }
            slot = (slot &+ 1) & mask
        }
        append(bytes, hash: hash)
        if texts.count &* 2 > slots.count {
            grow()
        } else {
            slots[slot] = UInt32(texts.count)
        }
        return texts.count &- 1
    }

    /// The number of a text; a new text gets the next number.
    mutating func number(of text: String) -> Int {
        text.withBytes { number(of: $0) }
    }

    private func matches(_ text: Text, _ bytes: RawSpan) -> Bool {
        let end = bytes.byteCount
        guard Int(text.length) == end else { return false }
        // As `TextIndex` compares, but in Swift: by its function in C, compiling a table takes 6% longer.
        var word = Int(text.firstWord)
        var offset = 0
        while offset < end &- 8 {
            if bytes.word(at: offset) != words[word] { return false }
            offset &+= 8
            word &+= 1
        }
        return Self.lastWord(bytes, from: 0, to: end) == words[word]
    }

    private mutating func append(_ bytes: RawSpan, hash: UInt32) {
        let end = bytes.byteCount
        texts.append(
            Text(hash: hash, length: UInt32(end), firstWord: UInt32(words.count)))
        var offset = 0
        while offset < end &- 8 {
            words.append(bytes.word(at: offset))
            offset &+= 8
        }
        words.append(Self.lastWord(bytes, from: 0, to: end))
    }

    private mutating func grow() {
        slots = [UInt32](repeating: 0, count: max(16, slots.count &* 4))
        let mask = slots.count &- 1
        for (number, text) in texts.enumerated() {
            var slot = Int(text.hash) & mask
            while slots[slot] != 0 { slot = (slot &+ 1) & mask }
            slots[slot] = UInt32(number &+ 1)
        }
    }

    /// The hash of a range of bytes.
    @inline(__always)
    static func hash(_ bytes: RawSpan, from start: Int, to end: Int, seed: UInt64) -> UInt32 {
        var hash = seed ^ UInt64(truncatingIfNeeded: end &- start)
        var offset = start
        while offset < end &- 8 {
            hash = TableHash.joined(hash, bytes.word(at: offset))
            offset &+= 8
        }
        hash = TableHash.joined(hash, lastWord(bytes, from: start, to: end))
        return UInt32(truncatingIfNeeded: hash)
    }

    /// The last eight bytes of a range, or all of it if there are fewer.
    @inline(__always)
    static func lastWord(_ bytes: RawSpan, from start: Int, to end: Int) -> UInt64 {
        end &- start >= 8
            ? bytes.word(at: end &- 8) : bytes.word(at: start, length: end &- start)
    }
}
