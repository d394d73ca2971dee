import ArgumentParser
import RouteDB

/// A default value as the command line gives it: `key=value`.
///
/// A value that is valid JSON is stored as JSON, any other value as text.
struct DefaultAssignment: Hashable, Sendable {
    let key: String
    let value: JSONValue

    init(_ text: String) throws {
        let bytes = text.utf8
        guard let equals = bytes.firstIndex(of: UInt8(ascii: "=")), equals > bytes.startIndex
        else {
            throw ValidationError(
                "'\(text)' is not in the form 'key=value'.")
        }
        key = String(text[..<equals])
        value = Self.value(String(text[bytes.index(after: equals)...]))
    }

    /// What a written value is: JSON, if it can be read so, otherwise text.
    static func value(_ written: String) -> JSONValue {
        (try? JSONValue(parsing: written)) ?? .string(written)
    }

    /// The assignments as an object; of several for one key the last counts.
    static func object(_ assignments: [DefaultAssignment]) -> JSONObject {
        assignments.reduce(into: JSONObject()) { $0[$1.key] = $1.value }
    }
}
