// JSON values as properties of decodable types, for members without a fixed form.
extension JSONValue: Decodable {
    /// Decodes any JSON value.
    ///
    /// Other libraries' decoders may not keep the order of members.
    ///
    /// - Throws: `DecodingError` if there is no value, or one that JSON cannot express.
    public init(from decoder: any Decoder) throws {
        if let decoder = decoder as? ValueDecoder {
            guard let value = decoder.value else { throw decoder.mismatch(Self.self) }
            self = value
            return
        }
        let container = try decoder.singleValueContainer()
        if container.decodeNil() {
            self = .null
        } else if let value = try? container.decode(Bool.self) {
            self = .bool(value)
        } else if let value = try? container.decode(Int64.self) {
            self = .int(value)
        } else if let value = try? container.decode(Double.self), value.isFinite {
            self = .double(value)
        } else if let value = try? container.decode(String.self) {
            self = .string(value)
        } else if let values = try? container.decode([JSONValue].self) {
            self = .array(values)
        } else {
            var object = JSONObject()
            for (key, value) in try container.decode([String: JSONValue].self) {
                object[key] = value
            }
            self = .object(object)
        }
    }
}

extension JSONObject: Decodable {
    /// Decodes any JSON object.
    ///
    /// - Throws: `DecodingError` if there is no value, or it is not an object.
    public init(from decoder: any Decoder) throws {
        guard case .object(let object) = try JSONValue(from: decoder) else {
            throw DecodingError.typeMismatch(
                Self.self,
                DecodingError.Context(
                    codingPath: decoder.codingPath, debugDescription: "The value is not an object.")
            )
        }
        self = object
    }
}

// Values as Swift types.
//
// Values are converted without loss: an integer from an integer, a Boolean from `true`, `false`, `1`
// or `0`, both also from their text, since all values of a query are text. A string comes only from
// a string.
extension Resolution {
    /// The value of a name as a Swift type.
    ///
    /// ```swift
    /// let id = try resolution.value("id", as: Int.self)
    /// ```
    ///
    /// - Parameters:
    ///   - name: The name, as in ``subscript(_:)``.
    ///   - type: The type.
    /// - Returns: The value.
    /// - Throws: ``ValueError`` if there is no value, or it is not of the type.
    /// - Complexity: Linear in the URL. For many values use ``decode(_:)``.
    public func value<Value: Decodable>(
        _ name: String, as type: Value.Type = Value.self
    ) throws(ValueError) -> Value {
        try ValueDecoder.decode(type, from: self[name], name: name)
    }

    /// The value of a name as a Swift type, or `nil` if there is none.
    ///
    /// - Parameters:
    ///   - name: The name, as in ``subscript(_:)``.
    ///   - type: The type.
    /// - Returns: The value; `nil` if there is none, or null.
    /// - Throws: ``ValueError`` if the value is not of the type.
    /// - Complexity: Linear in the URL.
    public func optionalValue<Value: Decodable>(
        _ name: String, as type: Value.Type = Value.self
    ) throws(ValueError) -> Value? {
        guard let value = self[name], value != .null else { return nil }
        return try ValueDecoder.decode(type, from: value, name: name)
    }

    /// All ``values`` as a Swift type, whose properties are the names.
    ///
    /// - Parameter type: The type.
    /// - Returns: The type's value.
    /// - Throws: ``ValueError`` for the first value that is missing or not of its type.
    /// - Complexity: Linear in the length of the URL times the number of properties.
    public func decode<Value: Decodable>(
        _ type: Value.Type = Value.self
    ) throws(ValueError) -> Value {
        try values.decode(type)
    }
}

extension JSONObject {
    /// The object as a Swift type, whose properties are the keys.
    ///
    /// Numbers and Booleans may also be written as text, as they are in a URL.
    ///
    /// - Parameter type: The type.
    /// - Returns: The type's value.
    /// - Throws: ``ValueError`` for the first value that is missing or not of its type.
    public func decode<Value: Decodable>(
        _ type: Value.Type = Value.self
    ) throws(ValueError) -> Value {
        try ValueDecoder.decode(type, from: .object(self))
    }
}
