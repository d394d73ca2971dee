extension JSONParser {
    /// Parses a number: exactly if it is an integer of 64 bits, otherwise as the nearest double.
    mutating func number() throws(JSONError) -> JSONValue {
        let start = position
        let isNegative = take(UInt8(ascii: "-"))
        let whole = try wholePart(isNegative: isNegative)
        var isWhole = true
        if take(UInt8(ascii: ".")) {
            isWhole = false
            try digits("expected a digit after the decimal point")
        }
        if take(UInt8(ascii: "e")) || take(UInt8(ascii: "E")) {
            isWhole = false
            if !take(UInt8(ascii: "+")) { _ = take(UInt8(ascii: "-")) }
            try digits("expected a digit in the exponent")
        }
        if isWhole, let whole { return .int(whole) }
        let text = unsafe String(decoding: bytes[start..<position], as: UTF8.self)
        guard let double = Double(text), double.isFinite else {
            throw error(at: start, "the number is too large")
        }
        return .double(double)
    }

    /// Reads the digits before a decimal point; `nil` if they do not fit 64 bits.
    ///
    /// It counts down, because the smallest integer has no positive counterpart.
    private mutating func wholePart(isNegative: Bool) throws(JSONError) -> Int64? {
        let first = position
        var value: Int64? = 0
        while let digit = takeDigit() {
            guard let sum = value else { continue }
            let (product, overflows) = sum.multipliedReportingOverflow(by: 10)
            let (next, overflowsToo) = product.subtractingReportingOverflow(Int64(digit))
            value = overflows || overflowsToo ? nil : next
        }
        guard position > first else { throw error("expected a digit after the minus sign") }
        guard unsafe position == first + 1 || bytes[first] != UInt8(ascii: "0") else {
            throw error(at: first, "a number must not have leading zeros")
        }
        guard let value, !isNegative else { return value }
        return value == .min ? nil : -value
    }

    private mutating func digits(_ message: String) throws(JSONError) {
        guard takeDigit() != nil else { throw error(message) }
        while takeDigit() != nil {}
    }

    /// Reads a digit and returns its value.
    private mutating func takeDigit() -> UInt8? {
        guard let byte = current, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) else {
            return nil
        }
        position += 1
        return byte - UInt8(ascii: "0")
    }
}

extension JSONParser {
    /// Parses a string, including its quotation marks.
    mutating func string() throws(JSONError) -> String {
        position += 1
        var text = ""
        while true {
            text += try run()
            switch current {
            case UInt8(ascii: "\""):
                position += 1
                return text
            case UInt8(ascii: "\\"):
                text.unicodeScalars.append(try escape())
            case nil:
                throw error("the string is not terminated")
            default:
                throw error("a control character in a string must be escaped")
            }
        }
    }

    /// Reads up to the next quotation mark, escape or control character.
    private mutating func run() throws(JSONError) -> String {
        let start = position
        var bits: UInt8 = 0
        while let byte = current,
            byte >= 0x20, byte != UInt8(ascii: "\""), byte != UInt8(ascii: "\\")
        {
            bits |= byte
            position += 1
        }
        let run = unsafe UnsafeRawBufferPointer(rebasing: bytes[start..<position])
        // ASCII is valid, and validating it takes longer than the rest.
        if bits < 0x80 { return unsafe String(decoding: run, as: UTF8.self) }
        guard let text = unsafe String(validating: run, as: UTF8.self) else {
            throw unsafe error(at: start + Self.validPrefix(of: run), "invalid UTF-8")
        }
        return text
    }

    /// The number of bytes before the first invalid UTF-8.
    private static func validPrefix(of run: UnsafeRawBufferPointer) -> Int {
        var decoder = Unicode.UTF8.ForwardParser()
        var iterator = unsafe run.makeIterator()
        var count = 0
        while case .valid(let scalar) = unsafe decoder.parseScalar(from: &iterator) {
            count += scalar.count
        }
        return count
    }

    private mutating func escape() throws(JSONError) -> Unicode.Scalar {
        let start = position
        position += 1
        guard let letter = current else { throw error("the string is not terminated") }
        position += 1
        switch letter {
        case UInt8(ascii: "\""): return "\""
        case UInt8(ascii: "\\"): return "\\"
        case UInt8(ascii: "/"): return "/"
        case UInt8(ascii: "b"): return "\u{8}"
        case UInt8(ascii: "f"): return "\u{C}"
        case UInt8(ascii: "n"): return "\n"
        case UInt8(ascii: "r"): return "\r"
        case UInt8(ascii: "t"): return "\t"
        case UInt8(ascii: "u"): return try unicodeEscape(from: start)
        default: throw error(at: start, "unknown escape sequence")
        }
    }

    /// Reads the digits of `\u`, and the second escape of a surrogate pair.
    private mutating func unicodeEscape(from start: Int) throws(JSONError) -> Unicode.Scalar {
        let unit = try fourDigits()
        if let scalar = Unicode.Scalar(unit) { return scalar }
        guard UTF16.isLeadSurrogate(unit), take(UInt8(ascii: "\\")), take(UInt8(ascii: "u")) else {
            throw error(at: start, "unpaired surrogate")
        }
        let trail = try fourDigits()
        let high = UInt32(unit & 0x3FF) << 10
        guard UTF16.isTrailSurrogate(trail),
            let scalar = Unicode.Scalar(0x1_0000 + high + UInt32(trail & 0x3FF))
        else {
            throw error(at: start, "unpaired surrogate")
        }
        return scalar
    }

    private mutating func fourDigits() throws(JSONError) -> UInt16 {
        var unit: UInt16 = 0
        for _ in 0..<4 {
            let digit: UInt8
            switch current {
            case let byte? where (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte):
                digit = byte - UInt8(ascii: "0")
            case let byte? where (UInt8(ascii: "a")...UInt8(ascii: "f")).contains(byte):
                digit = byte - UInt8(ascii: "a") + 10
            case let byte? where (UInt8(ascii: "A")...UInt8(ascii: "F")).contains(byte):
                digit = byte - UInt8(ascii: "A") + 10
            default:
                throw error("expected four hexadecimal digits after \\u")
            }
            // Four digits fill sixteen bits exactly, so nothing is shifted out.
            unit = unit << 4 | UInt16(digit)
            position += 1
        }
        return unit
    }
}
