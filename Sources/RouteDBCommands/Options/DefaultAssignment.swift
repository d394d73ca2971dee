import ArgumentParser
import RouteDB

/// A default value in an argument: `key=value`.
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

    /// Returns the value of a text: JSON if it is valid JSON, otherwise a string.
    static func value(_ written: String) -> JSONValue {
        (try? JSONValue(parsing: written)) ?? .string(written)
    }

    /// Returns the assignments as an object; the last one for a key wins.
    static func object(_ assignments: [DefaultAssignment]) -> JSONObject {
        assignments.reduce(into: JSONObject()) { $0[$1.key] = $1.value }
    }
}

/// The default values of a request that is resolved, rather than only checked for access.
struct RequestDefaultOptions: ParsableArguments {
    @Option(
        name: .customLong("default"),
        help: ArgumentHelp(
            "A default value of the request, as JSON or else as text.",
            valueName: "key=value"),
        transform: DefaultAssignment.init)
    var defaults: [DefaultAssignment] = []

    /// The values by key.
    var values: JSONObject { DefaultAssignment.object(defaults) }
}
