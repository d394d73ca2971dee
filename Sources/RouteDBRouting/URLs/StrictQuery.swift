/// The rule of the query policy `strict`.
enum StrictQuery {
    /// The first piece between `&` that is not one key, one `=` and one value.
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
