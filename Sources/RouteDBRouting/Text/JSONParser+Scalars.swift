import RouteDBCScan

extension JSONParser {
    /// The number of digits that always fit 64 bits.
    private static let safeDigits = 18

    /// Parses a number: an integer if it fits 64 bits, otherwise a double.
    mutating func number() throws(JSONError) {
        let start = position
        _ = take(UInt8(ascii: "-"))
        let first = position
        skipDigits()
        guard position > first else { throw error("expected a digit after the minus sign") }
        guard unsafe position == first &+ 1 || bytes[first] != UInt8(ascii: "0") else {
            throw error(at: first, "a number must not have leading zeros")
        }
        var (isWhole, isSafe) = (true, position &- first <= Self.safeDigits)
        if take(UInt8(ascii: ".")) {
            isWhole = false
            try digits("expected a digit after the decimal point")
        }
        if take(UInt8(ascii: "e")) || take(UInt8(ascii: "E")) {
            (isWhole, isSafe) = (false, false)
            if !take(UInt8(ascii: "+")) { _ = take(UInt8(ascii: "-")) }
            try digits("expected a digit in the exponent")
        }
        if isSafe { return append(isWhole ? .int : .double, from: start) }
        let text = unsafe String(decoding: bytes[start..<position], as: UTF8.self)
        if isWhole, Int64(text) != nil { return append(.int, from: start) }
        guard let double = Double(text), double.isFinite else {
            throw error(at: start, "the number is too large")
        }
        append(.double, from: start)
    }

    private mutating func digits(_ message: String) throws(JSONError) {
        let start = position
        skipDigits()
        if position == start { throw error(message) }
    }

    @inline(__always)
    private mutating func skipDigits() {
        while let byte = current, byte.isASCIIDigit { position &+= 1 }
    }

    /// The value of a number that was parsed, lent for the call: exact, or the nearest double.
    static func number(_ text: UnsafeRawBufferPointer) -> JSONValue {
        if unsafe text.count <= safeDigits && text.allSatisfy({ $0.isASCIIDigit }) {
            return .int(unsafe text.reduce(0) { $0 &* 10 &+ Int64($1 &- UInt8(ascii: "0")) })
        }
        let text = unsafe String(decoding: text, as: UTF8.self)
        if let int = Int64(text) { return .int(int) }
        // A text that was parsed is the text of a number.
        return .double(Double(text) ?? 0)
    }
}

extension JSONParser {
    /// Parses a string or key, including its quotation marks.
    @inline(__always)
    mutating func string(_ kind: JSONNode.Kind) throws(JSONError) {
        position &+= 1
        let start = position
        try skipRun()
        guard current == UInt8(ascii: "\"") else { return try escapedString(kind, from: start) }
        append(kind, from: start, hash: kind == .key ? unsafe JSONKey.hash(written(start)) : 0)
        position &+= 1
    }

    /// The bytes from an offset to the position.
    @inline(__always)
    private func written(_ start: Int) -> UnsafeRawBufferPointer {
        unsafe UnsafeRawBufferPointer(rebasing: bytes[start..<position])
    }

    /// Parses the rest of a string or key, from its first escape or mistake.
    @inline(never)
    private mutating func escapedString(
        _ kind: JSONNode.Kind, from start: Int
    ) throws(JSONError) {
        while current != UInt8(ascii: "\"") {
            switch current {
            case UInt8(ascii: "\\"): _ = try escape()
            case nil: throw error("the string is not terminated")
            default: throw error("a control character in a string must be escaped")
            }
            try skipRun()
        }
        var hash: UInt32 = 0
        if kind == .key {
            var key: [UInt8] = []
            unsafe Self.unescape(bytes, start..<position, to: &key)
            hash = unsafe key.withUnsafeBytes { unsafe JSONKey.hash($0) }
        }
        append(kind, from: start, isEscaped: true, hash: hash)
        position &+= 1
    }

    /// Skips bytes up to the next quotation mark, escape or control character.
    @inline(__always)
    private mutating func skipRun() throws(JSONError) {
        let start = position
        // The function reads bytes from the position on, within their number.
        let run = unsafe routedb_plain_run(text, count, position)
        position = run.end
        // ASCII is valid, and validating it takes longer than the rest.
        if run.has_high != 0 { try validate(from: start) }
    }

    /// Refuses bytes from an offset to the position that are not valid UTF-8.
    @inline(never)
    private func validate(from start: Int) throws(JSONError) {
        let run = unsafe written(start)
        if unsafe String(validating: run, as: UTF8.self) != nil { return }
        throw unsafe error(at: start + Self.validPrefix(of: run), "invalid UTF-8")
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

    /// Appends the bytes of a string that was parsed, its escapes replaced.
    static func unescape(
        _ bytes: UnsafeRawBufferPointer, _ range: Range<Int>, to text: inout [UInt8]
    ) {
        var parser = unsafe JSONParser(bytes, from: range.lowerBound)
        while parser.position < range.upperBound {
            guard unsafe bytes[parser.position] == UInt8(ascii: "\\") else {
                text.append(unsafe bytes[parser.position])
                parser.position += 1
                continue
            }
            // The escapes were parsed before, so that there is no other end.
            guard let scalar = try? parser.escape() else { return }
            text.append(contentsOf: UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
        }
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
