/// A parameter's type in a routing table: which texts match, and which values they become.
struct ValueType: Sendable {
    /// The type that the matcher checks.
    let matched: ParameterType
    /// The converter behind the type, if it is one.
    let converter: (name: String, rule: Converter.Rule)?
    /// Whether any text is a valid Boolean: for a `bool` where a failed cast does not prevent a
    /// match.
    let readsAnyBool: Bool

    /// Looks up a type among a namespace's converters; a missing one counts as a converter in code
    /// without a function.
    ///
    /// - Parameters:
    ///   - type: The type.
    ///   - converters: The namespace's converters.
    ///   - castFailure: What happens in the namespace when a text is not of a type.
    init(
        _ type: ParameterType, converters: [String: Converter.Rule],
        castFailure: NamespacePolicies.CastFailure
    ) {
        readsAnyBool = type == .bool && castFailure == .omit
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
        if readsAnyBool { return .bool(text.foundationBool) }
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

extension String {
    /// The truth value of a text: `true` or `false` in any case; for other texts what Apple documents
    /// for `NSString.boolValue`.
    ///
    /// That is true if the text has, after spaces, one sign and zeros, a `Y`, a `T` in any case, or
    /// a digit from 1 to 9.
    fileprivate var foundationBool: Bool {
        let lower = lowercased()
        if lower == "true" || lower == "false" { return lower == "true" }
        var rest = unicodeScalars.drop {
            $0 == "\t" || $0.properties.generalCategory == .spaceSeparator
        }
        if rest.first == "+" || rest.first == "-" { rest.removeFirst() }
        guard let first = rest.drop(while: { $0 == "0" }).first else { return false }
        return "YyTt123456789".unicodeScalars.contains(first)
    }
}
