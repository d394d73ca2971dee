/// A parameter's type in a routing table: which texts match, and which values they become.
struct ValueType: Sendable {
    /// The type that the matcher checks.
    let matched: ParameterType
    /// The converter behind the type, if it is one.
    let converter: (name: String, rule: Converter.Rule)?

    /// Looks up a type among a namespace's converters; a missing one counts as a converter in code
    /// without a function.
    init(_ type: ParameterType, converters: [String: Converter.Rule]) {
        guard case .converter(let name) = type else {
            matched = type
            converter = nil
            return
        }
        let rule = converters[name] ?? .code
        converter = (name, rule)
        switch rule {
        case .allow(let texts): matched = .oneOf(texts)
        case .map(let values): matched = .oneOf(values.members.map(\.key))
        case .affix, .any, .code: matched = .string
        }
    }

    /// Whether a function in code makes the value.
    var isCode: Bool { converter?.rule == .code }

    /// The value of a text that matched; `nil` if it is not of the type, or if a function in code
    /// makes the value.
    func value(of text: String) -> JSONValue? {
        let isAccepted = text.withBytes { matched.accepts($0) }
        guard isAccepted else { return nil }
        switch converter?.rule {
        case nil: return matched.value(of: text)
        case .allow, .any: return .string(text)
        case .map(let values): return values[text]
        case .affix(let prefix, let suffix): return .string(prefix + text + suffix)
        case .code: return nil
        }
    }
}
