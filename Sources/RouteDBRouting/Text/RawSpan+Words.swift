// Reads one, four or eight bytes of a URL, with checks. Only PlainScan and ShardSearch read without.
//
// Invariants of every load here:
// 1. The offset is checked against the span before the load, so nothing outside it is ever read; a
//    wrong offset traps.
// 2. Every bit pattern is a valid value of the types that are loaded.
// 3. Words are little-endian: the first byte is the lowest one.
//
// `RawSpan.unsafeLoadUnaligned` also checks, but in a form that the optimizer turns into carry
// chains in loops; these checks are two plain comparisons.
extension RawSpan {
    /// The eight bytes at an offset, all inside the span.
    @inline(__always)
    func word(at offset: Int) -> UInt64 {
        precondition(offset >= 0 && offset <= byteCount &- 8, "invariant 1")
        return unsafe withUnsafeBytes {
            unsafe UInt64(
                littleEndian: $0.baseAddress.unsafelyUnwrapped.loadUnaligned(
                    fromByteOffset: offset, as: UInt64.self))
        }
    }

    /// The four bytes at an offset, all inside the span.
    @inline(__always)
    func halfWord(at offset: Int) -> UInt32 {
        precondition(offset >= 0 && offset <= byteCount &- 4, "invariant 1")
        return unsafe withUnsafeBytes {
            unsafe UInt32(
                littleEndian: $0.baseAddress.unsafelyUnwrapped.loadUnaligned(
                    fromByteOffset: offset, as: UInt32.self))
        }
    }

    /// Where the bytes are: valid while the span is, since a span lends memory and never copies it.
    @inline(__always)
    var start: UnsafePointer<UInt8> {
        let start = unsafe withUnsafeBytes {
            unsafe $0.baseAddress?.assumingMemoryBound(to: UInt8.self)
        }
        // An empty span may have no address. Nothing is read through this one.
        return unsafe start ?? UnsafePointer(bitPattern: 64).unsafelyUnwrapped
    }

    /// The byte at an offset.
    @inline(__always)
    func byte(at offset: Int) -> UInt8 {
        precondition(offset >= 0 && offset < byteCount, "invariant 1")
        return unsafe withUnsafeBytes {
            unsafe $0.baseAddress.unsafelyUnwrapped.load(fromByteOffset: offset, as: UInt8.self)
        }
    }

    /// Returns whether the spans have the same bytes.
    @inline(__always)
    func hasSameBytes(as other: RawSpan) -> Bool {
        let count = byteCount
        guard count == other.byteCount else { return false }
        if count < 8 { return word(at: 0, length: count) == other.word(at: 0, length: count) }
        var offset = 0
        while offset < count &- 8 {
            if word(at: offset) != other.word(at: offset) { return false }
            offset &+= 8
        }
        return word(at: count &- 8) == other.word(at: count &- 8)
    }

    /// Returns whether any byte from an offset is `#` or above 0x7F; near the end, earlier bytes count too.
    func hasHashOrNonASCII(from start: Int) -> Bool {
        guard byteCount >= 8 else {
            return (start..<byteCount).contains {
                byte(at: $0) == UInt8(ascii: "#") || byte(at: $0) > 0x7F
            }
        }
        var offset = min(start, byteCount &- 8)
        while true {
            let word = word(at: offset)
            if (word.marking(UInt8(ascii: "#")) | word & .highBits) != 0 { return true }
            if offset == byteCount &- 8 { return false }
            offset = min(offset &+ 8, byteCount &- 8)
        }
    }

    /// Up to eight bytes at an offset, all inside the span, padded with zeros.
    @inline(__always)
    func word(at offset: Int, length: Int) -> UInt64 {
        if length == 0 { return 0 }
        let mask = UInt64.max &>> UInt64(truncatingIfNeeded: 64 &- (length &* 8))
        if offset <= byteCount &- 8 { return word(at: offset) & mask }
        return wordNearEnd(at: offset, length: length)
    }

    /// Like ``word(at:length:)``, where fewer than eight bytes remain.
    @inline(never)
    private func wordNearEnd(at offset: Int, length: Int) -> UInt64 {
        let last = byteCount &- 8
        if last >= 0 {
            precondition(offset >= 0 && length <= byteCount &- offset, "invariant 1")
            let mask = UInt64.max &>> UInt64(truncatingIfNeeded: 64 &- (length &* 8))
            return (word(at: last) &>> UInt64(truncatingIfNeeded: (offset &- last) &* 8)) & mask
        }
        // A few bytes are read as two halves, or as three bytes, that may overlap.
        let end = offset &+ length
        if length >= 4 {
            let high = UInt64(halfWord(at: end &- 4))
            return UInt64(halfWord(at: offset)) | high
                &<< UInt64(truncatingIfNeeded: length &* 8 &- 32)
        }
        let middle = length / 2
        return UInt64(byte(at: offset))
            | UInt64(byte(at: offset &+ middle)) &<< UInt64(truncatingIfNeeded: middle &* 8)
            | UInt64(byte(at: end &- 1)) &<< UInt64(truncatingIfNeeded: length &* 8 &- 8)
    }
}

extension UInt64 {
    /// The highest bit of each byte.
    @inline(__always)
    static var highBits: UInt64 { 0x8080_8080_8080_8080 }

    /// The highest bit of each byte that is the given ASCII character.
    @inline(__always)
    func marking(_ byte: UInt8) -> UInt64 {
        let others = self ^ (UInt64(byte) &* 0x0101_0101_0101_0101)
        return ~(((others & ~.highBits) &+ ~.highBits) | others) & .highBits
    }

    /// The word with its ASCII letters in lower case.
    @inline(__always)
    var asciiLowercased: UInt64 {
        let low = self & 0x7f7f_7f7f_7f7f_7f7f
        let fromA = low &+ 0x3f3f_3f3f_3f3f_3f3f
        let pastZ = low &+ 0x2525_2525_2525_2525
        let upper = ~self & (fromA ^ pastZ) & 0x8080_8080_8080_8080
        return self | (upper &>> 2)
    }
}
