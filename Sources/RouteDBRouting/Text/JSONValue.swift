/// A JSON value (RFC 8259) that keeps integers exact and members in order.
public enum JSONValue: Hashable, Sendable {
    case null
    case bool(Bool)
    /// A number without fraction or exponent that fits 64 bits.
    case int(Int64)
    /// Any other number; always finite.
    case double(Double)
    case string(String)
    case array([JSONValue])
    case object(JSONObject)
}

/// A JSON object: members in the order in which they were added.
public struct JSONObject: Hashable, Sendable {
    /// The members; keys are unique.
    public private(set) var members: [Member] = []
    /// The place of each key among the members, once there are so many that a search takes longer.
    private var places: [TextKey: Int]?

    /// How many members are searched one after the other.
    package static let searchedMembers = 16

    /// A key and its value.
    public struct Member: Hashable, Sendable {
        /// The key.
        public let key: String
        /// The value.
        public let value: JSONValue

        /// Creates a member.
        package init(key: String, value: JSONValue) {
            self.key = key
            self.value = value
        }
    }

    /// Creates an object without members.
    public init() {}

    /// Creates an object of members whose keys the caller has checked to be distinct.
    package init(distinct members: [Member]) {
        self.members = members
        indexIfLarge()
    }

    /// The value of a key.
    ///
    /// Setting `nil` removes the member; setting a new key appends it.
    ///
    /// Keys are compared byte by byte, as JSON's are.
    ///
    /// - Complexity: O(1), but O(*n*) in the number of members to remove one.
    public subscript(key: String) -> JSONValue? {
        get { index(of: key).map { members[$0].value } }
        set {
            switch (index(of: key), newValue) {
            case (let index?, let value?): members[index] = Member(key: key, value: value)
            case (let index?, nil):
                members.remove(at: index)
                // The places of those behind it have changed.
                places = nil
                indexIfLarge()
            case (nil, let value?):
                members.append(Member(key: key, value: value))
                if places == nil {
                    indexIfLarge()
                } else {
                    places?[TextKey(key)] = members.count - 1
                }
            case (nil, nil): break
            }
        }
    }

    private mutating func indexIfLarge() {
        guard members.count > Self.searchedMembers else { return }
        var places: [TextKey: Int] = [:]
        places.reserveCapacity(members.count)
        for (place, member) in members.enumerated() { places[TextKey(member.key)] = place }
        self.places = places
    }

    /// The place of a key; of a few members, most keys differ in their length already.
    private func index(of key: String) -> Int? {
        if let places { return places[TextKey(key)] }
        let members = members.span
        let count = key.utf8.count
        for index in members.indices where members[index].key.utf8.count == count {
            if members[index].key.hasSameBytes(as: key) { return index }
        }
        return nil
    }

    /// Creates an object; of members with the same key the last one wins.
    fileprivate init(_ elements: [(String, JSONValue)]) {
        members.reserveCapacity(elements.count)
        guard elements.count <= Self.searchedMembers else {
            for (key, value) in elements { self[key] = value }
            return
        }
        var seen: UInt64 = 0
        for (key, value) in elements {
            // Most keys differ from all others in a bit made of their length and their ends, and
            // need not be looked for.
            let units = key.utf8
            let ends = UInt64(units.first ?? 0) &* 7 &+ UInt64(units.last ?? 0) &* 13
            let bit = 1 &<< ((ends &+ UInt64(units.count)) & 63)
            if seen & bit == 0 {
                seen |= bit
                members.append(Member(key: key, value: value))
            } else {
                self[key] = value
            }
        }
    }
}

extension JSONObject {
    /// Returns whether two objects have equal members in the same order.
    public static func == (left: Self, right: Self) -> Bool { left.members == right.members }

    /// Hashes the members.
    public func hash(into hasher: inout Hasher) { hasher.combine(members) }
}

extension JSONObject: ExpressibleByDictionaryLiteral {
    /// Creates an object from a literal; of members with the same key the last one wins.
    public init(dictionaryLiteral elements: (String, JSONValue)...) {
        self.init(elements)
    }
}

