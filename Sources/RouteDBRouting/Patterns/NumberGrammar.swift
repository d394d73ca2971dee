/// Numbers with a point: the grammars of `float` and `decimal`.
///
///     decimal = [ "-" ] digits [ "." digits ]
///     float   = [ sign ] ( digits [ "." [ digits ] ] / "." digits ) [ ( "e" / "E" ) [ sign ] digits ]
///     sign    = "+" / "-"
enum NumberGrammar {
    /// The length of the sign at the start.
    @inline(__always)
    static func sign(_ bytes: RawSpan) -> Int {
        guard bytes.byteCount > 0 else { return 0 }
        let first = bytes.byte(at: 0)
        return first == UInt8(ascii: "-") || first == UInt8(ascii: "+") ? 1 : 0
    }

    /// The end of the digits that begin at an offset.
    @inline(__always)
    static func digits(_ bytes: RawSpan, from offset: Int) -> Int {
        var index = offset
        while index < bytes.byteCount, bytes.byte(at: index).isASCIIDigit { index += 1 }
        return index
    }

    /// Returns whether a text is an optional sign and digits.
    static func isWhole(_ bytes: RawSpan) -> Bool {
        let start = sign(bytes)
        return bytes.byteCount > start && digits(bytes, from: start) == bytes.byteCount
    }

    /// The end of the longest decimal number at the start, or 0.
    static func decimalPrefix(_ bytes: RawSpan) -> Int {
        let count = bytes.byteCount
        let start = count > 0 && bytes.byte(at: 0) == UInt8(ascii: "-") ? 1 : 0
        let whole = digits(bytes, from: start)
        guard whole > start else { return 0 }
        guard whole < count, bytes.byte(at: whole) == UInt8(ascii: ".") else { return whole }
        let end = digits(bytes, from: whole + 1)
        return end > whole + 1 ? end : whole
    }

    /// The end of the longest text in the form of a float at the start, or 0; its value may be too large
    /// for a double.
    static func floatPrefix(_ bytes: RawSpan) -> Int {
        let count = bytes.byteCount
        let start = sign(bytes)
        let whole = digits(bytes, from: start)
        var end = whole
        if whole < count, bytes.byte(at: whole) == UInt8(ascii: ".") {
            let fraction = digits(bytes, from: whole + 1)
            // A point needs digits on at least one side.
            if whole > start || fraction > whole + 1 { end = fraction }
        }
        guard end > start else { return 0 }
        guard end < count, bytes.byte(at: end) | 0x20 == UInt8(ascii: "e") else { return end }
        var exponent = end + 1
        if exponent < count,
            bytes.byte(at: exponent) == UInt8(ascii: "+")
                || bytes.byte(at: exponent) == UInt8(ascii: "-")
        {
            exponent += 1
        }
        let last = digits(bytes, from: exponent)
        return last > exponent ? last : end
    }

    @inline(__always)
    static func acceptsDecimal(_ bytes: RawSpan) -> Bool {
        bytes.byteCount > 0 && decimalPrefix(bytes) == bytes.byteCount
    }

    /// Returns whether the bytes have the form of a float, and the value is finite.
    static func acceptsFloat(_ bytes: RawSpan) -> Bool {
        let count = bytes.byteCount
        guard count > 0, floatPrefix(bytes) == count else { return false }
        // A number below 10^308 is finite, so short texts without exponent need no further check.
        if count <= 308 {
            var index = 0
            while index < count, bytes.byte(at: index) | 0x20 != UInt8(ascii: "e") { index += 1 }
            if index == count { return true }
        }
        // Rare: let the standard library decide about text that the grammar allows.
        let text = String(decoding: bytes)
        return Double(text)?.isFinite ?? false
    }
}

/// Hexadecimal digits, tested eight at a time.
enum HexGrammar {
    private static let ones: UInt64 = 0x0101_0101_0101_0101
    private static let tops: UInt64 = 0x8080_8080_8080_8080

    /// Returns whether all eight bytes of a word are hexadecimal digits.
    ///
    /// If a byte is not below 0x80, the test fails at the end; otherwise no sum carries into the next byte.
    @inline(__always)
    static func isHex(_ word: UInt64) -> Bool {
        let low = word & ~tops
        let letters = low | ones &* 0x20
        let isDigit = (low &+ ones &* 0x50) & ~(low &+ ones &* 0x46)
        let isLetter = (letters &+ ones &* 0x1F) & ~(letters &+ ones &* 0x19)
        return (isDigit | isLetter) & ~word & tops == tops
    }

    /// Returns whether a byte is a hexadecimal digit.
    @inline(__always)
    static func isHex(_ byte: UInt8) -> Bool {
        byte &- 0x30 < 10 || (byte | 0x20) &- 0x61 < 6
    }

    /// Returns whether there is at least one byte, and all are hexadecimal digits.
    @inline(__always)
    static func accepts(_ bytes: RawSpan) -> Bool {
        let count = bytes.byteCount
        guard count >= 8 else {
            var index = 0
            while index < count, isHex(bytes.byte(at: index)) { index += 1 }
            return index == count && count > 0
        }
        var offset = 0
        while offset + 8 <= count {
            guard isHex(bytes.word(at: offset)) else { return false }
            offset += 8
        }
        // The last word overlaps the one before.
        return isHex(bytes.word(at: count - 8))
    }
}

/// 64-bit integers: an optional sign, then one or more decimal digits.
enum IntegerGrammar {
    /// The value of a text that is such an integer; `nil` otherwise, or if it does not fit.
    @inline(__always)
    package static func value(of bytes: RawSpan) -> Int64? {
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

    /// The value of a text that is such an integer between limits.
    @inline(__always)
    static func value(of bytes: RawSpan, from minimum: Int64?, to maximum: Int64?) -> Int64? {
        guard let value = value(of: bytes) else { return nil }
        if let minimum, value < minimum { return nil }
        if let maximum, value > maximum { return nil }
        return value
    }

    package static func value(of bytes: ArraySlice<UInt8>) -> Int64? {
        value(of: bytes.span.bytes)
    }
}
