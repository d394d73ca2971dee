/// Reads and writes the parts of a condition: values, lists and ranges.
enum AccessText {
    /// A value: JSON if the text is a JSON string, number or Boolean, and otherwise text.
    package static func value(_ text: String) throws(AccessRule.SyntaxError) -> JSONValue {
        switch try? JSONValue(parsing: text) {
        case .array?, .object?, .null?, nil: .string(try unquoted(text))
        case let value?: value
        }
    }

    /// A value as it is written.
    static func written(_ value: JSONValue) -> String {
        guard case .string(let text) = value else { return value.description }
        return (try? self.value(text)) == value ? quoted(text) : value.description
    }

    /// A text, quoted if necessary.
    static func quoted(_ text: String) -> String {
        let isPlain =
            !text.isEmpty
            && text.utf8.allSatisfy {
                $0.isASCIILetter || $0.isASCIIDigit || "-_./:@+".utf8.contains($0) || $0 > 0x7F
            }
        return isPlain ? text : JSONValue.string(text).description
    }

    /// A text without its quotes, if it has any.
    static func unquoted(_ text: String) throws(AccessRule.SyntaxError) -> String {
        guard text.utf8.first == UInt8(ascii: "\"") else { return text }
        if case .string(let inner)? = try? JSONValue(parsing: text) { return inner }
        throw AccessRule.SyntaxError(
            message: "'\(text)' is not a quoted text.",
            hint: "End it with a quote, and write quotes inside it as \\\".")
    }

    /// The parts of a text between separators outside quotes, without surrounding spaces.
    static func parts(
        _ text: String, between mark: UInt8, atMost limit: Int = .max
    ) -> [String] {
        var parts: [[UInt8]] = [[]]
        var isQuoted = false
        var isEscaped = false
        for byte in text.utf8 {
            if byte == mark && !isQuoted && parts.count < limit {
                // Several spaces count as one.
                if mark != UInt8(ascii: " ") || parts.last != [] { parts.append([]) }
                continue
            }
            if byte == UInt8(ascii: "\"") && !isEscaped { isQuoted.toggle() }
            isEscaped = isQuoted && byte == UInt8(ascii: "\\") && !isEscaped
            parts[parts.count - 1].append(byte)
        }
        return parts.map { String(decoding: trimmed($0[...]), as: UTF8.self) }
    }

    private static func trimmed(_ bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        var bytes = bytes.drop { $0 == UInt8(ascii: " ") }
        while bytes.last == UInt8(ascii: " ") { bytes.removeLast() }
        return bytes
    }

    /// The elements of a list, none of them empty.
    static func list(_ text: String) throws(AccessRule.SyntaxError) -> [String] {
        let parts = parts(text, between: UInt8(ascii: ","))
        guard parts.contains("") else { return parts }
        throw AccessRule.SyntaxError(
            message: "The list '\(text)' has an empty element.",
            hint: "Remove the comma, or write \"\" for an empty text.")
    }

    /// The ends of `a..b`; a text without `..` is both ends.
    static func ends<End: Comparable>(
        _ text: String, _ read: (String) throws(AccessRule.SyntaxError) -> End
    ) throws(AccessRule.SyntaxError) -> (End?, End?) {
        let bytes = Array(text.utf8)
        let dot = UInt8(ascii: ".")
        guard
            let mark = bytes.indices.dropLast().first(where: {
                bytes[$0] == dot && bytes[$0 + 1] == dot
            })
        else {
            let end = try read(text)
            return (end, end)
        }
        let texts = [bytes[..<mark], bytes[(mark + 2)...]].map {
            String(decoding: $0, as: UTF8.self)
        }
        let low = texts[0].isEmpty ? nil : try read(texts[0])
        let high = texts[1].isEmpty ? nil : try read(texts[1])
        if low == nil && high == nil {
            throw AccessRule.SyntaxError(
                message: "A range needs at least one end.", hint: "Write '1..9', '1..' or '..9'.")
        }
        if let low, let high, high < low {
            throw AccessRule.SyntaxError(
                message: "The range '\(text)' is reversed: it contains no value.",
                hint: "Write the smaller end first.")
        }
        return (low, high)
    }
}
