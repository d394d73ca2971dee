/// The values of a list, for ``ValueDecoder``.
struct UnkeyedValues: UnkeyedDecodingContainer {
    let values: [JSONValue]
    let codingPath: [any CodingKey]
    private(set) var currentIndex = 0

    init(values: [JSONValue], codingPath: [any CodingKey]) {
        self.values = values
        self.codingPath = codingPath
    }

    var count: Int? { values.count }
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
