/// One `key=value` of a query, as offsets into the URL as written.
struct QueryItemRange {
    let key: Range<Int>
    /// `nil` if there is no `=`.
    let value: Range<Int>?
}

/// Iterates over the items of a query from left to right, without decoding or allocating.
///
/// Items are separated by `&`; empty ones are skipped. The first `=` ends the key.
struct QueryItemScanner {
    private var offset: Int
    private let end: Int

    init(_ range: Range<Int>) {
        offset = range.lowerBound
        end = range.upperBound
    }

    @inline(__always)
    mutating func next(in url: RawSpan) -> QueryItemRange? {
        while offset < end {
            let start = offset
            var equals = -1
            while offset < end {
                let byte = url.byte(at: offset)
                if byte == UInt8(ascii: "&") { break }
                if byte == UInt8(ascii: "=") && equals < 0 { equals = offset }
                offset &+= 1
            }
            let itemEnd = offset
            offset &+= 1
            if itemEnd == start { continue }
            if equals < 0 { return QueryItemRange(key: start..<itemEnd, value: nil) }
            return QueryItemRange(key: start..<equals, value: (equals &+ 1)..<itemEnd)
        }
        return nil
    }
}
