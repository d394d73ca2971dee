extension NormalizedURL {
    /// An item of a query, decoded as its namespace specifies.
    public struct QueryItem: Hashable, Sendable {
        /// The text before the first `=`.
        public let key: String
        /// The text after it; `nil` if there is no `=`.
        public let value: String?

        /// Creates an item.
        ///
        /// - Parameters:
        ///   - key: The key, decoded.
        ///   - value: The value, decoded; `nil` for a key without a value.
        public init(key: String, value: String?) {
            self.key = key
            self.value = value
        }

        /// The items of a query, decoded as a namespace specifies.
        static func items(
            in url: RawSpan, _ range: Range<Int>, policies: NamespacePolicy.Values
        ) -> [NormalizedURL.QueryItem] {
            let keys = policies.keyDecoding
            let values = policies.valueDecoding
            var scanner = QueryItemScanner(range)
            var items: [NormalizedURL.QueryItem] = []
            while let item = scanner.next(in: url) {
                items.append(
                    NormalizedURL.QueryItem(
                        key: keys.text(item.key, of: url),
                        value: item.value.map { values.text($0, of: url) }))
            }
            return items
        }

        /// Returns the value of the first item with a key, in the query of any URL; empty without an `=`.
        ///
        /// Keys and values are decoded as browsers send forms: a `+` is a space.
        ///
        /// - Complexity: Linear in the URL; only keys and the value are decoded.
        package static func value(of key: String, in url: RawSpan) -> String? {
            guard let query = URLParts(url).query else { return nil }
            func text(_ range: Range<Int>) -> String { url.decodedText(range, plusIsSpace: true) }
            var scanner = QueryItemScanner(query)
            while let item = scanner.next(in: url) {
                if text(item.key) == key { return item.value.map(text) ?? "" }
            }
            return nil
        }
    }
}

extension NormalForm {
    /// The decoded items of the query, and of the fragment where it is read as a query.
    package func queryItems(of url: RawSpan) -> [NormalizedURL.QueryItem] {
        let ranges = urlBounds.queryRanges(in: url)
        return NormalizedURL.QueryItem.items(in: url, ranges.query, policies: policies)
            + NormalizedURL.QueryItem.items(in: url, ranges.fragment, policies: policies)
    }
}

/// One `key=value` of a query, as offsets into the URL as written.
struct QueryItemRange {
    let key: Range<Int>
    /// `nil` if there is no `=`.
    package let value: Range<Int>?
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

/// Checks queries under the query policy `strict`.
enum StrictQuery {
    /// The first item that is not a key, an `=` and a value.
    static func problem(in range: Range<Int>, of url: RawSpan) -> InvalidURL? {
        var start = range.lowerBound
        var equalsCount = 0
        for offset in range {
            switch url.byte(at: offset) {
            case UInt8(ascii: "="): equalsCount += 1
            case UInt8(ascii: "&"):
                if equalsCount != 1 { return InvalidURL(.invalidQuery, at: start) }
                start = offset + 1
                equalsCount = 0
            default: break
            }
        }
        return equalsCount == 1 ? nil : InvalidURL(.invalidQuery, at: start)
    }
}

extension RawSpan {
    /// Returns whether the bytes from an offset are ASCII without `#` and `?`, and form a strict query: `=`
    /// and `&` alternate, beginning and ending with `=`.
    func hasPlainStrictQuery(from start: Int) -> Bool {
        var offset = start
        var wantsEquals = true
        while offset < byteCount {
            let word = word(at: offset, length: min(8, byteCount &- offset))
            let others = word.marking(UInt8(ascii: "#")) | word.marking(UInt8(ascii: "?"))
            if (others | word & .highBits) != 0 { return false }
            let equals = word.marking(UInt8(ascii: "="))
            var marks = equals | word.marking(UInt8(ascii: "&"))
            while marks != 0 {
                let lowest = marks & (0 &- marks)
                if (equals & lowest != 0) != wantsEquals { return false }
                wantsEquals.toggle()
                marks ^= lowest
            }
            offset &+= 8
        }
        return !wantsEquals
    }
}
