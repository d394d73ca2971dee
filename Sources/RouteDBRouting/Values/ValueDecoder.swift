/// Makes Swift values of JSON values, without loss.
///
/// 1. A text that says a whole number, a number or a truth value, as they are written in a URL,
///    is one where such a type is wanted, because all values of a query are texts.
/// 2. Nothing else becomes another sort of value: no number is a text, no single value a list.
/// 3. A whole number comes only of one: `1.0` may be one that a double has rounded.
struct ValueDecoder: Decoder {
    /// The value; `nil`: there is none.
    let value: JSONValue?
    let codingPath: [any CodingKey]
    var userInfo: [CodingUserInfoKey: Any] { [:] }

    /// Makes a Swift value.
    ///
    /// - Parameters:
    ///   - type: The type.
    ///   - value: The JSON value; `nil`: there is none.
    ///   - name: The name of the value, which begins the paths of errors.
    /// - Returns: The Swift value.
    /// - Throws: ``ValueError`` if there is no value, or it is not one of the type.
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
        guard case .object(let object) = value else { throw mismatch(JSONObject.self, "An object") }
        return KeyedDecodingContainer(KeyedValues<Key>(object: object, codingPath: codingPath))
    }

    func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
        guard case .array(let values) = value else { throw mismatch([JSONValue].self, "A list") }
        return UnkeyedValues(values: values, codingPath: codingPath)
    }

    func singleValueContainer() -> any SingleValueDecodingContainer { self }
}
