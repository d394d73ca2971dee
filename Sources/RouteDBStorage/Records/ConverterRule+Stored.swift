package import RouteDBRouting

extension Converter.Rule {
    /// The names of the rules, as stored and exported.
    package static let names = ["allow", "map", "affix", "any", "code"]

    /// The name of the rule.
    package var name: String {
        switch self {
        case .allow: "allow"
        case .map: "map"
        case .affix: "affix"
        case .any: "any"
        case .code: "code"
        }
    }

    /// The rule's argument: the texts, the values by text, or the prefix and suffix.
    package var argument: JSONValue? {
        switch self {
        case .allow(let texts): .array(texts.map(JSONValue.string))
        case .map(let values): .object(values)
        case .affix(let prefix, let suffix):
            ["prefix": .string(prefix), "suffix": .string(suffix)]
        case .any, .code: nil
        }
    }

    /// Reads a rule; returns `nil` if the name is unknown or the argument does not fit.
    ///
    /// - Parameters:
    ///   - name: The name of the rule.
    ///   - argument: The rule's argument, or `nil` if it has none.
    package init?(name: String, argument: JSONValue?) {
        switch (name, argument) {
        case ("allow", .array(let values)?):
            var texts: [String] = []
            for value in values {
                guard case .string(let text) = value else { return nil }
                texts.append(text)
            }
            self = .allow(texts)
        case ("map", .object(let values)?):
            self = .map(values)
        case ("affix", .object(let object)?):
            guard object.members.count == 2, case .string(let prefix)? = object["prefix"],
                case .string(let suffix)? = object["suffix"]
            else { return nil }
            self = .affix(prefix: prefix, suffix: suffix)
        case ("any", nil): self = .any
        case ("code", nil): self = .code
        default: return nil
        }
    }
}
