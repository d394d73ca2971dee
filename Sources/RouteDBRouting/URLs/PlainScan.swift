/// Reads a URL that is written in plain form, in one pass and without a copy.
///
/// Plain is what nearly all URLs are: `scheme://host/path` or `/path`, without percent-encoding,
/// control or non-ASCII bytes up to the end of the path, without empty or dot segments, and with
/// at most ``capacity`` slashes. Everything else is left to ``NormalForm``, which gives the same
/// answer for plain URLs too, more slowly.
enum PlainScan {
    /// The most bounds that a scan writes.
    static let capacity = 48

    /// Finds the parts of a URL.
    ///
    /// - Parameters:
    ///   - url: The URL as written.
    ///   - bounds: Receives the offsets of the slashes, and of the path's end; ``capacity`` long.
    /// - Returns: The facts, or `nil` if the URL is not plain. Whether the scheme and the host
    ///   have only ordinary characters is not checked here: see ``hasPlainAuthority(_:_:)``.
    @inline(__always)
    static func scan(_ url: RawSpan, into bounds: inout MutableSpan<UInt32>) -> URLFacts? {
        let count = url.byteCount
        var slashCount = 0
        var adjacentCount = 0
        var previous = -2
        var pathEnd = count
        var special = SIMD16<UInt8>(repeating: 0)
        var dots = false
        var base = 0
        while base < count {
            let block = Block(url, from: base, special: &special)
            var slashes = block.slashes
            if block.stops != 0 {
                pathEnd = base &+ block.stops.trailingZeroBitCount
                slashes &= (block.stops & (0 &- block.stops)) &- 1
            }
            while slashes != 0 {
                let position = base &+ slashes.trailingZeroBitCount
                if slashCount == capacity - 1 { return nil }
                bounds[slashCount] = UInt32(truncatingIfNeeded: position)
                slashCount &+= 1
                if position == previous &+ 1 { adjacentCount &+= 1 }
                previous = position
                if position &+ 1 < count && url.byte(at: position &+ 1) == UInt8(ascii: ".") {
                    dots = true
                }
                slashes &= slashes &- 1
            }
            base &+= 64
            if block.stops != 0 { break }
        }
        while base < count {
            special |= Block.special(Block.load(url, at: base))
            base &+= 16
        }
        if dots || slashCount == 0 { return nil }
        if Block.isAnySet(special) && !isPlain(url, to: pathEnd) { return nil }
        bounds[slashCount] = UInt32(truncatingIfNeeded: pathEnd)
        return facts(
            url, bounds, slashCount: slashCount, adjacentCount: adjacentCount, pathEnd: pathEnd)
    }

    /// Reads the scheme and host off the first slashes.
    @inline(__always)
    private static func facts(
        _ url: RawSpan, _ bounds: borrowing MutableSpan<UInt32>, slashCount: Int,
        adjacentCount: Int, pathEnd: Int
    ) -> URLFacts? {
        let first = Int(bounds[0])
        var facts = URLFacts(
            schemeEnd: -1, hostStart: 0, hostEnd: 0, port: -1, firstBound: 0,
            segmentCount: slashCount, hasTrailingSlash: false, pathEnd: pathEnd)
        if first == 0 {
            if adjacentCount != 0 { return nil }
        } else {
            guard adjacentCount == 1, first >= 2, Int(bounds[1]) == first &+ 1,
                url.byte(at: first &- 1) == UInt8(ascii: ":")
            else { return nil }
            facts.schemeEnd = first &- 1
            facts.hostStart = first &+ 2
            facts.hostEnd = Int(bounds[2])
            if !facts.hasHost { return nil }
            facts.firstBound = 2
            facts.segmentCount = slashCount &- 2
        }
        if facts.segmentCount > 0 && Int(bounds[slashCount &- 1]) == pathEnd &- 1 {
            facts.hasTrailingSlash = true
            facts.segmentCount &-= 1
        }
        return facts
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

    /// Whether special bytes stand only behind the path, and are well-formed there.
    @inline(never)
    private static func isPlain(_ url: RawSpan, to pathEnd: Int) -> Bool {
        for offset in 0..<pathEnd where url.byte(at: offset).isSpecialInPath { return false }
        return PercentCoding.isWellFormedText(url, from: pathEnd, to: url.byteCount)
    }
}

/// Sixty-four bytes of a URL as bitmaps: where the slashes are, and where a path can end.
///
/// Swift's SIMD types have no move-mask instruction; a multiplication gathers the bits instead.
private struct Block {
    var slashes: UInt64 = 0
    var stops: UInt64 = 0

    @inline(__always)
    init(_ url: RawSpan, from base: Int, special: inout SIMD16<UInt8>) {
        var shift: UInt64 = 0
        var offset = base
        while shift < 64 && offset < url.byteCount {
            let bytes = Self.load(url, at: offset)
            slashes |= Self.mask(bytes .== UInt8(ascii: "/")) &<< shift
            stops |=
                Self.mask(bytes .== UInt8(ascii: "?") .| bytes .== UInt8(ascii: "#")) &<< shift
            special |= Self.special(bytes)
            shift &+= 16
            offset &+= 16
        }
    }

    /// Sixteen bytes from an offset; `a` stands for those behind the end.
    @inline(__always)
    static func load(_ url: RawSpan, at offset: Int) -> SIMD16<UInt8> {
        if offset &+ 16 <= url.byteCount {
            return unsafe url.unsafeLoadUnaligned(
                fromByteOffset: offset, as: SIMD16<UInt8>.self)
        }
        let rest = url.byteCount &- offset
        let filler: UInt64 = 0x6161_6161_6161_6161
        let low = url.word(at: offset, length: min(8, rest))
        let high = rest > 8 ? url.word(at: offset &+ 8, length: rest &- 8) : 0
        let lowFill = rest >= 8 ? 0 : filler &<< UInt64(truncatingIfNeeded: rest &* 8)
        let highFill =
            rest > 8 ? filler &<< UInt64(truncatingIfNeeded: (rest &- 8) &* 8) : filler
        return unsafe unsafeBitCast(
            SIMD2<UInt64>((low | lowFill).littleEndian, (high | highFill).littleEndian),
            to: SIMD16<UInt8>.self)
    }

    /// All ones in the lanes of bytes that need more than a plain reading.
    @inline(__always)
    static func special(_ bytes: SIMD16<UInt8>) -> SIMD16<UInt8> {
        let odd = (bytes &- 0x20) .>= 0x5F .| bytes .== UInt8(ascii: "%")
        return SIMD16<UInt8>(repeating: 0).replacing(with: 0xFF, where: odd)
    }

    @inline(__always)
    static func isAnySet(_ lanes: SIMD16<UInt8>) -> Bool {
        let halves = unsafe unsafeBitCast(lanes, to: SIMD2<UInt64>.self)
        return halves[0] | halves[1] != 0
    }

    @inline(__always)
    private static func mask(_ lanes: SIMDMask<SIMD16<Int8>>) -> UInt64 {
        let ones = SIMD16<UInt8>(repeating: 0).replacing(with: 0xFF, where: lanes)
        let halves = unsafe unsafeBitCast(ones, to: SIMD2<UInt64>.self)
        return gather(halves[0].littleEndian) | gather(halves[1].littleEndian) &<< 8
    }

    /// One bit of each of eight bytes that are all ones or all zeros.
    @inline(__always)
    private static func gather(_ bytes: UInt64) -> UInt64 {
        ((bytes & 0x8040_2010_0804_0201) &* 0x0101_0101_0101_0101) &>> 56
    }
}
