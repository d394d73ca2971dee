/// The characters around a parameter in the dialect `aroute`, and the text before its type.
struct PatternMarks: Hashable, Sendable, CustomStringConvertible {
    let open: Character
    let close: Character
    let cast: String

    /// The usual marks, `{}` and `|`.
    init() {
        open = "{"
        close = "}"
        cast = "|"
    }

    /// Reads marks: one or two characters around a parameter, and one or more before its type.
    init?(_ marks: String, castMark: String) {
        guard Self.areMarks(marks), Self.isCastMark(castMark), let open = marks.first,
            let close = marks.last, !castMark.contains(open), !castMark.contains(close)
        else { return nil }
        self.open = open
        self.close = close
        cast = castMark
    }

    var description: String { "\(open)\(close) \(cast)" }

    static func areMarks(_ text: String) -> Bool {
        1...2 ~= text.unicodeScalars.count && text.unicodeScalars.allSatisfy(isMark)
    }

    static func isCastMark(_ text: String) -> Bool {
        !text.isEmpty && text.unicodeScalars.allSatisfy(isMark)
    }

    /// Slashes and spaces cannot be marks, since they separate segments and the words of a syntax.
    private static func isMark(_ scalar: Unicode.Scalar) -> Bool {
        scalar != "/" && scalar.value > 0x20 && scalar.value < 0x7F
    }
}

extension NamespacePolicies {
    /// The written value of one policy.
    package subscript(policy: NamespacePolicy) -> String {
        switch policy {
        case .choice: choice.rawValue
        case .refusal: refusal.rawValue
        case .registration: registration.rawValue
        case .groups: groups.rawValue
        case .scheme: scheme.rawValue
        case .host: host.rawValue
        case .query: query.rawValue
        case .fragment: fragment.rawValue
        case .decoding: decoding.rawValue
        case .plus: plus.rawValue
        case .repeatedKeys: repeatedKeys.rawValue
        case .repeatedSlashes: repeatedSlashes.rawValue
        case .trailingSlash: trailingSlash.rawValue
        case .letterCase: letterCase.rawValue
        case .emptyValues: emptyValues.rawValue
        case .castFailure: castFailure.rawValue
        case .marks: marks
        case .castMark: castMark
        }
    }

    /// Sets one policy to a written value.
    ///
    /// - Parameters:
    ///   - policy: The policy.
    ///   - value: One that ``NamespacePolicy/accepts(_:)``.
    /// - Returns: Whether the policy accepts the value; otherwise nothing changed.
    package mutating func set(_ policy: NamespacePolicy, to value: String) -> Bool {
        switch policy {
        case .choice: Self.assign(value, to: &choice)
        case .refusal: Self.assign(value, to: &refusal)
        case .registration: Self.assign(value, to: &registration)
        case .groups: Self.assign(value, to: &groups)
        case .scheme: Self.assign(value, to: &scheme)
        case .host: Self.assign(value, to: &host)
        case .query: Self.assign(value, to: &query)
        case .fragment: Self.assign(value, to: &fragment)
        case .decoding: Self.assign(value, to: &decoding)
        case .plus: Self.assign(value, to: &plus)
        case .repeatedKeys: Self.assign(value, to: &repeatedKeys)
        case .repeatedSlashes: Self.assign(value, to: &repeatedSlashes)
        case .trailingSlash: Self.assign(value, to: &trailingSlash)
        case .letterCase: Self.assign(value, to: &letterCase)
        case .emptyValues: Self.assign(value, to: &emptyValues)
        case .castFailure: Self.assign(value, to: &castFailure)
        case .marks: Self.assign(value, to: &marks, if: PatternMarks.areMarks(value))
        case .castMark: Self.assign(value, to: &castMark, if: PatternMarks.isCastMark(value))
        }
    }

    private static func assign<Value: RawRepresentable<String>>(
        _ text: String, to property: inout Value
    ) -> Bool {
        guard let value = Value(rawValue: text) else { return false }
        property = value
        return true
    }

    private static func assign(
        _ text: String, to property: inout String, if isValid: Bool
    ) -> Bool {
        if isValid { property = text }
        return isValid
    }
}

extension NamespacePolicy {
    /// The values that the policy can have, as written; empty for ``marks`` and ``castMark``, whose
    /// values are characters.
    public var values: [String] {
        switch self {
        case .choice: Self.texts(NamespacePolicies.Choice.self)
        case .refusal: Self.texts(NamespacePolicies.Refusal.self)
        case .registration: Self.texts(NamespacePolicies.Registration.self)
        case .groups: Self.texts(NamespacePolicies.Groups.self)
        case .scheme: Self.texts(NamespacePolicies.Scheme.self)
        case .host: Self.texts(NamespacePolicies.Host.self)
        case .query: Self.texts(NamespacePolicies.Query.self)
        case .fragment: Self.texts(NamespacePolicies.Fragment.self)
        case .decoding: Self.texts(NamespacePolicies.Decoding.self)
        case .plus: Self.texts(NamespacePolicies.Plus.self)
        case .repeatedKeys: Self.texts(NamespacePolicies.RepeatedKeys.self)
        case .repeatedSlashes: Self.texts(NamespacePolicies.RepeatedSlashes.self)
        case .trailingSlash: Self.texts(NamespacePolicies.TrailingSlash.self)
        case .letterCase: Self.texts(NamespacePolicies.LetterCase.self)
        case .emptyValues: Self.texts(NamespacePolicies.EmptyValues.self)
        case .castFailure: Self.texts(NamespacePolicies.CastFailure.self)
        case .marks, .castMark: []
        }
    }

    /// A description of the accepted values, for help and errors.
    public var valueDescription: String {
        switch self {
        case .marks: "one or two characters, such as {} or :"
        case .castMark: "characters such as |"
        default: values.joined(separator: "|")
        }
    }

    /// Whether the policy can have a written value.
    public func accepts(_ value: String) -> Bool {
        var policies = NamespacePolicies.native
        return policies.set(self, to: value)
    }

    private static func texts<Value: CaseIterable & RawRepresentable<String>>(
        _ type: Value.Type
    ) -> [String] {
        type.allCases.map(\.rawValue)
    }
}
