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
