/// The words of a condition's text: values, lists and ranges.
enum AccessText {
    /// JSON, if it can be read so; otherwise text.
    static func value(_ text: String) -> JSONValue {
        guard let value = try? JSONValue(parsing: text) else { return .string(text) }
        switch value {
        case .array, .object, .null: return .string(text)
        default: return value
        }
    }

    /// A value as it is written.
    static func written(_ value: JSONValue) -> String {
        guard case .string(let text) = value else { return value.description }
        return self.value(text) == value ? quoted(text) : value.description
    }

    /// A text, in quotes where it needs them.
    static func quoted(_ text: String) -> String {
        let isPlain =
            !text.isEmpty
            && text.utf8.allSatisfy {
                $0.isASCIILetter || $0.isASCIIDigit || "-_./:@+".utf8.contains($0) || $0 > 0x7F
            }
        return isPlain ? text : JSONValue.string(text).description
    }

    /// A text with the quotes that it may have taken off.
    static func unquoted(_ text: String) -> String {
        guard text.first == "\"", case .string(let inner)? = try? JSONValue(parsing: text) else {
            return text
        }
        return inner
    }

    /// The parts between commas outside quotes.
    static func list(_ text: String) -> [String] {
        var parts = [""]
        var isQuoted = false
        var isEscaped = false
        for scalar in text.unicodeScalars {
            if scalar == "," && !isQuoted {
                parts.append("")
                continue
            }
            if scalar == "\"" && !isEscaped { isQuoted.toggle() }
            isEscaped = scalar == "\\" && !isEscaped
            parts[parts.count - 1].unicodeScalars.append(scalar)
        }
        return parts
    }

    /// The ends of `a..b`; a text without `..` is both.
    static func ends<End: Comparable>(
        _ text: String, _ read: (String) throws(AccessSyntaxError) -> End
    ) throws(AccessSyntaxError) -> (End?, End?) {
        guard let mark = rangeMark(text) else {
            let end = try read(text)
            return (end, end)
        }
        let low =
            mark.lowerBound > text.startIndex ? try read(String(text[..<mark.lowerBound])) : nil
        let high =
            mark.upperBound < text.endIndex ? try read(String(text[mark.upperBound...])) : nil
        if low == nil && high == nil {
            throw AccessSyntaxError(
                message: "A range has an end.", hint: "Write as in '1..9', '1..' or '..9'.")
        }
        if let low, let high, high < low {
            throw AccessSyntaxError(
                message: "The range '\(text)' is reversed: no value is in it.",
                hint: "Write the smaller end first.")
        }
        return (low, high)
    }

    private static func rangeMark(_ text: String) -> Range<String.Index>? {
        for index in text.indices where text[index...].hasPrefix("..") {
            return index..<text.index(index, offsetBy: 2)
        }
        return nil
    }

    /// A number without a fraction that is zero.
    static func number(_ number: Double) -> String {
        Int64(exactly: number).map(String.init) ?? String(number)
    }
}
