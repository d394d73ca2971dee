/// A key or a value of a text in JSON, by its place.
package struct JSONNode: Sendable {
    /// The type of a value; or a key, behind which its value stands.
    package enum Kind: UInt8, Sendable {
        case key
        case null
        case yes
        case no
        /// A number without fraction or exponent that fits 64 bits.
        case int
        /// Any other number; always finite.
        case double
        case string
        case array
        case object
    }

    /// The type.
    package let kind: Kind
    /// True if a key or a string has escapes.
    package let isEscaped: Bool
    /// A hash of the key, as ``JSONKey/hash`` is.
    package let hash: UInt32
    /// The offset of the first byte; of a key or a string, of the one behind the quotation mark.
    package let start: Int
    /// The offset behind the last byte; of a key or a string, that of the closing quotation mark.
    package fileprivate(set) var end: Int
    /// The place of the node behind the value and all that it contains.
    package fileprivate(set) var next: Int

    /// The bytes of the value, or between the quotation marks.
    @inlinable package var range: Range<Int> { start..<end }
}

/// A key that is looked for in objects.
package struct JSONKey: Hashable, Sendable {
    /// The key as UTF-8.
    package let text: [UInt8]
    /// A hash of the key; equal keys have equal ones.
    package let hash: UInt32

    /// Creates a key.
    package init(_ text: String) {
        self.text = Array(text.utf8)
        // The buffer is read inside the closure only.
        hash = unsafe self.text.withUnsafeBytes { unsafe Self.hash($0) }
    }

    /// The hash of some bytes: of their number, of the first eight and of the last eight.
    ///
    /// Words are loaded at offsets that are compared with the number of bytes.
    @inline(__always)
    static func hash(_ key: UnsafeRawBufferPointer) -> UInt32 {
        let count = key.count
        var (head, tail) = (UInt64(0), UInt64(0))
        if count >= 8 {
            head = unsafe key.loadUnaligned(fromByteOffset: 0, as: UInt64.self)
            tail = unsafe key.loadUnaligned(fromByteOffset: count &- 8, as: UInt64.self)
        } else if count >= 4 {
            head = unsafe UInt64(key.loadUnaligned(fromByteOffset: 0, as: UInt32.self))
            tail = unsafe UInt64(key.loadUnaligned(fromByteOffset: count &- 4, as: UInt32.self))
        } else if count > 0 {
            head = unsafe UInt64(key[0]) | UInt64(key[count / 2]) &<< 8
            tail = unsafe UInt64(key[count &- 1])
        }
        let mixed =
            head &* 0x9E37_79B9_7F4A_7C15 ^ (tail ^ UInt64(count)) &* 0xC2B2_AE3D_27D4_EB4F
        return UInt32(truncatingIfNeeded: mixed &>> 32)
    }
}

/// The values of a text in JSON by their places, without copies of them.
///
/// The first node is the value of the text. Behind an object come its keys, each followed by its value, and
/// behind an array its elements. One outline serves many texts, one after the other: it keeps its memory.
package struct JSONOutline: Sendable {
    /// The keys and values in the order of the text.
    package internal(set) var nodes: [JSONNode] = []
    /// True if there are nodes for all levels.
    private var isWhole = true

    /// Creates an outline of no text.
    package init() {}

    /// Reads a text, as ``JSONValue/init(parsing:)-([UInt8])`` does, from an offset.
    ///
    /// Arrays and objects nested deeper than the levels are checked, and have no nodes for what they contain.
    package mutating func read(
        _ text: RawSpan, from start: Int = 0, levels: Int = JSONParser.maximumDepth
    ) throws(JSONError) {
        isWhole = levels >= JSONParser.maximumDepth
        // The nodes have offsets only, which outlive the buffer.
        try unsafe text.withUnsafeBytes { bytes throws(JSONError) in
            try unsafe JSONParser.outline(bytes, from: start, levels: levels, into: &nodes)
        }
    }

    /// Passes the keys of the object at a place to a closure, each with the place of its value.
    package func forEachMember(of object: Int, _ text: RawSpan, _ body: (String, Int) -> Void) {
        // The buffer is read inside the closure only.
        unsafe text.withUnsafeBytes { bytes in
            var place = object + 1
            while place < nodes[object].next {
                body(unsafe nodes[place].text(bytes), place + 1)
                place = nodes[place + 1].next
            }
        }
    }

    /// Returns the place of the value of a key, which an object at a place has.
    package func value(of key: JSONKey, in object: Int, of text: RawSpan) -> Int? {
        // The buffer is read inside the closure only.
        unsafe text.withUnsafeBytes { bytes in
            var place = object + 1
            while place < nodes[object].next {
                if unsafe nodes[place].hash == key.hash && nodes[place].has(key.text, bytes) {
                    return place + 1
                }
                place = nodes[place + 1].next
            }
            return nil
        }
    }

    /// Appends the bytes of the key or string at a place, its escapes replaced.
    package func append(_ place: Int, of text: RawSpan, to bytes: inout [UInt8]) {
        // The buffer is read inside the closure only.
        unsafe text.withUnsafeBytes { unsafe nodes[place].append($0, to: &bytes) }
    }

    /// Returns the value at a place.
    package func value(at place: Int, of text: RawSpan) -> JSONValue {
        // The value shares no memory with the buffer.
        unsafe text.withUnsafeBytes { bytes in
            let node = nodes[place]
            guard !isWhole, node.kind == .array || node.kind == .object else {
                return unsafe nodes.value(at: place, of: bytes)
            }
            // The text was checked, so its parts are JSON.
            return (try? unsafe JSONParser.parse(node.written(bytes))) ?? .null
        }
    }
}

