/// The bit stream of the hot loop, which reads ahead by words.
///
/// Bits above `bitCount` may already hold later input; they are correct, but not counted. A
/// negative `bitCount` means that more bits were consumed than there are.
struct BitReader {
    private let isAtEnd: Bool
    private(set) var position: Int
    private(set) var bits: UInt64
    private(set) var bitCount: Int

    init(_ input: BitInput) {
        isAtEnd = input.isAtEnd
        position = input.position
        bits = input.bits
        bitCount = input.bitCount
    }

    /// Reads ahead: at least the 48 bits that a step consumes, or all that there are.
    ///
    /// - Returns: `false` if more input must be loaded first.
    @inline(__always)
    mutating func refill(_ bytes: RawSpan) -> Bool {
        if position <= bytes.byteCount &- 8 {
            bits |= bytes.word(at: position) &<< UInt64(truncatingIfNeeded: bitCount)
            position &+= (63 &- bitCount) &>> 3
            bitCount |= 56
            return true
        }
        guard isAtEnd else { return false }
        while bitCount < 56, position < bytes.byteCount {
            bits |= UInt64(bytes.byte(at: position)) &<< UInt64(truncatingIfNeeded: bitCount)
            position &+= 1
            bitCount &+= 8
        }
        return true
    }

    /// Consumes a code.
    @inline(__always)
    mutating func take(
        from entries: Span<HuffmanTable.Entry>, rootBits: Int
    ) -> HuffmanTable.Entry {
        let mask: UInt64 = 1 &<< UInt64(truncatingIfNeeded: rootBits) &- 1
        var entry = entries[Int(truncatingIfNeeded: bits & mask)]
        if entry.kind == HuffmanTable.Entry.further {
            drop(entry.length)
            let rest: UInt64 = 1 &<< UInt64(truncatingIfNeeded: entry.extraBits) &- 1
            entry = entries[entry.value &+ Int(truncatingIfNeeded: bits & rest)]
        }
        drop(entry.length)
        return entry
    }

    /// Consumes bits as a number.
    @inline(__always)
    mutating func takeBits(_ count: Int) -> Int {
        let mask: UInt64 = 1 &<< UInt64(truncatingIfNeeded: count) &- 1
        let value = Int(truncatingIfNeeded: bits & mask)
        drop(count)
        return value
    }

    @inline(__always)
    mutating func drop(_ count: Int) {
        bits &>>= UInt64(truncatingIfNeeded: count)
        bitCount &-= count
    }

    /// Restores the state before a failed step, and returns whether bits were missing or wrong.
    mutating func mistake(since before: BitReader) -> InflateLoop.Stop {
        let isTruncated = bitCount < 0
        self = before
        return isTruncated ? .truncated : .damaged
    }
}