extension JSONValue: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral,
    ExpressibleByBooleanLiteral, ExpressibleByNilLiteral, ExpressibleByArrayLiteral,
    ExpressibleByDictionaryLiteral
{
    /// Creates a string.
    public init(stringLiteral value: String) { self = .string(value) }
    /// Creates an integer.
    public init(integerLiteral value: Int64) { self = .int(value) }
    /// Creates a Boolean.
    public init(booleanLiteral value: Bool) { self = .bool(value) }
    /// Creates a null.
    public init(nilLiteral: ()) { self = .null }
    /// Creates an array.
    public init(arrayLiteral elements: JSONValue...) { self = .array(elements) }
    /// Creates an object.
    public init(dictionaryLiteral elements: (String, JSONValue)...) {
        self = .object(JSONObject(elements))
    }
}

extension JSONValue {
    /// Parses JSON from a string.
    ///
    /// Duplicate keys, unpaired surrogates, numbers beyond a double's range and nesting deeper than
    /// 64 levels are errors too.
    ///
    /// - Throws: ``JSONError`` for the first mistake.
    /// - Complexity: O(*n*) in the number of bytes.
    public init(parsing text: String) throws(JSONError) {
        var text = text
        let result = text.withUTF8 { unsafe Self.parse(UnsafeRawBufferPointer($0)) }
        self = try result.get()
    }

    /// Parses JSON from UTF-8 bytes, as ``init(parsing:)-(String)`` does from a string.
    ///
    /// - Throws: ``JSONError`` for the first mistake; invalid UTF-8 is one.
    public init(parsing bytes: [UInt8]) throws(JSONError) {
        let result = unsafe bytes.withUnsafeBytes { unsafe Self.parse($0) }
        self = try result.get()
    }

    /// Parses JSON from UTF-8 bytes in memory, as ``init(parsing:)-(String)`` does from a string.
    package init(parsing bytes: UnsafeRawBufferPointer) throws(JSONError) {
        self = try unsafe JSONParser.parse(bytes)
    }

    /// Parses to a `Result`, since the closures above cannot rethrow typed errors.
    ///
    /// The parser keeps the buffer only until it returns, and its result shares no memory with it.
    private static func parse(_ bytes: UnsafeRawBufferPointer) -> Result<JSONValue, JSONError> {
        do throws(JSONError) {
            return .success(try unsafe JSONParser.parse(bytes))
        } catch {
            return .failure(error)
        }
    }
}

extension JSONValue: CustomStringConvertible {
    /// The value as compact JSON.
    public var description: String {
        var bytes: [UInt8] = []
        JSONWriter.append(self, to: &bytes)
        return String(decoding: bytes, as: UTF8.self)
    }
}

extension JSONObject: CustomStringConvertible {
    /// The object as compact JSON.
    public var description: String { JSONValue.object(self).description }
}

