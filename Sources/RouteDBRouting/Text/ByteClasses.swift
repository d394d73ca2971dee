extension UInt8 {
    @inline(__always)
    package var isASCIILetter: Bool { (self | 0x20) &- UInt8(ascii: "a") < 26 }

    @inline(__always)
    package var isASCIIDigit: Bool { self &- UInt8(ascii: "0") < 10 }

    /// An ASCII control character, including DEL.
    @inline(__always)
    var isControl: Bool { self < 0x20 || self == 0x7F }

    /// A character of a scheme after the first (RFC 3986, section 3.1).
    package var isSchemeCharacter: Bool {
        isASCIILetter || isASCIIDigit || self == UInt8(ascii: "+") || self == UInt8(ascii: "-")
            || self == UInt8(ascii: ".")
    }

    /// A character of the name of a parameter or a type.
    @inline(__always)
    package var isNameByte: Bool {
        isASCIILetter || isASCIIDigit || self == UInt8(ascii: "_") || self == UInt8(ascii: "-")
            || self >= 0x80
    }

    /// A character that a plain name begins with.
    @inline(__always)
    var isNameStart: Bool { isASCIILetter || self == UInt8(ascii: "_") || self >= 0x80 }

    /// A character that hosts contain unencoded, in lower case.
    var isPlainHostCharacter: Bool {
        self &- UInt8(ascii: "a") < 26 || isASCIIDigit || self == UInt8(ascii: "-")
            || self == UInt8(ascii: ".")
            || self == UInt8(ascii: "_")
    }

    /// A byte that a host must not contain, even percent-encoded: the forbidden host code points of the
    /// URL standard (https://url.spec.whatwg.org/#forbidden-host-code-point) and controls.
    var isForbiddenInHost: Bool {
        switch self {
        case 0...0x20, 0x7F, UInt8(ascii: "#"), UInt8(ascii: "%"), UInt8(ascii: "/"),
            UInt8(ascii: ":"), UInt8(ascii: "<"), UInt8(ascii: ">"), UInt8(ascii: "?"),
            UInt8(ascii: "@"), UInt8(ascii: "["), UInt8(ascii: "\\"), UInt8(ascii: "]"),
            UInt8(ascii: "^"), UInt8(ascii: "|"):
            true
        default: false
        }
    }

    /// A byte that a path in plain form does not contain.
    @inline(__always)
    var isSpecialInPath: Bool { isControl || self >= 0x80 || self == UInt8(ascii: "%") }

    /// A character that never needs encoding (RFC 3986, section 2.3).
    package var isUnreserved: Bool {
        isASCIILetter || isASCIIDigit || self == UInt8(ascii: "-") || self == UInt8(ascii: ".")
            || self == UInt8(ascii: "_") || self == UInt8(ascii: "~")
    }

    /// An ASCII letter in lower case; any other byte unchanged.
    @inline(__always)
    package var asciiLowercased: UInt8 { self &- UInt8(ascii: "A") < 26 ? self | 0x20 : self }

    /// A character that a URL has unencoded, among them `%`, or a delimiter; braces are none.
    package var isURLCharacter: Bool {
        self < 0x80 && !ASCIISet.outsideURLs.contains(self) && self != UInt8(ascii: "{")
            && self != UInt8(ascii: "}")
    }

    /// The value of a hexadecimal digit.
    @inline(__always)
    package var hexadecimalValue: UInt8? {
        if isASCIIDigit { return self &- UInt8(ascii: "0") }
        let letter = (self | 0x20) &- UInt8(ascii: "a")
        return letter < 6 ? letter &+ 10 : nil
    }
}

extension String {
    /// The text with its ASCII letters in lower case.
    package var asciiLowercased: String {
        guard utf8.contains(where: { $0 &- 0x41 < 26 }) else { return self }
        return String(decoding: utf8.map(\.asciiLowercased), as: UTF8.self)
    }
}

/// A set of ASCII bytes; it never contains bytes of 0x80 or more.
struct ASCIISet: Sendable {
    /// The bytes below 64, one bit each.
    package let low: UInt64

    /// The bytes from 64 to 127, one bit each.
    package let high: UInt64

    @inline(__always)
    func contains(_ byte: UInt8) -> Bool {
        let word = byte < 64 ? low : high
        return byte < 128 && (word >> UInt64(byte & 63)) & 1 != 0
    }

    /// The control characters, `#`, `%` and `\`, which need special treatment in every literal.
    static let decoded = ASCIISet(
        low: 0xFFFF_FFFF | 1 << 35 | 1 << 37,
        high: 1 << 28 | 1 << 63)

    /// The control characters and ``" " < > \ ^ ` |``, which no URL has unencoded.
    static let outsideURLs = ASCIISet(
        low: 0xFFFF_FFFF | 1 << 32 | 1 << 34 | 1 << 60 | 1 << 62,
        high: 1 << 28 | 1 << 30 | 1 << 32 | 1 << 60 | 1 << 63)

    /// The bytes that end a literal of the path: ``decoded`` and `( ) * / < > ? [ ] ^ { | }`.
    package static let path = ASCIISet(
        low: 0xFFFF_FFFF | 1 << 35 | 1 << 37 | 1 << 40 | 1 << 41 | 1 << 42 | 1 << 47 | 1 << 60
            | 1 << 62 | 1 << 63,
        high: 1 << 27 | 1 << 28 | 1 << 29 | 1 << 30 | 1 << 59 | 1 << 60 | 1 << 61 | 1 << 63)

    /// The bytes that end a literal of the host: ``decoded`` and `( ) * / : < > ? @ [ ] { }`.
    static let host = ASCIISet(
        low: 0xFFFF_FFFF | 1 << 35 | 1 << 37 | 1 << 40 | 1 << 41 | 1 << 42 | 1 << 47 | 1 << 58
            | 1 << 60 | 1 << 62 | 1 << 63,
        high: 1 << 0 | 1 << 27 | 1 << 28 | 1 << 29 | 1 << 59 | 1 << 61 | 1 << 63)

    /// The bytes that end the value of a query condition: ``decoded`` and `& ( ) * < > { }`.
    package static let value = ASCIISet(
        low: 0xFFFF_FFFF | 1 << 35 | 1 << 37 | 1 << 38 | 1 << 40 | 1 << 41 | 1 << 42 | 1 << 60
            | 1 << 62,
        high: 1 << 28 | 1 << 59 | 1 << 61 | 1 << 63)

    /// The bytes that end the key of a query condition: ``value`` and `=`.
    static let key = ASCIISet(
        low: 0xFFFF_FFFF | 1 << 35 | 1 << 37 | 1 << 38 | 1 << 40 | 1 << 41 | 1 << 42 | 1 << 60
            | 1 << 61 | 1 << 62,
        high: 1 << 28 | 1 << 59 | 1 << 61 | 1 << 63)
}
