package import RouteDBRouting

/// A parser of JSON that makes a value of each part as it reads it, byte by byte: slow, and plain to see.
package struct ReferenceJSON {
    /// A mistake in a text, and its place.
    package struct Mistake: Error, Hashable {
        /// The offset of the mistake.
        package let offset: Int
        /// The description of the mistake.
        package let message: String

        /// Creates a mistake.
        package init(offset: Int, message: String) {
            self.offset = offset
            self.message = message
        }
    }

    private let bytes: [UInt8]
    private var position: Int
    private var depth = 0

    /// Parses a text from an offset.
    package static func parse(
        _ bytes: [UInt8], from start: Int = 0
    ) throws(Mistake) -> JSONValue {
        var parser = ReferenceJSON(bytes: bytes, position: start)
        if bytes[start...].starts(with: [0xEF, 0xBB, 0xBF]) {
            throw parser.mistake("JSON must not begin with a byte order mark")
        }
        let value = try parser.value()
        parser.skipWhitespace()
        guard parser.position == bytes.count else {
            throw parser.mistake("unexpected text after the value")
        }
        return value
    }

    private init(bytes: [UInt8], position: Int) {
        self.bytes = bytes
        self.position = position
    }

    private var current: UInt8? { position < bytes.count ? bytes[position] : nil }

    private func mistake(at offset: Int? = nil, _ message: String) -> Mistake {
        Mistake(offset: offset ?? position, message: message)
    }

    private mutating func take(_ text: String) -> Bool {
        guard bytes[position...].starts(with: text.utf8) else { return false }
        position += text.utf8.count
        return true
    }

    private mutating func skipWhitespace() {
        while let byte = current, " \n\r\t".utf8.contains(byte) { position += 1 }
    }

    private mutating func value() throws(Mistake) -> JSONValue {
        skipWhitespace()
        guard let byte = current else {
            throw mistake("the text ends where a value is expected")
        }
        switch byte {
        case UInt8(ascii: "{"): return .object(try object())
        case UInt8(ascii: "["): return .array(try array())
        case UInt8(ascii: "\""): return .string(try string())
        case UInt8(ascii: "t"), UInt8(ascii: "f"), UInt8(ascii: "n"):
            for (word, value) in [("true", .bool(true)), ("false", .bool(false)), ("null", .null)]
                as [(String, JSONValue)] where take(word)
            {
                return value
            }
            throw mistake("unknown word; expected true, false or null")
        case UInt8(ascii: "-"), 0x30...0x39: return try number()
        default: throw mistake("unexpected character; expected a value")
        }
    }

    private mutating func enter() throws(Mistake) {
        guard depth < JSONParser.maximumDepth else {
            throw mistake(
                "arrays and objects may nest at most \(JSONParser.maximumDepth) levels deep")
        }
        depth += 1
        position += 1
        skipWhitespace()
    }

    private mutating func array() throws(Mistake) -> [JSONValue] {
        try enter()
        defer { depth -= 1 }
        var elements: [JSONValue] = []
        if take("]") { return elements }
        while true {
            elements.append(try value())
            skipWhitespace()
            if take("]") { return elements }
            guard take(",") else { throw mistake("expected ',' or ']' in the array") }
        }
    }

    private mutating func object() throws(Mistake) -> JSONObject {
        try enter()
        defer { depth -= 1 }
        var members: [JSONObject.Member] = []
        if take("}") { return JSONObject() }
        while true {
            skipWhitespace()
            let start = position
            guard current == UInt8(ascii: "\"") else {
                throw mistake("expected a string as the key")
            }
            let key = try string()
            if members.contains(where: { $0.key.utf8.elementsEqual(key.utf8) }) {
                throw mistake(at: start, "duplicate key")
            }
            skipWhitespace()
            guard take(":") else { throw mistake("expected ':' after the key") }
            members.append(JSONObject.Member(key: key, value: try value()))
            skipWhitespace()
            if take("}") { return JSONObject(distinct: members) }
            guard take(",") else { throw mistake("expected ',' or '}' in the object") }
        }
    }

    private mutating func number() throws(Mistake) -> JSONValue {
        let start = position
        _ = take("-")
        let whole = digits()
        if whole.isEmpty { throw mistake("expected a digit after the minus sign") }
        if whole.count > 1, whole.first == UInt8(ascii: "0") {
            throw mistake(at: whole.startIndex, "a number must not have leading zeros")
        }
        if take("."), digits().isEmpty {
            throw mistake("expected a digit after the decimal point")
        }
        if take("e") || take("E") {
            if !take("+") { _ = take("-") }
            if digits().isEmpty { throw mistake("expected a digit in the exponent") }
        }
        let text = String(decoding: bytes[start..<position], as: UTF8.self)
        if let int = Int64(text) { return .int(int) }
        guard let double = Double(text), double.isFinite else {
            throw mistake(at: start, "the number is too large")
        }
        return .double(double)
    }

    private mutating func digits() -> ArraySlice<UInt8> {
        let digits = bytes[position...].prefix { 0x30...0x39 ~= $0 }
        position = digits.endIndex
        return digits
    }
}