/// Writes compact JSON (RFC 8259) as UTF-8 bytes.
///
/// The output is valid JSON and parses back to the same value: a double is written as the shortest
/// text that reads as the same double, always with a fraction or an exponent, so that it does not
/// come back as an integer. A double that is not finite cannot come from JSON; if code makes one, it
/// is written as `null`.
package enum JSONWriter {
    /// Appends a value.
    package static func append(_ value: JSONValue, to bytes: inout [UInt8]) {
        switch value {
        case .null: bytes.append(contentsOf: "null".utf8)
        case .bool(let isTrue): bytes.append(contentsOf: (isTrue ? "true" : "false").utf8)
        case .int(let int): append(int, to: &bytes)
        case .double(let double): append(double, to: &bytes)
        case .string(let text): append(text, to: &bytes)
        case .array(let elements): append(elements, to: &bytes)
        case .object(let object): append(object, to: &bytes)
        }
    }

    /// Appends an array.
    package static func append(_ elements: [JSONValue], to bytes: inout [UInt8]) {
        bytes.append(UInt8(ascii: "["))
        for (index, element) in elements.enumerated() {
            if index > 0 { bytes.append(UInt8(ascii: ",")) }
            append(element, to: &bytes)
        }
        bytes.append(UInt8(ascii: "]"))
    }

    /// Appends an object, its members in their order.
    package static func append(_ object: JSONObject, to bytes: inout [UInt8]) {
        bytes.append(UInt8(ascii: "{"))
        for (index, member) in object.members.enumerated() {
            if index > 0 { bytes.append(UInt8(ascii: ",")) }
            append(member.key, to: &bytes)
            bytes.append(UInt8(ascii: ":"))
            append(member.value, to: &bytes)
        }
        bytes.append(UInt8(ascii: "}"))
    }

    /// Appends an integer.
    private static func append(_ int: Int64, to bytes: inout [UInt8]) {
        if int < 0 { bytes.append(UInt8(ascii: "-")) }
        let magnitude = int.magnitude
        var power: UInt64 = 1
        // No greater power than 10^19, which fits.
        while magnitude / power >= 10 { power *= 10 }
        while power > 0 {
            bytes.append(UInt8(ascii: "0") + UInt8(magnitude / power % 10))
            power /= 10
        }
    }

    /// Appends a number; `null` if it is not finite.
    package static func append(_ double: Double, to bytes: inout [UInt8]) {
        // The standard library's text of a finite double is a JSON number with `.` or `e`.
        bytes.append(contentsOf: (double.isFinite ? double.description : "null").utf8)
    }

    /// Appends a string in quotation marks, escaping only what must be escaped.
    package static func append(_ text: String, to bytes: inout [UInt8]) {
        var text = text
        // The buffer is read inside the closure only.
        text.withUTF8 { unsafe append(UnsafeRawBufferPointer($0), to: &bytes) }
    }

    /// Appends a string, given as UTF-8 bytes, in quotation marks.
    ///
    /// It reads at the buffer's own indices, before it returns.
    static func append(_ units: UnsafeRawBufferPointer, to bytes: inout [UInt8]) {
        bytes.append(UInt8(ascii: "\""))
        var start = 0
        while true {
            let end = unsafe firstToEscape(in: units, from: start)
            let plain = unsafe UnsafeRawBufferPointer(rebasing: units[start..<end])
            unsafe plain.withMemoryRebound(to: UInt8.self) { unsafe bytes.append(contentsOf: $0) }
            guard end < units.count else { break }
            unsafe appendEscape(of: units[end], to: &bytes)
            start = end + 1
        }
        bytes.append(UInt8(ascii: "\""))
    }

    /// The place of the first byte that must be escaped, from a place on; the count if there is none.
    ///
    /// Eight bytes are looked at together, all of them inside the buffer.
    private static func firstToEscape(
        in units: UnsafeRawBufferPointer, from start: Int
    ) -> Int {
        var index = start
        while index &+ 8 <= units.count {
            let word = unsafe units.loadUnaligned(fromByteOffset: index, as: UInt64.self)
            let controls = (word &- 0x2020_2020_2020_2020) & ~word & .highBits
            guard
                controls | word.marking(UInt8(ascii: "\""))
                    | word.marking(UInt8(ascii: "\\")) == 0
            else { break }
            index &+= 8
        }
        while index < units.count, unsafe !mustEscape(units[index]) { index &+= 1 }
        return index
    }

    private static func mustEscape(_ unit: UInt8) -> Bool {
        unit < 0x20 || unit == UInt8(ascii: "\"") || unit == UInt8(ascii: "\\")
    }

    private static func appendEscape(of unit: UInt8, to bytes: inout [UInt8]) {
        bytes.append(UInt8(ascii: "\\"))
        switch unit {
        case 0x08: bytes.append(UInt8(ascii: "b"))
        case 0x09: bytes.append(UInt8(ascii: "t"))
        case 0x0A: bytes.append(UInt8(ascii: "n"))
        case 0x0C: bytes.append(UInt8(ascii: "f"))
        case 0x0D: bytes.append(UInt8(ascii: "r"))
        case 0x00..<0x20:
            bytes.append(contentsOf: (unit < 0x10 ? "u000" : "u00").utf8)
            bytes.append(contentsOf: String(unit, radix: 16).utf8)
        default: bytes.append(unit)
        }
    }
}
