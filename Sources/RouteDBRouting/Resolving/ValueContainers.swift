/// The members of an object, for ``ValueDecoder``.
struct KeyedValues<Key: CodingKey>: KeyedDecodingContainerProtocol {
    let object: JSONObject
    let codingPath: [any CodingKey]

    var allKeys: [Key] { object.members.compactMap { Key(stringValue: $0.key) } }

    func contains(_ key: Key) -> Bool { object[key.stringValue] != nil }

    func decodeNil(forKey key: Key) throws -> Bool {
        try member(key, for: JSONValue.self).decodeNil()
    }

    // Witness of the requirements for all types: each type knows how to decode itself.
    func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
        try Value(from: member(key, for: type))
    }

    func nestedContainer<Nested: CodingKey>(
        keyedBy type: Nested.Type, forKey key: Key
    ) throws -> KeyedDecodingContainer<Nested> {
        try decoder(key).container(keyedBy: type)
    }

    func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
        try decoder(key).unkeyedContainer()
    }

    func superDecoder() -> any Decoder { decoder(ValueKey(stringValue: "super")) }

    func superDecoder(forKey key: Key) -> any Decoder { decoder(key) }

    /// A decoder of a member, which may be missing.
    private func decoder(_ key: some CodingKey) -> ValueDecoder {
        ValueDecoder(value: object[key.stringValue], codingPath: codingPath + [key])
    }

    private func member(_ key: Key, for type: Any.Type) throws -> ValueDecoder {
        let decoder = decoder(key)
        guard decoder.value != nil else { throw decoder.mismatch(type) }
        return decoder
    }
}

/// The values of a list, for ``ValueDecoder``.
struct UnkeyedValues: UnkeyedDecodingContainer {
    let values: [JSONValue]
    let codingPath: [any CodingKey]
    private(set) var currentIndex = 0

    init(values: [JSONValue], codingPath: [any CodingKey]) {
        self.values = values
        self.codingPath = codingPath
    }

    package var count: Int? { values.count }
    var isAtEnd: Bool { currentIndex == values.count }

    // A null is consumed, anything else is not.
    mutating func decodeNil() throws -> Bool {
        guard try next().decodeNil() else { return false }
        currentIndex += 1
        return true
    }

    // Witness of the requirements for all types: each type knows how to decode itself.
    mutating func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
        try take(for: type) { try Value(from: $0) }
    }

    mutating func nestedContainer<Nested: CodingKey>(
        keyedBy type: Nested.Type
    ) throws -> KeyedDecodingContainer<Nested> {
        try take { try $0.container(keyedBy: type) }
    }

    mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
        try take { try $0.unkeyedContainer() }
    }

    mutating func superDecoder() throws -> any Decoder { try take { $0 } }

    /// Consumes the next value, unless it cannot be read.
    private mutating func take<Result>(
        for type: Any.Type = JSONValue.self, _ read: (ValueDecoder) throws -> Result
    ) throws -> Result {
        let result = try read(next(for: type))
        currentIndex += 1
        return result
    }

    private func next(for type: Any.Type = JSONValue.self) throws -> ValueDecoder {
        let decoder = ValueDecoder(
            value: isAtEnd ? nil : values[currentIndex],
            codingPath: codingPath + [ValueKey(intValue: currentIndex)])
        guard !isAtEnd else { throw decoder.mismatch(type) }
        return decoder
    }
}
