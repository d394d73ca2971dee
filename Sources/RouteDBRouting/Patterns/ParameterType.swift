/// The type of a parameter.
///
/// Types are data: values are checked byte by byte during matching, and no regular expression is ever
/// run. If a type does not accept its value, the route does not match.
package enum ParameterType: Hashable, Sendable {
    /// Any text that is not empty.
    case string

    /// A 64-bit integer within the bounds: an optional sign, then decimal digits.
    case int(minimum: Int64?, maximum: Int64?)

    /// A finite double: an optional sign, digits with at most one point between, before or after them,
    /// and an optional exponent.
    case float

    /// An exact decimal number: an optional `-`, digits with at most one point between them.
    case decimal

    /// A 64-bit integer or an exact decimal number; its value is a number.
    case number

    /// `true`, `false`, `1` or `0`.
    case bool

    /// A UUID in its form of 8-4-4-4-12 hexadecimal digits, of either case (RFC 9562, section 4).
    case uuid

    /// An existing calendar date in the form `YYYY-MM-DD` (RFC 3339, `full-date`).
    case date

    /// Lower-case ASCII letters and digits, in words joined by single hyphens.
    case slug

    /// Hexadecimal digits, of either case.
    case hex

    /// One of the listed texts: exactly, or, in a namespace that does so, ignoring the case of ASCII
    /// letters. Patterns themselves do not say which.
    case oneOf([String], foldsCase: Bool = false)

    /// One or more whole segments, as one text.
    case path

    /// A value that a converter of the namespace accepts, see ``ParameterConverter``.
    case converter(String)
}

extension ParameterType {
    /// The type of a name that needs no arguments, or `nil`.
    init?(plain name: String) {
        switch name {
        case "string": self = .string
        case "int": self = .int(minimum: nil, maximum: nil)
        case "float": self = .float
        case "decimal": self = .decimal
        case "number": self = .number
        case "bool": self = .bool
        case "uuid": self = .uuid
        case "date": self = .date
        case "slug": self = .slug
        case "hex": self = .hex
        case "path": self = .path
        default: return nil
        }
    }

    /// The names of all types.
    package static let names = [
        "string", "int", "float", "decimal", "number", "bool", "uuid", "date", "slug", "hex",
        "enum", "path",
    ]

    /// The names of all types, for use in a sentence.
    static var listing: String { names.map { "`\($0)`" }.joined(separator: ", ") }

    /// A hint for an unknown type name, in the native language.
    static func hint(for name: String, converters: Set<String>) -> String {
        if let similar = suggestion(for: name) { return hint(similar: similar) }
        let similar = NameSuggestion.nearest(to: name, among: converters.sorted())
        return similar.map(hint(similar:))
            ?? "The types are \(listing); a namespace may define more."
    }

    /// A hint for an unknown type name, in a dialect.
    static func hint(for name: String, among known: [String]) -> String {
        let similar = NameSuggestion.nearest(to: name, among: known)
        return similar.map(hint(similar:)) ?? "Define it as a converter of the namespace."
    }

    private static func hint(similar: String) -> String {
        "\(NameSuggestion.question(similar)) Or define it as a converter of the namespace."
    }

    /// The type that an unknown name probably stands for.
    package static func suggestion(for name: String) -> String? {
        let lower = name.lowercased()
        if names.contains(lower) { return lower }
        switch lower {
        case "integer", "long", "i64", "int64", "uint", "digits": return "int"
        case "str", "text", "any", "alpha", "word", "segment": return "string"
        case "double", "real", "f64": return "float"
        case "money": return "decimal"
        case "num", "numeric": return "number"
        case "boolean", "flag": return "bool"
        case "guid", "id": return "uuid"
        case "day", "iso8601", "datetime": return "date"
        case "rest", "all", "tail", "splat", "glob": return "path"
        case "oneof", "one-of", "in", "choice", "set", "list": return "enum"
        default: break
        }
        var best: (name: String, distance: Int)?
        for candidate in names {
            let limit = max(1, candidate.utf8.count / 3)
            guard
                let distance = NameSuggestion.editDistance(
                    Array(lower.utf8), Array(candidate.utf8), limit: limit)
            else { continue }
            if best.map({ distance < $0.distance }) ?? true { best = (candidate, distance) }
        }
        return best?.name
    }
}

extension ParameterType: CustomStringConvertible {
    /// The type as a pattern writes it, such as `int(1..9)`.
    package var description: String {
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
        case .oneOf(let texts, _): "enum(\(texts.map(Self.escaped).joined(separator: ",")))"
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
