#if Server
package import RouteDB

/// Values by their keys as people type them, a `key=value` a line: a value is JSON where it is valid JSON, else text.
package enum MemberLines {
    /// Returns the lines of values, of which each is a text if no other is possible.
    package static func text(_ object: JSONObject, asText: Bool = false) -> String {
        object.members.map { "\($0.key)=\(text($0.value, asText))" }.joined(separator: "\n")
    }

    /// Returns a value as it is typed.
    private static func text(_ value: JSONValue, _ asText: Bool) -> String {
        guard case .string(let text) = value else { return value.description }
        let isPlain =
            asText
            || JSONValue(written: text) == value && !text.contains(where: \.isNewline)
                && text.first != " " && text.last != " "
        return isPlain ? text : value.description
    }

    /// Reads the lines of a field, in which each value is a text if no other is possible.
    ///
    /// Lines that are those of the values as they are leave them so, also where a key could not be typed.
    package static func object(
        _ lines: String, of field: String, changing old: JSONObject? = nil, asText: Bool = false
    ) throws(RouteDBError) -> JSONObject {
        if let old, text(old, asText: asText) == lines { return old }
        var object = JSONObject()
        for line in lines.split(whereSeparator: \.isNewline) where !line.allSatisfy({ $0 == " " }) {
            guard let equals = line.firstIndex(of: "="), equals > line.startIndex else {
                throw RouteDBError(
                    .invalidValue, "The line \(String(line).excerpt) of the \(field) has no key.",
                    hint: "Write each line as key=value.")
            }
            let key = String(line[..<equals])
            guard object[key] == nil else {
                throw RouteDBError(
                    .invalidValue, "The key \(key.excerpt) is twice among the \(field).",
                    hint: "Keep one of its lines.")
            }
            let written = String(line[equals...].dropFirst())
            object[key] = asText ? .string(written) : JSONValue(written: written)
        }
        return object
    }
}
#endif
