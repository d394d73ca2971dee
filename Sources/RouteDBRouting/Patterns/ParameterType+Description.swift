extension ParameterType: CustomStringConvertible {
    /// The type as a pattern writes it, such as `int(1..9)`.
    public var description: String {
        switch self {
        case .string: "string"
        case .int(nil, nil): "int"
        case .int(let minimum, let maximum):
            "int(\(minimum.map(String.init) ?? "")..\(maximum.map(String.init) ?? ""))"
        case .float: "float"
        case .decimal: "decimal"
        case .number: "number"
        case .bool: "bool"
        case .uuid: "uuid"
        case .date: "date"
        case .slug: "slug"
        case .hex: "hex"
        case .oneOf(let texts): "enum(\(texts.map(Self.escaped).joined(separator: ",")))"
        case .path: "path"
        case .converter(let name): "@\(PatternPrinter.escaped(name: name))"
        }
    }

    /// A value of an `enum`, with a backslash before characters that would end it.
    private static func escaped(_ text: String) -> String {
        var bytes: [UInt8] = []
        for byte in text.utf8 {
            if byte == UInt8(ascii: ",") || byte == UInt8(ascii: ")")
                || byte == UInt8(ascii: "\\")
            {
                bytes.append(UInt8(ascii: "\\"))
            }
            bytes.append(byte)
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}
