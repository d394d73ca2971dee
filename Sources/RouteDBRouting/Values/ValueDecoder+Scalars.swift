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
