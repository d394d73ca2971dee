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
