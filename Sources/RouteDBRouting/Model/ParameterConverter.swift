/// A parameter's type in a routing table: which texts match, and which values they become.
package struct ValueType: Sendable {
    /// The type that the matcher checks.
    package let matched: ParameterType
    /// The converter behind the type, if it is one.
    package let converter: (name: String, rule: ParameterConverter.Rule)?
    /// True if any text is a valid Boolean: for a `bool` where a failed cast does not prevent a
    /// match.
    package let readsAnyBool: Bool

    /// Looks up a type among a namespace's converters; a missing one counts as a converter in code
    /// without a function.
    package init(
        _ type: ParameterType, converters: [String: ParameterConverter.Rule],
        policies: NamespacePolicy.Values
    ) {
        readsAnyBool = type == .bool && policies.castFailure == .omit
        let foldsCase = policies.letterCase == .insensitive
        guard case .converter(let name) = type else {
            if case .oneOf(let texts, _) = type {
                matched = .oneOf(texts, foldsCase: foldsCase)
            } else {
                matched = type
            }
            converter = nil
            return
        }
        let rule = converters[name] ?? .code
        converter = (name, rule)
        switch rule {
        case .allow(let texts): matched = .oneOf(texts, foldsCase: foldsCase)
        case .map(let values):
            matched = .oneOf(values.members.map(\.key), foldsCase: foldsCase)
        case .affix, .any, .code: matched = .string
        }
    }

    /// True if a function in code makes the value.
    package var isCode: Bool { converter?.rule == .code }

    /// The value of bytes that matched, as ``value(of:)-(String)`` tells it for their text, of which an
    /// integer needs none.
    func value(of bytes: RawSpan) -> JSONValue? {
        guard converter == nil, case .int(let minimum, let maximum) = matched else {
            return value(of: String(decoding: bytes))
        }
        return IntegerGrammar.value(of: bytes, from: minimum, to: maximum).map(JSONValue.int)
    }

    /// The value of a text that matched; `nil` if it is not of the type, or if a function in code
    /// makes the value.
    package func value(of text: String) -> JSONValue? {
        if readsAnyBool { return .bool(text.foundationBool) }
        let isAccepted = text.withBytes { matched.accepts($0) }
        guard isAccepted else { return nil }
        let text = matched.listed(text)
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

/// A parameter type defined by a namespace: which texts it accepts, and which values they become.
///
/// Patterns name it like a built-in type; a converter with the name of a built-in type takes its
/// place. Its values appear in ``Resolution/parameters``.
public struct ParameterConverter: Hashable, Sendable {
    /// The namespace whose routes can use it.
    public var namespace: NamespaceID
    /// The name, unique in the namespace.
    public var name: String
    /// The rule that the converter applies to a text.
    public var rule: Rule

    /// A rule that a converter applies to a text.
    public enum Rule: Hashable, Sendable {
        /// Accepts the listed texts, each as it is.
        case allow([String])
        /// Accepts the listed texts, each with its value.
        case map(JSONObject)
        /// Accepts any text that is not empty, and adds a prefix and a suffix.
        case affix(prefix: String, suffix: String)
        /// Accepts any text that is not empty, as it is.
        case any
        /// Calls a function that code binds to the name.
        case code
    }

    /// Creates a converter.
    ///
    /// - Parameters:
    ///   - namespace: The namespace whose routes can use it.
    ///   - name: The name, unique in the namespace.
    ///   - rule: What it does.
    public init(namespace: NamespaceID, name: String, rule: Rule) {
        self.namespace = namespace
        self.name = name
        self.rule = rule
    }
}

extension ParameterConverter {
    /// A converter in code: returns the value of a text, or `nil` if it does not accept the text.
    ///
    /// It is called on the caller's thread while a URL is resolved, so it must be quick, must not block,
    /// and must depend on nothing but the text. If it throws, the text counts as not accepted, and the
    /// resolution lists a ``ParameterConverter/Failure``.
    public typealias Function = @Sendable (_ text: String) throws -> JSONValue?
}

extension ParameterConverter {
    /// A failure of a converter in code while a URL was resolved.
    public struct Failure: Hashable, Sendable {
        /// The route of the parameter.
        public let route: RouteID
        /// The name of the parameter.
        public let parameter: String
        /// The name of the converter.
        public let converter: String
        /// The reason: no code is bound to the name, or the error that the code threw.
        public let reason: String

        /// Creates a failure.
        ///
        /// - Parameters:
        ///   - route: The route of the parameter.
        ///   - parameter: The name of the parameter.
        ///   - converter: The name of the converter.
        ///   - reason: What happened.
        public init(route: RouteID, parameter: String, converter: String, reason: String) {
            self.route = route
            self.parameter = parameter
            self.converter = converter
            self.reason = reason
        }
    }
}
