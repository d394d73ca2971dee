/// 64-bit integers: an optional sign, then one or more decimal digits.
enum IntegerGrammar {
    /// The value of a text that is such an integer; `nil` otherwise, or if it does not fit.
    @inline(__always)
    static func value(of bytes: RawSpan) -> Int64? {
        let count = bytes.byteCount
        guard count > 0 else { return nil }
        let isNegative = bytes.byte(at: 0) == UInt8(ascii: "-")
        var index = NumberGrammar.sign(bytes)
        guard index < count else { return nil }
        var magnitude: UInt64 = 0
        // Eighteen digits always fit.
        let safe = min(count, index + 18)
        while index < safe {
            let digit = bytes.byte(at: index) &- 0x30
            guard digit < 10 else { return nil }
            magnitude = magnitude &* 10 &+ UInt64(digit)
            index += 1
        }
        while index < count {
            let digit = bytes.byte(at: index) &- 0x30
            guard digit < 10 else { return nil }
            let (product, overflowed) = magnitude.multipliedReportingOverflow(by: 10)
            let (sum, carried) = product.addingReportingOverflow(UInt64(digit))
            guard !overflowed, !carried else { return nil }
            magnitude = sum
            index += 1
        }
        guard isNegative else { return Int64(exactly: magnitude) }
        guard magnitude <= 1 << 63 else { return nil }
        return Int64(truncatingIfNeeded: 0 &- magnitude)
    }

    static func value(of bytes: ArraySlice<UInt8>) -> Int64? {
        value(of: bytes.span.bytes)
    }
}
