/// Decodes Swift values from JSON values, without loss.
///
/// 1. A string that holds an integer, a number or a Boolean, as written in a URL, is accepted where
///    such a type is wanted, because all values of a query are strings.
/// 2. There is no other conversion: a number is not a string, and a single value is not a list.
/// 3. An integer comes only from an integer: `1.0` may be the result of rounding.
struct ValueDecoder: Decoder {
    /// The value, or `nil` if there is none.
    let value: JSONValue?
    let codingPath: [any CodingKey]
    var userInfo: [CodingUserInfoKey: Any] { [:] }

    /// Makes a Swift value.
    ///
    /// - Parameters:
    ///   - type: The type.
    ///   - value: The JSON value, or `nil` if there is none.
    ///   - name: The name of the value, which begins the paths of errors.
    /// - Returns: The Swift value.
    /// - Throws: ``ValueError`` if there is no value, or it is not of the type.
    static func decode<Value: Decodable>(
        _ type: Value.Type, from value: JSONValue?, name: String? = nil
    ) throws(ValueError) -> Value {
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
