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
    /// of the path, and up to 15 words more.
    static let capacity = maximumSlashes + 17

    /// Finds the parts of a URL.
    @inline(__always)
    static func scan(
        _ url: RawSpan, into bounds: inout MutableSpan<UInt32>, _ urlBounds: inout URLBounds
    ) -> Bool {
        precondition(bounds.count >= capacity, "room for all words")
        let places = unsafe bounds.withUnsafeMutableBufferPointer {
            unsafe $0.baseAddress.unsafelyUnwrapped
        }
        return unsafe scan(url, into: places, &urlBounds)
    }

    /// Finds the parts of a URL, and writes the bounds to memory that has room for ``capacity`` words.
    ///
    /// It reads only bytes of the URL, and writes at most ``capacity`` bounds: the reader in C writes at
    /// most the maximum number of slashes, and sixteen words more, behind the first bound.
    @inline(__always)
    static func scan(
        _ url: RawSpan, into bounds: UnsafeMutablePointer<UInt32>, _ urlBounds: inout URLBounds
    ) -> Bool {
        // The text before the first slash is a segment if the whole URL is read as segments.
        unsafe bounds[0] = URLBounds.beforeStart
        let reading = unsafe routedb_read(
            url.start, url.byteCount, bounds + 1, UInt32(maximumSlashes))
        let slashCount = Int(reading.slash_count)
        if slashCount == 0 { return false }
        let pathEnd = Int(reading.path_end)
        unsafe bounds[slashCount &+ 1] = reading.path_end
        if reading.has_dots != 0, unsafe hasDotSegment(url, bounds, slashCount: slashCount) {
            return false
        }
        if reading.has_special != 0 && !isPlain(url, to: pathEnd) { return false }
        urlBounds.pathEnd = pathEnd
        return unsafe locate(bounds, slashCount: slashCount, &urlBounds)
    }

    /// Finds the scheme, the host and the segments by the bounds.
    ///
    /// The first bound is that of the path, or else of two slashes, the only ones that follow each
    /// other.
    @inline(__always)
    private static func locate(
        _ bounds: UnsafePointer<UInt32>, slashCount: Int, _ urlBounds: inout URLBounds
    ) -> Bool {
        let first = unsafe Int(bounds[1])
        if first > 0 {
            urlBounds.schemeEnd = first &- 1
            urlBounds.hostStart = first &+ 2
            urlBounds.hostEnd = unsafe Int(bounds[3])
            urlBounds.firstBound = 3
            urlBounds.segmentCount = slashCount &- 2
            if !urlBounds.hasHost { return false }
        } else {
            urlBounds.firstBound = 1
            urlBounds.segmentCount = slashCount
        }
        let lastSlash = unsafe Int(bounds[slashCount])
        if urlBounds.segmentCount > 0 && lastSlash == urlBounds.pathEnd &- 1 {
            urlBounds.hasTrailingSlash = true
            urlBounds.segmentCount &-= 1
        }
        return true
    }

    /// Returns whether a segment is `.` or `..`; others may begin with a dot.
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

    /// Returns whether scheme and host are in lower case and have only ordinary characters.
    ///
    /// A host with a port, user info, brackets or a dot at its end is not plain.
    static func hasPlainAuthority(_ url: RawSpan, _ urlBounds: URLBounds) -> Bool {
        guard urlBounds.schemeEnd >= 0 else { return true }
        for offset in 0..<urlBounds.schemeEnd {
            let byte = url.byte(at: offset)
            guard byte.isSchemeCharacter, byte == byte.asciiLowercased,
                offset > 0 || byte.isASCIILetter
            else { return false }
        }
        for offset in urlBounds.hostStart..<urlBounds.hostEnd
        where !url.byte(at: offset).isPlainHostCharacter {
            return false
        }
        return !urlBounds.hasHost || url.byte(at: urlBounds.hostEnd &- 1) != UInt8(ascii: ".")
    }

    /// Returns whether special bytes occur only after the path, and are well-formed there.
    @inline(never)
    private static func isPlain(_ url: RawSpan, to pathEnd: Int) -> Bool {
        for offset in 0..<pathEnd where url.byte(at: offset).isSpecialInPath { return false }
        return TextDecoding().problem(in: pathEnd..<url.byteCount, of: url) == nil
    }
}
