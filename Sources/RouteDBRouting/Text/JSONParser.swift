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

/// Parses JSON (RFC 8259) from UTF-8 bytes, in one pass, into nodes that say where each value is.
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
/// A parser lives only inside a static function, whose caller lends the bytes for the call. It reads a byte
/// only after comparing the position with their number.
@safe
package struct JSONParser {
    /// How deep arrays and objects may nest.
    package static let maximumDepth = 64
    /// The number of keys that are searched one after the other for a duplicate.
    private static let searchedKeys = 64

    let text: UnsafePointer<UInt8>
    let count: Int
    var position: Int
    var nodes: [JSONNode] = []
    private var depth = 0
    /// How deep what arrays and objects contain becomes nodes.
    private let levels: Int

    init(_ bytes: UnsafeRawBufferPointer, from start: Int = 0, levels: Int = maximumDepth) {
        // No bytes may have no address; nothing is read of them.
        unsafe text =
            unsafe bytes.baseAddress?.assumingMemoryBound(to: UInt8.self)
            ?? UnsafePointer(bitPattern: 64).unsafelyUnwrapped
        count = bytes.count
        position = start
        self.levels = levels
    }

    /// The bytes of the text.
    var bytes: UnsafeRawBufferPointer {
        unsafe UnsafeRawBufferPointer(start: text, count: count)
    }

    /// Parses a whole text.
    ///
    /// - Complexity: O(*n*) in the number of bytes.
    package static func parse(_ bytes: UnsafeRawBufferPointer) throws(JSONError) -> JSONValue {
        var nodes: [JSONNode] = []
        try unsafe outline(bytes, from: 0, into: &nodes)
        return unsafe nodes.value(at: 0, of: bytes)
    }

    /// Parses a whole text from an offset, and replaces nodes by those of the text.
    static func outline(
        _ bytes: UnsafeRawBufferPointer, from start: Int, levels: Int = maximumDepth,
        into nodes: inout [JSONNode]
    ) throws(JSONError) {
        var parser = unsafe JSONParser(bytes, from: start, levels: levels)
        swap(&parser.nodes, &nodes)
        defer { swap(&parser.nodes, &nodes) }
        parser.nodes.removeAll(keepingCapacity: true)
        try parser.whole()
    }

    /// Parses all up to the end of the text.
    private mutating func whole() throws(JSONError) {
        let start = position
        if take(0xEF), take(0xBB), take(0xBF) {
            throw error(at: start, "JSON must not begin with a byte order mark")
        }
        position = start
        try value()
        skipWhitespace()
        guard position == count else { throw error("unexpected text after the value") }
    }

    /// The byte at the position, or `nil` at the end.
    @inline(__always)
    var current: UInt8? { unsafe position < count ? text[position] : nil }

    /// Makes an error at the current position, or at a given one.
    @inline(never)
    func error(at offset: Int? = nil, _ message: String) -> JSONError {
        unsafe JSONError(at: offset ?? position, of: bytes, message)
    }

    /// Skips a byte if it is the current one.
    @inline(__always)
    mutating func take(_ byte: UInt8) -> Bool {
        guard current == byte else { return false }
        position &+= 1
        return true
    }

    @inline(__always)
    private mutating func skipWhitespace() {
        while let byte = current, byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 {
            position &+= 1
        }
    }

    /// Appends a node that contains no other, and ends at the position.
    @inline(__always)
    mutating func append(
        _ kind: JSONNode.Kind, from start: Int, isEscaped: Bool = false, hash: UInt32 = 0
    ) {
        nodes.append(
            JSONNode(
                kind, start..<position, isEscaped: isEscaped, hash: hash, next: nodes.count &+ 1))
    }

    private mutating func value() throws(JSONError) {
        skipWhitespace()
        switch current {
        case UInt8(ascii: "\""): try string(.string)
        case UInt8(ascii: "{"): try object()
        case UInt8(ascii: "["): try array()
        case UInt8(ascii: "-"): try number()
        case UInt8(ascii: "t"): try word("true", .yes)
        case UInt8(ascii: "f"): try word("false", .no)
        case UInt8(ascii: "n"): try word("null", .null)
        case nil: throw error("the text ends where a value is expected")
        case let byte? where byte.isASCIIDigit: try number()
        default: throw error("unexpected character; expected a value")
        }
    }

    private mutating func word(_ word: StaticString, _ kind: JSONNode.Kind) throws(JSONError) {
        // A static string is never freed.
        let letters = unsafe UnsafeRawBufferPointer(
            start: word.utf8Start, count: word.utf8CodeUnitCount)
        guard unsafe bytes[position...].starts(with: letters) else {
            throw error("unknown word; expected true, false or null")
        }
        let start = position
        position += letters.count
        append(kind, from: start)
    }

    private mutating func enter() throws(JSONError) {
        guard depth < Self.maximumDepth else {
            throw error("arrays and objects may nest at most \(Self.maximumDepth) levels deep")
        }
        depth += 1
        position += 1
        skipWhitespace()
    }

    private mutating func array() throws(JSONError) {
        let place = nodes.count
        append(.array, from: position)
        try enter()
        defer { depth -= 1 }
        if !take(UInt8(ascii: "]")) {
            while true {
                try value()
                skipWhitespace()
                if take(UInt8(ascii: "]")) { break }
                guard take(UInt8(ascii: ",")) else {
                    throw error("expected ',' or ']' in the array")
                }
            }
        }
        close(place)
    }

    /// Ends the array or object at a place, and forgets what it contains below the levels that are kept.
    @inline(__always)
    private mutating func close(_ place: Int) {
        if depth > levels { nodes.removeLast(nodes.count - place - 1) }
        nodes.close(place, at: position)
    }

    private mutating func object() throws(JSONError) {
        let place = nodes.count
        append(.object, from: position)
        try enter()
        defer { depth -= 1 }
        var keys = Keys()
        if !take(UInt8(ascii: "}")) {
            while true {
                skipWhitespace()
                let start = position
                guard current == UInt8(ascii: "\"") else {
                    throw error("expected a string as the key")
                }
                try string(.key)
                if isDuplicate(&keys, in: place) { throw error(at: start, "duplicate key") }
                skipWhitespace()
                guard take(UInt8(ascii: ":")) else { throw error("expected ':' after the key") }
                try value()
                skipWhitespace()
                if take(UInt8(ascii: "}")) { break }
                guard take(UInt8(ascii: ",")) else {
                    throw error("expected ',' or '}' in the object")
                }
            }
        }
        close(place)
    }

    /// The keys of an object so far.
    private struct Keys {
        /// The number of keys.
        var count = 0
        /// A bit for the hash of each: a key whose bit is not set is new.
        var bits: UInt64 = 0
        /// All keys, once they are so many that a search takes longer.
        var all: Set<TextKey> = []
    }

    /// Returns whether the last key is one of an object's keys before it, and adds it to them.
    @inline(__always)
    private func isDuplicate(_ keys: inout Keys, in object: Int) -> Bool {
        let bit = 1 as UInt64 &<< UInt64(nodes[nodes.count &- 1].hash & 63)
        keys.count &+= 1
        if keys.bits & bit == 0, keys.count <= Self.searchedKeys {
            keys.bits |= bit
            return false
        }
        return isKnown(&keys, in: object)
    }

    @inline(never)
    private func isKnown(_ keys: inout Keys, in object: Int) -> Bool {
        let (last, key) = (nodes.count - 1, nodes[nodes.count - 1])
        var place = object + 1
        guard keys.count > Self.searchedKeys else {
            while place < last {
                if unsafe nodes[place].hash == key.hash && nodes[place].hasSameKey(as: key, bytes) {
                    return true
                }
                place = nodes[place + 1].next
            }
            return false
        }
        while keys.all.count < keys.count - 1, place < last {
            keys.all.insert(TextKey(unsafe nodes[place].text(bytes)))
            place = nodes[place + 1].next
        }
        return !keys.all.insert(TextKey(unsafe key.text(bytes))).inserted
    }
}
