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
    var isUnreserved: Bool {
        isASCIILetter || isASCIIDigit || self == UInt8(ascii: "-") || self == UInt8(ascii: ".")
            || self == UInt8(ascii: "_") || self == UInt8(ascii: "~")
    }

    /// An ASCII letter in lower case; any other byte unchanged.
    @inline(__always)
    package var asciiLowercased: UInt8 { self &- UInt8(ascii: "A") < 26 ? self | 0x20 : self }

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
