/// Reads a URL in plain form, in one pass and without copying it.
///
/// Nearly all URLs are plain: `scheme://host/path` or `/path`, without percent-encoding, control or
/// non-ASCII bytes up to the end of the path, without empty or dot segments, and with at most
/// ``capacity`` - 2 slashes. Other URLs are read by ``NormalForm``, which gives the same result for
/// plain URLs, but more slowly.
enum PlainScan {
    /// The most bounds that a scan writes.
    static let capacity = 49

    /// Finds the parts of a URL.
    ///
    /// - Parameters:
    ///   - url: The URL as written.
    ///   - bounds: Receives ``URLFacts/beforeStart``, the offsets of the slashes, and of the path's
    ///     end; ``capacity`` long.
    ///   - facts: Receives the facts.
    /// - Returns: Whether the URL is plain. Whether the scheme and the host have only ordinary
    ///   characters is not checked here: see ``hasPlainAuthority(_:_:)``.
    @inline(__always)
    static func scan(
        _ url: RawSpan, into bounds: inout MutableSpan<UInt32>, _ facts: inout URLFacts
    ) -> Bool {
        let count = url.byteCount
        // The text before the first slash is a segment if the whole URL is read as segments.
        bounds[0] = URLFacts.beforeStart
        var slashCount = 0
        var adjacentCount = 0
        var pathEnd = count
        var special = Block.zeros
        var dots = false
        var base = 0
        path: while base < count {
            var marks = Block.marks(in: url, from: base, special: &special)
            while marks != 0 {
                let position = base &+ marks.trailingZeroBitCount
                marks &= marks &- 1
                let pair = url.pair(at: position)
                if UInt8(truncatingIfNeeded: pair) != UInt8(ascii: "/") {
                    pathEnd = position
                    base &+= 64
                    break path
                }
                if slashCount == capacity - 2 { return false }
                slashCount &+= 1
                bounds[slashCount] = UInt32(truncatingIfNeeded: position)
                if pair == Block.slashSlash { adjacentCount &+= 1 }
                if pair == Block.slashDot { dots = true }
            }
            base &+= 64
        }
        while base <= count &- 16 {
            special |= Block.special(url.vector(at: base))
            base &+= 16
        }
        if base < count { special |= Block.special(Block.last(of: url)) }
        if dots || slashCount == 0 { return false }
        if Block.isAnySet(special) && !isPlain(url, to: pathEnd) { return false }
        bounds[slashCount &+ 1] = UInt32(truncatingIfNeeded: pathEnd)
        facts.pathEnd = pathEnd
        facts.firstBound = 1
        facts.segmentCount = slashCount
        let isPlain = readAuthority(url, bounds, adjacentCount: adjacentCount, &facts)
        if facts.segmentCount > 0 && Int(bounds[slashCount]) == pathEnd &- 1 {
            facts.hasTrailingSlash = true
            facts.segmentCount &-= 1
        }
        return isPlain
    }

    /// Reads the scheme and host before the first slashes, if they are in plain form.
    @inline(__always)
    private static func readAuthority(
        _ url: RawSpan, _ bounds: borrowing MutableSpan<UInt32>, adjacentCount: Int,
        _ facts: inout URLFacts
    ) -> Bool {
        let first = Int(bounds[1])
        if first == 0 { return adjacentCount == 0 }
        guard adjacentCount == 1, first >= 2, Int(bounds[2]) == first &+ 1,
            url.byte(at: first &- 1) == UInt8(ascii: ":")
        else { return false }
        facts.schemeEnd = first &- 1
        facts.hostStart = first &+ 2
        facts.hostEnd = Int(bounds[3])
        facts.firstBound = 3
        facts.segmentCount &-= 2
        return facts.hasHost
    }

    /// Whether scheme and host are in lower case and have only ordinary characters.
    ///
    /// A host with a port, user info or brackets is not plain.
    static func hasPlainAuthority(_ url: RawSpan, _ facts: URLFacts) -> Bool {
        guard facts.schemeEnd >= 0 else { return true }
        for offset in 0..<facts.schemeEnd {
            let byte = url.byte(at: offset)
            guard byte.isSchemeCharacter, byte == byte.asciiLowercased,
                offset > 0 || byte.isASCIILetter
            else { return false }
        }
        for offset in facts.hostStart..<facts.hostEnd
        where !url.byte(at: offset).isPlainHostCharacter {
            return false
        }
        return true
    }

    /// Whether special bytes occur only after the path, and are well-formed there.
    @inline(never)
    private static func isPlain(_ url: RawSpan, to pathEnd: Int) -> Bool {
        for offset in 0..<pathEnd where url.byte(at: offset).isSpecialInPath { return false }
        return TextDecoding().problem(in: pathEnd..<url.byteCount, of: url) == nil
    }
}

