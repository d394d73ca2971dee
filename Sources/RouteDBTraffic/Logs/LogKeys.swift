import RouteDBRouting

/// The meanings of the keys of JSON lines, each looked up by its name once.
///
/// The lines of a log have few different keys, mostly the same ones. A log with many is read with the last of
/// them, so that the memory is bounded.
struct LogKeys {
    /// The most keys that are kept, and the number of slots, which is a power of two.
    private static let (limit, slotCount) = (256, 1_024)

    private struct Key {
        let text: Range<Int>
        let column: LogColumn?
    }

    private var keys: [Key] = []
    /// The bytes of all keys.
    private var texts: [UInt8] = []
    /// The place of a key behind that of its hash, and one more than it; zero for none.
    private var slots = [UInt16](repeating: 0, count: slotCount)

    /// Returns the meaning of a key whose hash is that of ``JSONKey``.
    mutating func column(of key: RawSpan, hash: UInt32) -> LogColumn? {
        var slot = Int(hash) & (Self.slotCount &- 1)
        while slots[slot] != 0 {
            let known = keys[Int(slots[slot]) &- 1]
            if known.text.count == key.byteCount,
                key.has(texts.span.bytes.extracting(known.text), at: 0)
            {
                return known.column
            }
            slot = (slot &+ 1) & (Self.slotCount &- 1)
        }
        return add(key, at: slot)
    }

    private mutating func add(_ key: RawSpan, at slot: Int) -> LogColumn? {
        let text = key.array(0..<key.byteCount)
        let column = LogColumn(name: text)
        guard keys.count < Self.limit else {
            self = LogKeys()
            return column
        }
        let start = texts.count
        texts += text
        keys.append(Key(text: start..<texts.count, column: column))
        slots[slot] = UInt16(keys.count)
        return column
    }
}