// Nodes of a text that was read, whose bytes are lent for the call: each offset of a node is inside them.
extension JSONNode {
    init(_ kind: Kind, _ range: Range<Int>, isEscaped: Bool = false, hash: UInt32 = 0, next: Int) {
        self.kind = kind
        self.isEscaped = isEscaped
        self.hash = hash
        (start, end) = (range.lowerBound, range.upperBound)
        self.next = next
    }

    /// The bytes between the quotation marks, or of the value.
    @inline(__always)
    func written(_ bytes: UnsafeRawBufferPointer) -> UnsafeRawBufferPointer {
        unsafe UnsafeRawBufferPointer(rebasing: bytes[start..<end])
    }

    /// Returns whether the key has the bytes of another.
    func hasSameKey(as other: JSONNode, _ bytes: UnsafeRawBufferPointer) -> Bool {
        guard isEscaped || other.isEscaped else {
            return unsafe written(bytes).elementsEqual(other.written(bytes))
        }
        return unsafe has(other.unescaped(bytes), bytes)
    }

    /// Returns whether the key has some bytes.
    fileprivate func has(_ key: [UInt8], _ bytes: UnsafeRawBufferPointer) -> Bool {
        if isEscaped { return unsafe unescaped(bytes) == key }
        return unsafe written(bytes).elementsEqual(key)
    }

    /// The bytes of a key or string.
    func unescaped(_ bytes: UnsafeRawBufferPointer) -> [UInt8] {
        var text: [UInt8] = []
        unsafe append(bytes, to: &text)
        return text
    }

    /// The text of a key or string.
    func text(_ bytes: UnsafeRawBufferPointer) -> String {
        if isEscaped { return unsafe String(decoding: unescaped(bytes), as: UTF8.self) }
        return unsafe String(decoding: written(bytes), as: UTF8.self)
    }

    /// Appends the bytes of a key or string, its escapes replaced.
    fileprivate func append(_ bytes: UnsafeRawBufferPointer, to text: inout [UInt8]) {
        if isEscaped {
            unsafe JSONParser.unescape(bytes, start..<end, to: &text)
        } else {
            unsafe written(bytes).withMemoryRebound(to: UInt8.self) {
                unsafe text.append(contentsOf: $0)
            }
        }
    }
}

extension [JSONNode] {
    /// Ends the array or object at a place.
    mutating func close(_ place: Int, at offset: Int) {
        self[place].end = offset
        self[place].next = count
    }

    /// Returns the value at a place; the recursion is as deep as the text is, which is bounded.
    func value(at place: Int, of bytes: UnsafeRawBufferPointer) -> JSONValue {
        let node = self[place]
        switch node.kind {
        case .key, .string: return .string(unsafe node.text(bytes))
        case .null: return .null
        case .yes: return .bool(true)
        case .no: return .bool(false)
        case .int, .double: return unsafe JSONParser.number(node.written(bytes))
        case .array:
            var elements: [JSONValue] = []
            var next = place + 1
            while next < node.next {
                elements.append(unsafe value(at: next, of: bytes))
                next = self[next].next
            }
            return .array(elements)
        case .object:
            var members: [JSONObject.Member] = []
            var next = place + 1
            while next < node.next {
                members.append(
                    JSONObject.Member(
                        key: unsafe self[next].text(bytes),
                        value: unsafe value(at: next + 1, of: bytes)))
                next = self[next + 1].next
            }
            return .object(JSONObject(distinct: members))
        }
    }
}
