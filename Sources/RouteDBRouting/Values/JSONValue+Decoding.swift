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
