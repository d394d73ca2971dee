/// Why a text is not JSON, and where.
public struct JSONError: Error, Hashable, Sendable {
    /// The offset of the mistake, in bytes from the start of the text.
    public let offset: Int

    /// The line of the mistake, counted from 1; lines end at a line feed.
    public let line: Int

    /// The column of the mistake, in bytes, counted from 1.
    public let column: Int

    /// A description of the mistake.
    ///
    /// It quotes nothing from the text.
    public let message: String

    /// Creates an error; line and column are counted only here, after parsing has failed.
    ///
    /// The bytes are those of a parser, which are lent to it.
    init(at offset: Int, of bytes: UnsafeRawBufferPointer, _ message: String) {
        let before = unsafe bytes.prefix(offset)
        let lineStart = unsafe before.lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0
        self.offset = offset
        self.line = unsafe before.reduce(1) { $1 == UInt8(ascii: "\n") ? $0 + 1 : $0 }
        self.column = offset - lineStart + 1
        self.message = message
    }
}

extension JSONError: CustomStringConvertible {
    /// The place and the message, such as `line 2, column 7: a number must not have leading zeros`.
    public var description: String { "line \(line), column \(column): \(message)" }
}

/// Parses JSON (RFC 8259) from UTF-8 bytes, in one pass.
///
/// It is strict where the RFC leaves a choice, since a lenient parser would hide mistakes in the data:
///
/// 1. The text is one value, optionally surrounded by white space, without a byte order mark.
/// 2. The keys of an object are unique; they are compared byte by byte.
/// 3. Strings are valid UTF-8, and escaped surrogates come in pairs.
/// 4. A number without fraction and exponent is an integer if it fits 64 bits; any other number is
///    a double, and must be finite.
/// 5. Arrays and objects nest at most ``maximumDepth`` levels deep, so the stack is bounded.
///
/// A parser lives only inside ``parse(_:)``, whose caller lends the bytes for the call. It reads a byte
/// only after comparing the position with their number.
@safe
package struct JSONParser {
    /// How deep arrays and objects may nest.
    package static let maximumDepth = 64

    package let bytes: UnsafeRawBufferPointer
    var position = 0
    private var depth = 0

    private init(_ bytes: UnsafeRawBufferPointer) { unsafe self.bytes = unsafe bytes }

    /// Parses a whole text.
    ///
    /// - Complexity: O(*n*) in the number of bytes.
    package static func parse(_ bytes: UnsafeRawBufferPointer) throws(JSONError) -> JSONValue {
        var parser = unsafe JSONParser(bytes)
        if unsafe bytes.starts(with: [0xEF, 0xBB, 0xBF]) {
            throw parser.error("JSON must not begin with a byte order mark")
        }
        let value = try parser.value()
        parser.skipWhitespace()
        guard parser.position == bytes.count else {
            throw parser.error("unexpected text after the value")
        }
        return value
    }

    /// The byte at the position, or `nil` at the end.
    var current: UInt8? { unsafe position < bytes.count ? bytes[position] : nil }

    /// Makes an error at the current position, or at a given one.
    func error(at offset: Int? = nil, _ message: String) -> JSONError {
        unsafe JSONError(at: offset ?? position, of: bytes, message)
    }

    /// Skips a byte if it is the current one.
    mutating func take(_ byte: UInt8) -> Bool {
        guard current == byte else { return false }
        position += 1
        return true
    }

    private mutating func skipWhitespace() {
        while let byte = current, byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 {
            position += 1
        }
    }

    private mutating func value() throws(JSONError) -> JSONValue {
        skipWhitespace()
        switch current {
        case UInt8(ascii: "{"): return .object(try object())
        case UInt8(ascii: "["): return .array(try array())
        case UInt8(ascii: "\""): return .string(try string())
        case UInt8(ascii: "-"): return try number()
        case UInt8(ascii: "t"): return try word("true", .bool(true))
        case UInt8(ascii: "f"): return try word("false", .bool(false))
        case UInt8(ascii: "n"): return try word("null", .null)
        case nil: throw error("the text ends where a value is expected")
        case let byte? where (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte):
            return try number()
        default: throw error("unexpected character; expected a value")
        }
    }

    private mutating func word(
        _ word: StaticString, _ value: JSONValue
    ) throws(JSONError) -> JSONValue {
        // A static string is never freed.
        let letters = unsafe UnsafeRawBufferPointer(
            start: word.utf8Start, count: word.utf8CodeUnitCount)
        guard unsafe bytes[position...].starts(with: letters) else {
            throw error("unknown word; expected true, false or null")
        }
        position += letters.count
        return value
    }

    private mutating func enter() throws(JSONError) {
        guard depth < Self.maximumDepth else {
            throw error("arrays and objects may nest at most \(Self.maximumDepth) levels deep")
        }
        depth += 1
        position += 1
        skipWhitespace()
    }

    private mutating func array() throws(JSONError) -> [JSONValue] {
        try enter()
        defer { depth -= 1 }
        var elements: [JSONValue] = []
        if take(UInt8(ascii: "]")) { return elements }
        while true {
            elements.append(try value())
            skipWhitespace()
            if take(UInt8(ascii: "]")) { return elements }
            guard take(UInt8(ascii: ",")) else {
                throw error("expected ',' or ']' in the array")
            }
        }
    }

    private mutating func object() throws(JSONError) -> JSONObject {
        try enter()
        defer { depth -= 1 }
        var members: [JSONObject.Member] = []
        var keys: Set<TextKey> = []
        if take(UInt8(ascii: "}")) { return JSONObject() }
        while true {
            skipWhitespace()
            let start = position
            guard current == UInt8(ascii: "\"") else { throw error("expected a string as the key") }
            let key = try string()
            if contains(key, members: members, keys: &keys) {
                throw error(at: start, "duplicate key")
            }
            skipWhitespace()
            guard take(UInt8(ascii: ":")) else { throw error("expected ':' after the key") }
            members.append(JSONObject.Member(key: key, value: try value()))
            skipWhitespace()
            if take(UInt8(ascii: "}")) { return JSONObject(distinct: members) }
            guard take(UInt8(ascii: ",")) else {
                throw error("expected ',' or '}' in the object")
            }
        }
    }

    /// Returns whether a key is among the members; fills `keys` when searching would become slow.
    private func contains(
        _ key: String, members: [JSONObject.Member], keys: inout Set<TextKey>
    ) -> Bool {
        // Up to this size, keys are searched for duplicates; in larger objects they are hashed.
        if members.count < JSONObject.searchedMembers {
            let count = key.utf8.count
            return members.contains { $0.key.utf8.count == count && $0.key.hasSameBytes(as: key) }
        }
        if keys.isEmpty { keys = Set(members.map { TextKey($0.key) }) }
        return !keys.insert(TextKey(key)).inserted
    }
}
