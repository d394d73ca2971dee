internal import RouteDBCScan

/// Reads a URL in plain form, in one pass and without copying it.
///
/// Nearly all URLs are plain: `scheme://host/path` or `/path`, without percent-encoding, control or
/// non-ASCII bytes up to the end of the path, without empty or dot segments, and with at most 47
/// slashes. Other URLs are read by ``NormalForm``, which gives the same result for plain URLs, but more
/// slowly.
enum PlainScan {
    /// The most slashes of a URL in plain form.
    private static let maximumSlashes = 47

    /// The number of words that a scan may write: a bound before the first slash, the slashes, the end
    /// of the path, and up to seven words more.
    static let capacity = maximumSlashes + 9

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
        precondition(bounds.count >= capacity, "room for all words")
        let places = unsafe bounds.withUnsafeMutableBufferPointer {
            unsafe $0.baseAddress.unsafelyUnwrapped
        }
        return unsafe scan(url, into: places, &facts)
    }

    /// Finds the parts of a URL, and writes the bounds to memory that has room for ``capacity`` words.
    ///
    /// The scan reads blocks of 64 bytes as bitmaps. It reads only bytes of the URL, and writes at most
    /// ``capacity`` bounds, since it stops before it would write more slashes than the maximum.
    @inline(__always)
    static func scan(
        _ url: RawSpan, into bounds: UnsafeMutablePointer<UInt32>, _ facts: inout URLFacts
    ) -> Bool {
        let count = url.byteCount
        if count == 0 { return false }
        let bytes = unsafe url.start
        // The text before the first slash is a segment if the whole URL is read as segments.
        unsafe bounds[0] = URLFacts.beforeStart
        var marks = unsafe routedb_scan(bytes, count, 0)
        var hasSpecial = marks.has_special
        let first = marks.slashes.trailingZeroBitCount
        var expected: UInt64 = 0
        if first > 0 {
            // The scheme. A longer one is not plain, so that its slashes are in this block.
            guard first >= 2, first < 63, unsafe bytes[first &- 1] == UInt8(ascii: ":") else {
                return false
            }
            expected = 2 &<< UInt64(truncatingIfNeeded: first)
        }
        var slashCount = 0
        var base = 0
        var before: UInt64 = 0
        var dots: UInt64 = 0
        var pathEnd = count
        while true {
            let stop = marks.stops & (0 &- marks.stops)
            // Without a stop, `stop - 1` has all bits.
            let slashes = marks.slashes & (stop &- 1)
            let following = slashes &<< 1 | before
            if slashes & following != expected { return false }
            expected = 0
            dots |= marks.dots & following
            let number = slashes.nonzeroBitCount
            if slashCount &+ number > maximumSlashes { return false }
            unsafe routedb_write_places(
                slashes, UInt32(truncatingIfNeeded: base), bounds + (slashCount &+ 1))
            slashCount &+= number
            base &+= 64
            if stop != 0 {
                pathEnd = base &- 64 &+ stop.trailingZeroBitCount
                break
            }
            if base >= count { break }
            before = slashes &>> 63
            marks = unsafe routedb_scan(bytes, count, base)
            hasSpecial |= marks.has_special
        }
        if base < count { hasSpecial |= unsafe routedb_has_special(bytes, count, base) }
        if slashCount == 0 { return false }
        unsafe bounds[slashCount &+ 1] = UInt32(truncatingIfNeeded: pathEnd)
        if dots != 0, unsafe hasDotSegment(url, bounds, slashCount: slashCount) { return false }
        if hasSpecial != 0 && !isPlain(url, to: pathEnd) { return false }
        facts.pathEnd = pathEnd
        return unsafe locate(bounds, slashCount: slashCount, &facts)
    }

    /// Finds the scheme, the host and the segments by the bounds.
    ///
    /// The first bound is that of the path, or else of two slashes, the only ones that follow each
    /// other.
    @inline(__always)
    private static func locate(
        _ bounds: UnsafePointer<UInt32>, slashCount: Int, _ facts: inout URLFacts
    ) -> Bool {
        let first = unsafe Int(bounds[1])
        if first > 0 {
            facts.schemeEnd = first &- 1
            facts.hostStart = first &+ 2
            facts.hostEnd = unsafe Int(bounds[3])
            facts.firstBound = 3
            facts.segmentCount = slashCount &- 2
            if !facts.hasHost { return false }
        } else {
            facts.firstBound = 1
            facts.segmentCount = slashCount
        }
        let lastSlash = unsafe Int(bounds[slashCount])
        if facts.segmentCount > 0 && lastSlash == facts.pathEnd &- 1 {
            facts.hasTrailingSlash = true
            facts.segmentCount &-= 1
        }
        return true
    }

    /// Whether a segment is `.` or `..`; others may begin with a dot.
    @inline(never)
    private static func hasDotSegment(
        _ url: RawSpan, _ bounds: UnsafePointer<UInt32>, slashCount: Int
    ) -> Bool {
        for index in 1...slashCount {
            let start = unsafe Int(bounds[index]) &+ 1
            let length = unsafe Int(bounds[index &+ 1]) &- start
            guard length == 1 || length == 2 else { continue }
            if (start..<start &+ length).allSatisfy({ url.byte(at: $0) == UInt8(ascii: ".") }) {
                return true
            }
        }
        return false
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
