import RouteDBRouting

// Searching the bytes of logs, sixteen at a time. These are the only unsafe reads of the parsers.
//
// Invariants of every load here:
// 1. The offset is checked against the span before the load, so that nothing outside the span is
//    ever read; a wrong offset traps.
// 2. Every bit pattern is a valid value of the loaded types.
// 3. Words are little-endian: the first byte is the lowest one.
//
// The matcher has copies of some of these functions, because functions are not inlined across
// modules.
extension RawSpan {
    /// Returns the byte at an offset.
    @inline(__always)
    func byte(at offset: Int) -> UInt8 {
        precondition(offset >= 0 && offset < byteCount, "invariant 1")
        return unsafe withUnsafeBytes {
            unsafe $0.baseAddress.unsafelyUnwrapped.load(fromByteOffset: offset, as: UInt8.self)
        }
    }

    /// Returns the eight bytes from an offset, which must be inside the span.
    @inline(__always)
    func word(at offset: Int) -> UInt64 {
        precondition(offset >= 0 && offset <= byteCount &- 8, "invariant 1")
        return unsafe withUnsafeBytes {
            unsafe UInt64(
                littleEndian: $0.baseAddress.unsafelyUnwrapped.loadUnaligned(
                    fromByteOffset: offset, as: UInt64.self))
        }
    }

    /// Returns the sixteen bytes from an offset, which must be inside the span.
    @inline(__always)
    private func vector(at offset: Int) -> SIMD16<UInt8> {
        precondition(offset >= 0 && offset <= byteCount &- 16, "invariant 1")
        return unsafe withUnsafeBytes {
            unsafe $0.baseAddress.unsafelyUnwrapped.loadUnaligned(
                fromByteOffset: offset, as: SIMD16<UInt8>.self)
        }
    }

    /// Returns the first offset of a byte, starting at `start`; the end if it does not occur.
    @inline(__always)
    func offset(of byte: UInt8, from start: Int) -> Int {
        offset(of: byte, or: byte, from: start)
    }

    /// Returns the first offset of either of two bytes, starting at `start`; the end if neither
    /// occurs.
    @inline(__always)
    func offset(of first: UInt8, or second: UInt8, from start: Int) -> Int {
        let (firsts, seconds) = (SIMD16(repeating: first), SIMD16(repeating: second))
        var offset = start
        while offset <= byteCount &- 16 {
            let bytes = vector(at: offset)
            let found = (bytes .== firsts) .| (bytes .== seconds)
            let lanes = SIMD16<UInt8>(repeating: 0)
                .replacing(with: SIMD16(repeating: 0xFF), where: found)
            let halves = unsafe unsafeBitCast(lanes, to: SIMD2<UInt64>.self)
            if halves[0] | halves[1] != 0 {
                let low = halves[0].littleEndian
                if low != 0 { return offset &+ low.trailingZeroBitCount &>> 3 }
                return offset &+ 8 &+ halves[1].littleEndian.trailingZeroBitCount &>> 3
            }
            offset &+= 16
        }
        while offset < byteCount, byte(at: offset) != first, byte(at: offset) != second {
            offset &+= 1
        }
        return offset
    }

    /// Returns the first offset of a control character; the end if there is none.
    func offsetOfControl() -> Int {
        let ones: UInt64 = 0x0101_0101_0101_0101
        var offset = 0
        while offset <= byteCount &- 8 {
            let word = word(at: offset)
            // The highest bit of each byte below 0x20 or equal to 0x7F; perhaps of others behind one.
            let distance = word ^ ones &* 0x7F
            let found = (word &- ones &* 0x20) & ~word | (distance &- ones) & ~distance
            if found & (ones &* 0x80) != 0 { break }
            offset &+= 8
        }
        while offset < byteCount, case let byte = byte(at: offset), byte >= 0x20, byte != 0x7F {
            offset &+= 1
        }
        return offset
    }

    /// Like `offset(of:from:)`, but faster if the byte is expected within a few bytes.
    @inline(__always)
    func nearOffset(of wanted: UInt8, from start: Int) -> Int {
        let ones: UInt64 = 0x0101_0101_0101_0101
        let wantedBytes = ones &* UInt64(wanted)
        var offset = start
        while offset <= byteCount &- 8 {
            // The lowest bit set is the highest bit of the first byte that is zero.
            let distance = word(at: offset) ^ wantedBytes
            let found = (distance &- ones) & ~distance & (ones &* 0x80)
            if found != 0 { return offset &+ found.trailingZeroBitCount &>> 3 }
            offset &+= 8
        }
        while offset < byteCount, byte(at: offset) != wanted { offset &+= 1 }
        return offset
    }

    /// Returns whether the span contains bytes at an offset.
    func has(_ bytes: [UInt8], at offset: Int) -> Bool {
        guard offset >= 0, offset <= byteCount &- bytes.count else { return false }
        for index in bytes.indices where byte(at: offset &+ index) != bytes[index] { return false }
        return true
    }

    /// Returns whether the span contains the bytes of another at an offset.
    @inline(__always)
    func has(_ bytes: RawSpan, at offset: Int) -> Bool {
        guard offset >= 0, offset <= byteCount &- bytes.byteCount else { return false }
        let last = bytes.byteCount &- 8
        var index = 0
        while index < last {
            if word(at: offset &+ index) != bytes.word(at: index) { return false }
            index &+= 8
        }
        if last >= 0 { return word(at: offset &+ last) == bytes.word(at: last) }
        while index < bytes.byteCount {
            if byte(at: offset &+ index) != bytes.byte(at: index) { return false }
            index &+= 1
        }
        return true
    }

    /// Returns whether the span contains a text at an offset.
    func has(_ text: StaticString, at offset: Int) -> Bool {
        let count = text.utf8CodeUnitCount
        guard offset >= 0, offset <= byteCount &- count else { return false }
        // A static string lasts for ever, and has as many bytes.
        for index in 0..<count where unsafe byte(at: offset &+ index) != text.utf8Start[index] {
            return false
        }
        return true
    }

    /// Returns a copy of the bytes in a range.
    func array(_ range: Range<Int>) -> [UInt8] {
        Array(extracting(range))
    }
}