extension ReferenceJSON {
    private mutating func string() throws(Mistake) -> String {
        position += 1
        var text = ""
        while true {
            text += try run()
            guard let byte = current else { throw mistake("the string is not terminated") }
            switch byte {
            case UInt8(ascii: "\""):
                position += 1
                return text
            case UInt8(ascii: "\\"): text.unicodeScalars.append(try escape())
            default: throw mistake("a control character in a string must be escaped")
            }
        }
    }

    /// Reads up to the next quotation mark, escape or control character.
    private mutating func run() throws(Mistake) -> String {
        let run = bytes[position...].prefix { $0 >= 0x20 && !#""\"#.utf8.contains($0) }
        guard let text = String(validating: run, as: UTF8.self) else {
            var (decoder, rest) = (Unicode.UTF8.ForwardParser(), run.makeIterator())
            while case .valid(let scalar) = decoder.parseScalar(from: &rest) {
                position += scalar.count
            }
            throw mistake("invalid UTF-8")
        }
        position = run.endIndex
        return text
    }

    private mutating func escape() throws(Mistake) -> Unicode.Scalar {
        let start = position
        position += 1
        guard let letter = current else { throw mistake("the string is not terminated") }
        position += 1
        let plain: [Unicode.Scalar: Unicode.Scalar] = [
            "\"": "\"", "\\": "\\", "/": "/", "b": "\u{8}", "f": "\u{C}", "n": "\n", "r": "\r",
            "t": "\t",
        ]
        if let scalar = plain[Unicode.Scalar(letter)] { return scalar }
        guard letter == UInt8(ascii: "u") else {
            throw mistake(at: start, "unknown escape sequence")
        }
        let unit = try fourDigits()
        if let scalar = Unicode.Scalar(unit) { return scalar }
        guard UTF16.isLeadSurrogate(unit), take("\\"), take("u") else {
            throw mistake(at: start, "unpaired surrogate")
        }
        let trail = try fourDigits()
        guard UTF16.isTrailSurrogate(trail),
            let scalar = Unicode.Scalar(
                0x1_0000 + UInt32(unit & 0x3FF) << 10 + UInt32(trail & 0x3FF))
        else { throw mistake(at: start, "unpaired surrogate") }
        return scalar
    }

    private mutating func fourDigits() throws(Mistake) -> UInt16 {
        var unit: UInt16 = 0
        for _ in 0..<4 {
            guard let digit = current.flatMap({ Character(Unicode.Scalar($0)).hexDigitValue })
            else { throw mistake("expected four hexadecimal digits after \\u") }
            unit = unit << 4 | UInt16(digit)
            position += 1
        }
        return unit
    }
}
