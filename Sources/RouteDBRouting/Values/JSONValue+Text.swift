extension JSONValue {
    /// Parses JSON from a string.
    ///
    /// Duplicate keys, unpaired surrogates, numbers beyond a double's range and nesting deeper than
    /// 64 levels are errors too.
    ///
    /// - Throws: ``JSONError`` for the first mistake.
    /// - Complexity: O(*n*) in the number of bytes.
    public init(parsing text: String) throws(JSONError) {
        var text = text
        let result = text.withUTF8 { Self.parse(UnsafeRawBufferPointer($0)) }
        self = try result.get()
    }

    /// Parses JSON from UTF-8 bytes, as ``init(parsing:)-(String)`` does from a string.
    ///
    /// - Throws: ``JSONError`` for the first mistake; invalid UTF-8 is one.
    public init(parsing bytes: [UInt8]) throws(JSONError) {
        let result = bytes.withUnsafeBytes { Self.parse($0) }
        self = try result.get()
    }

    /// Parses JSON from UTF-8 bytes in memory, as ``init(parsing:)-(String)`` does from a string.
    ///
    /// - Throws: ``JSONError`` for the first mistake; invalid UTF-8 is one.
    public init(parsing bytes: UnsafeRawBufferPointer) throws(JSONError) {
        self = try JSONParser.parse(bytes)
    }

    /// Parses to a `Result`, since the closures above cannot rethrow typed errors.
    private static func parse(_ bytes: UnsafeRawBufferPointer) -> Result<JSONValue, JSONError> {
        do throws(JSONError) {
            return .success(try JSONParser.parse(bytes))
        } catch {
            return .failure(error)
        }
    }
}

extension JSONValue: CustomStringConvertible {
    /// The value as compact JSON.
    public var description: String {
        var bytes: [UInt8] = []
        JSONWriter.append(self, to: &bytes)
        return String(decoding: bytes, as: UTF8.self)
    }
}

extension JSONObject: CustomStringConvertible {
    /// The object as compact JSON.
    public var description: String { JSONValue.object(self).description }
}
