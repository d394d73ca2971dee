// Eight bytes at a time.
//
// Invariants of every load here:
// 1. `unsafeLoadUnaligned` checks its bounds (it is marked unsafe because it can make a value of
//    any type from bytes; of an integer every bit pattern is valid). So no load reads outside the
//    span, whatever the offsets; a wrong offset traps instead.
// 2. Words are little-endian: the first byte is the lowest one.
extension RawSpan {
    /// The eight bytes from an offset, all of them inside the span.
    @inline(__always)
    func word(at offset: Int) -> UInt64 {
        UInt64(littleEndian: unsafe unsafeLoadUnaligned(fromByteOffset: offset, as: UInt64.self))
    }

    /// The byte at an offset.
    @inline(__always)
    func byte(at offset: Int) -> UInt8 {
        unsafe unsafeLoadUnaligned(fromByteOffset: offset, as: UInt8.self)
    }

    /// Up to eight bytes from an offset, 0 to 8 of them and all inside the span, with zeros above.
    @inline(__always)
    func word(at offset: Int, length: Int) -> UInt64 {
        guard length > 0 else { return 0 }
        let mask = UInt64.max &>> UInt64(truncatingIfNeeded: 64 &- (length &* 8))
        if offset &+ 8 <= byteCount { return word(at: offset) & mask }
        if byteCount >= 8 {
            let excess = offset &+ 8 &- byteCount
            return (word(at: byteCount &- 8) &>> UInt64(truncatingIfNeeded: excess &* 8)) & mask
        }
        var word: UInt64 = 0
        for index in 0..<length {
            word |= UInt64(byte(at: offset &+ index)) &<< UInt64(truncatingIfNeeded: index &* 8)
        }
        return word
    }
}

extension UInt64 {
    /// The word with its bytes `A` to `Z` made lower case.
    @inline(__always)
    var asciiLowercased: UInt64 {
        let low = self & 0x7f7f_7f7f_7f7f_7f7f
        let fromA = low &+ 0x3f3f_3f3f_3f3f_3f3f
        let pastZ = low &+ 0x2525_2525_2525_2525
        let upper = ~self & (fromA ^ pastZ) & 0x8080_8080_8080_8080
        return self | (upper &>> 2)
    }
}
