import RouteDBRouting

/// Folds the spelling of a text, so that spellings which readers of URLs or JSON treat as the same
/// become equal.
///
/// Full-width forms become ASCII, `+` becomes a space, and non-ASCII letters become lower case.
/// ASCII letters keep their case, because it marks word boundaries, as in `userEmail`.
enum FoldedText {
    /// The replacement for bytes that are not valid UTF-8.
    private static let invalid: UInt8 = 0xFF

    /// Returns the folded bytes of a text.
    static func folding(_ bytes: [UInt8]) -> [UInt8] {
        guard bytes.contains(where: { $0 >= 0x80 }) else {
            return bytes.map { $0 == UInt8(ascii: "+") ? UInt8(ascii: " ") : $0 }
        }
        var folded: [UInt8] = []
        folded.reserveCapacity(bytes.count)
        var parser = Unicode.UTF8.ForwardParser()
        var iterator = bytes.makeIterator()
        while true {
            switch parser.parseScalar(from: &iterator) {
            case .valid(let encoded): append(Unicode.UTF8.decode(encoded), to: &folded)
            case .error: folded.append(invalid)
            case .emptyInput: return folded
            }
        }
    }

    private static func append(_ scalar: Unicode.Scalar, to folded: inout [UInt8]) {
        switch scalar.value {
        case 0x2B: folded.append(UInt8(ascii: " "))
        case 0..<0x80: folded.append(UInt8(truncatingIfNeeded: scalar.value))
        case 0x3000: folded.append(UInt8(ascii: " "))
        case 0xFF01...0xFF5E: folded.append(UInt8(truncatingIfNeeded: scalar.value - 0xFEE0))
        default: folded.append(contentsOf: scalar.properties.lowercaseMapping.utf8)
        }
    }

    /// Removes what is invisible, and what some readers therefore skip, from folded bytes: control
    /// and format characters, and bytes that are not valid UTF-8.
    static func visible(_ folded: [UInt8]) -> [UInt8]? {
        guard folded.contains(where: { $0 < 0x20 || $0 >= 0x7F }) else { return nil }
        var visible: [UInt8] = []
        visible.reserveCapacity(folded.count)
        for scalar in String(decoding: folded, as: UTF8.self).unicodeScalars {
            let isHidden: Bool
            switch scalar.value {
            case 0..<0x20, 0x7F, 0xFFFD: isHidden = true
            case 0x20..<0x7F: isHidden = false
            default:
                isHidden =
                    scalar.properties.isDefaultIgnorableCodePoint
                    || [.control, .format].contains(scalar.properties.generalCategory)
            }
            if !isHidden { visible.append(contentsOf: String(scalar).utf8) }
        }
        return visible.count < folded.count ? visible : nil
    }

    /// Decodes the escapes `%41`, `%u0041`, `\u0041` and `\x41` once.
    static func decodingEscapes(_ bytes: [UInt8]) -> [UInt8]? {
        guard bytes.contains(where: { $0 == UInt8(ascii: "%") || $0 == UInt8(ascii: "\\") }) else {
            return nil
        }
        var decoded: [UInt8] = []
        decoded.reserveCapacity(bytes.count)
        var offset = 0
        while offset < bytes.count {
            guard let (value, length) = escape(bytes, at: offset) else {
                decoded.append(bytes[offset])
                offset += 1
                continue
            }
            if length == 3 || value < 0x80 {
                decoded.append(UInt8(truncatingIfNeeded: value))
            } else if let scalar = Unicode.Scalar(value) {
                decoded.append(contentsOf: String(scalar).utf8)
            } else {
                decoded.append(invalid)
            }
            offset += length
        }
        return decoded.count < bytes.count ? decoded : nil
    }

    /// Returns the value and the length of the escape at an offset; one with a length of 3 stands
    /// for a byte, the others for a Unicode scalar.
    private static func escape(_ bytes: [UInt8], at offset: Int) -> (UInt32, Int)? {
        let mark = bytes[offset]
        guard mark == UInt8(ascii: "%") || mark == UInt8(ascii: "\\"), offset + 1 < bytes.count
        else { return nil }
        let kind = bytes[offset + 1] | 0x20
        if kind == UInt8(ascii: "u"), let value = number(bytes, at: offset + 2, digits: 4) {
            return (value, 6)
        }
        if mark == UInt8(ascii: "\\") {
            guard kind == UInt8(ascii: "x") else { return nil }
            return number(bytes, at: offset + 2, digits: 2).map { ($0, 4) }
        }
        return number(bytes, at: offset + 1, digits: 2).map { ($0, 3) }
    }

    private static func number(_ bytes: [UInt8], at offset: Int, digits: Int) -> UInt32? {
        guard offset + digits <= bytes.count else { return nil }
        var value: UInt32 = 0
        for byte in bytes[offset..<offset + digits] {
            guard let digit = byte.hexadecimalValue else { return nil }
            value = value << 4 | UInt32(digit)
        }
        return value
    }
}
