/// Percent-encoding (RFC 3986, section 2.1), leniently: a `%` without two hexadecimal digits
/// behind it stands for itself, as browsers read it.
enum PercentCoding {
    /// The byte at an offset, decoded, and the offset behind it.
    @inline(__always)
    static func byte(_ text: RawSpan, at offset: Int, to end: Int) -> (byte: UInt8, next: Int) {
        let byte = text.byte(at: offset)
        if byte == UInt8(ascii: "%"), offset &+ 2 < end,
            let high = text.byte(at: offset &+ 1).hexadecimalValue,
            let low = text.byte(at: offset &+ 2).hexadecimalValue
        {
            return (high &<< 4 | low, offset &+ 3)
        }
        return (byte, offset &+ 1)
    }

    /// Appends the decoded bytes of a range.
    static func decode(
        _ text: RawSpan, from start: Int, to end: Int, plusAsSpace: Bool = false,
        into bytes: inout [UInt8]
    ) {
        var offset = start
        while offset < end {
            let isPlus = plusAsSpace && text.byte(at: offset) == UInt8(ascii: "+")
            let (byte, next) = Self.byte(text, at: offset, to: end)
            bytes.append(isPlus ? UInt8(ascii: " ") : byte)
            offset = next
        }
    }

    /// The decoded text of a range, with U+FFFD for what is not UTF-8.
    static func decodedText(
        _ text: RawSpan, from start: Int, to end: Int, plusAsSpace: Bool = false
    ) -> String {
        var needsDecoding = false
        for offset in start..<end {
            let byte = text.byte(at: offset)
            if byte == UInt8(ascii: "%") || (plusAsSpace && byte == UInt8(ascii: "+")) {
                needsDecoding = true
                break
            }
        }
        guard needsDecoding else {
            return text.extracting(start..<end).withUnsafeBytes {
                unsafe String(decoding: $0, as: UTF8.self)
            }
        }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(end - start)
        decode(text, from: start, to: end, plusAsSpace: plusAsSpace, into: &bytes)
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Whether a range, such as a query, is UTF-8 when decoded and free of NUL and of control
    /// characters that are not encoded.
    static func isWellFormedText(_ text: RawSpan, from start: Int, to end: Int) -> Bool {
        problem(in: text, from: start, to: end) == nil
    }

    /// What keeps a range from being well-formed text.
    static func problem(in text: RawSpan, from start: Int, to end: Int) -> InvalidURL? {
        var validator = UTF8Validator()
        var offset = start
        while offset < end {
            let (byte, next) = Self.byte(text, at: offset, to: end)
            if byte == 0 || (byte.isControl && next == offset &+ 1) {
                return InvalidURL(.controlCharacter, at: offset)
            }
            guard validator.accept(byte) else { return InvalidURL(.invalidUTF8, at: offset) }
            offset = next
        }
        return validator.isComplete ? nil : InvalidURL(.invalidUTF8, at: end)
    }

    /// Appends a decoded text, encoding all but unreserved characters and the given ones.
    static func encode(_ text: some Sequence<UInt8>, keeping kept: String, into out: inout [UInt8])
    {
        let digits = Array("0123456789ABCDEF".utf8)
        for byte in text {
            if byte.isUnreserved || kept.utf8.contains(byte) {
                out.append(byte)
            } else {
                out.append(UInt8(ascii: "%"))
                out.append(digits[Int(byte &>> 4)])
                out.append(digits[Int(byte & 15)])
            }
        }
    }
}
