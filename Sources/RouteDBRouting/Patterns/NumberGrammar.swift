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

    /// Whether a text is an optional sign and digits.
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

    /// Whether the bytes have the form of a float, and the value is finite.
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
        let text = bytes.withUnsafeBytes { String(decoding: $0, as: UTF8.self) }
        return Double(text)?.isFinite ?? false
    }
}