/// Up to 64 bytes of a URL as a bitmap: where the slashes are, and where a path can end.
///
/// Swift's SIMD types have no move-mask instruction; a multiplication gathers the bits instead.
private enum Block {
    /// Two slashes, as a pair of bytes.
    static let slashSlash: UInt16 = 0x2F2F
    static let slashDot: UInt16 = 0x2E2F

    /// The bits of `/`, `?` and `#`; lanes of special bytes are added to `special`.
    @inline(__always)
    static func marks(
        in url: RawSpan, from base: Int, special: inout SIMD16<UInt8>
    ) -> UInt64 {
        var marks: UInt64 = 0
        var shift: UInt64 = 0
        var offset = base
        while shift < 64 && offset <= url.byteCount &- 16 {
            let bytes = url.vector(at: offset)
            marks |= Self.marks(bytes) &<< shift
            special |= Self.special(bytes)
            shift &+= 16
            offset &+= 16
        }
        if shift < 64 && offset < url.byteCount {
            // The last vector begins before the offset, so its bits are shifted into place.
            let bytes = last(of: url)
            let excess = url.byteCount < 16 ? 0 : offset &- (url.byteCount &- 16)
            marks |= (Self.marks(bytes) &>> UInt64(truncatingIfNeeded: excess)) &<< shift
            special |= Self.special(bytes)
        }
        return marks
    }

    @inline(__always)
    private static func marks(_ bytes: SIMD16<UInt8>) -> UInt64 {
        mask((bytes .== slash) .| (bytes .== questionMark) .| (bytes .== hash))
    }

    /// The last 16 bytes of a URL; a short one is padded with `a`.
    @inline(__always)
    static func last(of url: RawSpan) -> SIMD16<UInt8> {
        url.byteCount >= 16 ? url.vector(at: url.byteCount &- 16) : short(url)
    }

    @inline(never)
    private static func short(_ url: RawSpan) -> SIMD16<UInt8> {
        var bytes = SIMD16<UInt8>(repeating: UInt8(ascii: "a"))
        for offset in 0..<url.byteCount { bytes[offset] = url.byte(at: offset) }
        return bytes
    }

    /// All ones in the lanes of bytes that are not plain.
    @inline(__always)
    static func special(_ bytes: SIMD16<UInt8>) -> SIMD16<UInt8> {
        let odd = ((bytes &- Self.space) .>= Self.printable) .| (bytes .== Self.percent)
        return Self.zeros.replacing(with: Self.ones, where: odd)
    }

    @inline(__always)
    static func isAnySet(_ lanes: SIMD16<UInt8>) -> Bool {
        // Both types have sixteen bytes, and every bit pattern is valid.
        let halves = unsafe unsafeBitCast(lanes, to: SIMD2<UInt64>.self)
        return halves[0] | halves[1] != 0
    }

    @inline(__always)
    private static func mask(_ lanes: SIMDMask<SIMD16<Int8>>) -> UInt64 {
        let bytes = Self.zeros.replacing(with: Self.ones, where: lanes)
        // As above.
        let halves = unsafe unsafeBitCast(bytes, to: SIMD2<UInt64>.self)
        return gather(halves[0].littleEndian) | gather(halves[1].littleEndian) &<< 8
    }

    // Vectors on both sides: the operators that take a scalar are compiled lane by lane.
    static var zeros: SIMD16<UInt8> { SIMD16(repeating: 0) }
    private static var ones: SIMD16<UInt8> { SIMD16(repeating: 0xFF) }
    private static var slash: SIMD16<UInt8> { SIMD16(repeating: UInt8(ascii: "/")) }
    private static var questionMark: SIMD16<UInt8> { SIMD16(repeating: UInt8(ascii: "?")) }
    private static var hash: SIMD16<UInt8> { SIMD16(repeating: UInt8(ascii: "#")) }
    private static var percent: SIMD16<UInt8> { SIMD16(repeating: UInt8(ascii: "%")) }
    private static var space: SIMD16<UInt8> { SIMD16(repeating: 0x20) }
    /// The number of printable ASCII characters.
    private static var printable: SIMD16<UInt8> { SIMD16(repeating: 0x5F) }

    /// One bit of each of eight bytes that are all ones or all zeros.
    @inline(__always)
    private static func gather(_ bytes: UInt64) -> UInt64 {
        ((bytes & 0x8040_2010_0804_0201) &* 0x0101_0101_0101_0101) &>> 56
    }
}
