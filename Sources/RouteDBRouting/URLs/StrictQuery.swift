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
    /// Whether the bytes from an offset are ASCII without `#` and `?`, and form a strict query: `=` and
    /// `&` alternate, beginning and ending with `=`.
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
