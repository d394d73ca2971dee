/// Lenient percent-encoding (RFC 3986, section 2.1): as in browsers, a `%` that is not followed by two
/// hexadecimal digits stands for itself.
package enum PercentCoding {
    /// The decoded byte at an offset, and the offset after it.
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

    /// Appends a text, encoding all characters except unreserved ones and the given ones.
    package static func encode(
        _ text: some Sequence<UInt8>, keeping kept: String, into out: inout [UInt8]
    ) {
        for byte in text {
            if byte.isUnreserved || kept.utf8.contains(byte) {
                out.append(byte)
            } else {
                append(byte, to: &out)
            }
        }
    }

    /// Returns a text decoded once; `nil` if the result is not UTF-8.
    package static func decoded(_ text: some StringProtocol) -> String? {
        let bytes = Array(text.utf8)
        guard bytes.contains(UInt8(ascii: "%")) else { return String(text) }
        return decoded(bytes[...])
    }

    /// Decodes bytes once.
    package static func decoded(_ bytes: ArraySlice<UInt8>, plusIsSpace: Bool = false) -> String? {
        var out: [UInt8] = []
        out.reserveCapacity(bytes.count)
        var offset = 0
        while offset < bytes.count {
            let written = bytes[bytes.startIndex + offset]
            let (byte, next) = byte(bytes.span.bytes, at: offset, to: bytes.count)
            out.append(plusIsSpace && written == UInt8(ascii: "+") ? UInt8(ascii: " ") : byte)
            offset = next
        }
        return String(validating: out, as: UTF8.self)
    }

    /// Appends a percent-encoded byte.
    static func append(_ byte: UInt8, to out: inout [UInt8]) {
        out.append(UInt8(ascii: "%"))
        out.append(digits[Int(byte &>> 4)])
        out.append(digits[Int(byte & 15)])
    }

    private static let digits = Array("0123456789ABCDEF".utf8)
}

extension Sequence<UInt8> {
    /// The bytes as hexadecimal digits in lower case, two for each.
    package var hexadecimal: String {
        let digits = Array("0123456789abcdef".utf8)
        var text: [UInt8] = []
        for byte in self {
            text.append(digits[Int(byte >> 4)])
            text.append(digits[Int(byte & 15)])
        }
        return String(decoding: text, as: UTF8.self)
    }
}

extension UInt64 {
    /// The number as 16 hexadecimal digits in lower case.
    package var hexadecimal: String {
        stride(from: 56, through: 0, by: -8).map { UInt8(truncatingIfNeeded: self >> $0) }
            .hexadecimal
    }
}
