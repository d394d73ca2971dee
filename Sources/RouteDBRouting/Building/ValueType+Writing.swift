// Values as they are written in URLs.
extension ValueType {
    /// The text of a value, which ``value(of:)`` reads back.
    ///
    /// Numbers and Booleans have one spelling; a UUID is in upper case. A text is taken as the value it
    /// spells, so `"42"` is an `int`. If a map has several keys for one value, the first is used.
    ///
    /// - Parameter value: The value.
    /// - Returns: The text; `nil` if the type has no such value.
    func text(of value: JSONValue) -> String? {
        guard let written = value.scalarText else { return nil }
        if readsAnyBool { return self.value(of: written)?.scalarText }
        switch converter?.rule {
        case .map(let values):
            let member =
                values.members.first { $0.value == value }
                ?? values.members.first {
                    $0.value.scalarText?.utf8.elementsEqual(written.utf8) == true
                }
            return member?.key
        case .affix(let prefix, let suffix):
            let bytes = Array(written.utf8)
            guard bytes.count > prefix.utf8.count + suffix.utf8.count,
                bytes.starts(with: prefix.utf8),
                bytes.suffix(suffix.utf8.count).elementsEqual(suffix.utf8)
            else { return nil }
            let inner = bytes[prefix.utf8.count..<(bytes.count - suffix.utf8.count)]
            return String(validating: inner, as: UTF8.self)
        case .allow, .any, .code, nil:
            return canonical(written).flatMap { accepts($0) ? $0 : nil }
                ?? (accepts(written) ? written : nil)
        }
    }

    private func accepts(_ text: String) -> Bool { text.withBytes { matched.accepts($0) } }

    /// The canonical spelling of a text.
    private func canonical(_ text: String) -> String? {
        switch matched {
        case .int:
            // An integer may come as a double, since some languages have no other numbers.
            if let number = Double(text), !accepts(text) {
                return Int64(exactly: number).map(String.init)
            }
            return accepts(text) ? matched.value(of: text).scalarText : nil
        case .float, .number, .bool, .uuid:
            return accepts(text) ? matched.value(of: text).scalarText : nil
        case .string, .decimal, .date, .slug, .hex, .oneOf, .path, .converter: return text
        }
    }
}

extension JSONValue {
    /// The text of a string, a number or a Boolean.
    var scalarText: String? {
        switch self {
        case .string(let text): text
        case .int, .double, .bool: plainText
        case .null, .array, .object: nil
        }
    }
}
