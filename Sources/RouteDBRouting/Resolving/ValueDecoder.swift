/// A step of the path to a value: a member's name, or an index of a list.
struct ValueKey: CodingKey {
    let stringValue: String
    let intValue: Int?

    init(stringValue: String) {
        self.stringValue = stringValue
        intValue = nil
    }

    init(intValue: Int) {
        stringValue = String(intValue)
        self.intValue = intValue
    }
}

extension [any CodingKey] {
    /// The path as text, such as `user.tags[1]`.
    var pathText: String {
        var text = ""
        for key in self {
            if let key = key as? ValueKey, let index = key.intValue {
                text += "[\(index)]"
            } else {
                text += text.isEmpty ? key.stringValue : ".\(key.stringValue)"
            }
        }
        return text
    }
}

/// Decodes Swift values from JSON values, without loss.
///
/// 1. A string that holds an integer, a number or a Boolean, as written in a URL, is accepted where
///    such a type is wanted, because all values of a query are strings.
/// 2. There is no other conversion: a number is not a string, and a single value is not a list.
/// 3. An integer comes only from an integer: `1.0` may be the result of rounding.
struct ValueDecoder: Decoder {
    /// The value, or `nil` if there is none.
    package let value: JSONValue?
    let codingPath: [any CodingKey]
    var userInfo: [CodingUserInfoKey: Any] { [:] }

    /// Makes a Swift value.
    static func decode<Value: Decodable>(
        _ type: Value.Type, from value: JSONValue?, name: String? = nil
    ) throws(ValueError) -> Value {
        if let simple = simple(type, from: value) { return simple }
        let path: [any CodingKey] = name.map { [ValueKey(stringValue: $0)] } ?? []
        do {
            return try Value(from: ValueDecoder(value: value, codingPath: path))
        } catch let error as DecodingError {
            throw ValueError(error, in: value, below: path)
        } catch {
            throw ValueError(
                code: .refused, path: path.pathText, found: value, message: "\(error)")
        }
    }

    /// The value, if it is of just the wanted type: a decoder would allocate memory to say so.
    private static func simple<Value>(_ type: Value.Type, from value: JSONValue?) -> Value? {
        // The types are the same where the bits are taken for another type.
        switch value {
        case .int(let number)? where type == Int.self:
            return Int(exactly: number).map { unsafe unsafeBitCast($0, to: Value.self) }
        case .int(let number)? where type == Int64.self:
            return unsafe unsafeBitCast(number, to: Value.self)
        case .string(let text)? where type == String.self:
            return unsafe unsafeBitCast(text, to: Value.self)
        case .bool(let flag)? where type == Bool.self:
            return unsafe unsafeBitCast(flag, to: Value.self)
        case .double(let number)? where type == Double.self:
            return unsafe unsafeBitCast(number, to: Value.self)
        default: return nil
        }
    }

    func container<Key: CodingKey>(keyedBy: Key.Type) throws -> KeyedDecodingContainer<Key> {
        guard case .object(let object) = value else { throw mismatch(JSONObject.self, "an object") }
        return KeyedDecodingContainer(KeyedValues<Key>(object: object, codingPath: codingPath))
    }

    func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
        guard case .array(let values) = value else { throw mismatch([JSONValue].self, "a list") }
        return UnkeyedValues(values: values, codingPath: codingPath)
    }

    func singleValueContainer() -> any SingleValueDecodingContainer { self }
}

extension ValueDecoder: SingleValueDecodingContainer {
    func decodeNil() -> Bool { value == nil || value == .null }

    func decode(_ type: Bool.Type) throws -> Bool {
        switch value {
        case .bool(let value)?: return value
        case .string(let text)? where text.withBytes { ParameterType.bool.accepts($0) }:
            return text == "true" || text == "1"
        default: throw mismatch(type)
        }
    }

    func decode(_ type: String.Type) throws -> String {
        guard case .string(let text)? = value else { throw mismatch(type) }
        return text
    }

    func decode(_ type: Double.Type) throws -> Double { try number(type) }
    func decode(_ type: Float.Type) throws -> Float { try number(type) }
    func decode(_ type: Int.Type) throws -> Int { try wholeNumber(type) }
    func decode(_ type: Int8.Type) throws -> Int8 { try wholeNumber(type) }
    func decode(_ type: Int16.Type) throws -> Int16 { try wholeNumber(type) }
    func decode(_ type: Int32.Type) throws -> Int32 { try wholeNumber(type) }
    func decode(_ type: Int64.Type) throws -> Int64 { try wholeNumber(type) }
    func decode(_ type: UInt.Type) throws -> UInt { try wholeNumber(type) }
    func decode(_ type: UInt8.Type) throws -> UInt8 { try wholeNumber(type) }
    func decode(_ type: UInt16.Type) throws -> UInt16 { try wholeNumber(type) }
    func decode(_ type: UInt32.Type) throws -> UInt32 { try wholeNumber(type) }
    func decode(_ type: UInt64.Type) throws -> UInt64 { try wholeNumber(type) }

    func decode<Value: Decodable>(_ type: Value.Type) throws -> Value { try Value(from: self) }

    private func wholeNumber<Number: FixedWidthInteger>(_ type: Number.Type) throws -> Number {
        switch value {
        case .int(let value)?:
            guard let number = Number(exactly: value) else { throw outOfRange(type) }
            return number
        case .string(let text)?:
            // It reads what `int` does: a sign and digits.
            if let number = Number(text) { return number }
            let isWhole = text.withBytes { NumberGrammar.isWhole($0) }
            throw isWhole ? outOfRange(type) : mismatch(type)
        default: throw mismatch(type)
        }
    }

    private func number<Number: BinaryFloatingPoint & LosslessStringConvertible>(
        _ type: Number.Type
    ) throws -> Number {
        let number: Number?
        switch value {
        case .int(let value)?: number = Number(exactly: value)
        case .double(let value)?: number = Number(value)
        case .string(let text)? where text.withBytes { ParameterType.float.accepts($0) }:
            number = Int64(text).map { Number(exactly: $0) } ?? Number(text)
        default: throw mismatch(type)
        }
        guard let number, number.isFinite else { throw outOfRange(type) }
        return number
    }
}
