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
        "Did you mean `\(similar)`? Or define it as a converter of the namespace."
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
