/// Checks a stream of bytes for well-formed UTF-8 (Unicode 16.0, table 3-7).
struct UTF8Validator {
    private var pending = 0
    private var lower: UInt8 = 0x80
    private var upper: UInt8 = 0xBF

    /// Whether the last character is complete.
    var isComplete: Bool { pending == 0 }

    /// Takes the next byte.
    ///
    /// - Returns: Whether it is valid at this position.
    @inline(__always)
    mutating func accept(_ byte: UInt8) -> Bool {
        if pending > 0 {
            guard byte >= lower, byte <= upper else { return false }
            pending &-= 1
            lower = 0x80
            upper = 0xBF
            return true
        }
        if byte < 0x80 { return true }
        return acceptLead(byte)
    }

    private mutating func acceptLead(_ byte: UInt8) -> Bool {
        switch byte {
        case 0xC2...0xDF: pending = 1
        case 0xE0...0xEF:
            pending = 2
            if byte == 0xE0 { lower = 0xA0 }
            if byte == 0xED { upper = 0x9F }
        case 0xF0...0xF4:
            pending = 3
            if byte == 0xF0 { lower = 0x90 }
            if byte == 0xF4 { upper = 0x8F }
        default: return false
        }
        return true
    }
}
