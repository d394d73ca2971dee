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
        let text = String(decoding: bytes[start..<position], as: UTF8.self)
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
        guard position == first + 1 || bytes[first] != UInt8(ascii: "0") else {
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
