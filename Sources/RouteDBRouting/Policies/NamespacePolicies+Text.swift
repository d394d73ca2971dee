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

/// How the values of one policy are written.
private struct WrittenPolicy {
    /// The values; none if they are characters.
    let values: [String]
    let text: (NamespacePolicies) -> String
    /// Sets the policy to a text, and returns whether it accepts the text.
    let set: (inout NamespacePolicies, String) -> Bool

    init<Value: CaseIterable & RawRepresentable<String>>(
        _ path: WritableKeyPath<NamespacePolicies, Value>
    ) {
        values = Value.allCases.map(\.rawValue)
        text = { $0[keyPath: path].rawValue }
        set = { policies, text in
            guard let value = Value(rawValue: text) else { return false }
            policies[keyPath: path] = value
            return true
        }
    }

    init(
        _ path: WritableKeyPath<NamespacePolicies, String>, if isValid: @escaping (String) -> Bool
    ) {
        values = []
        text = { $0[keyPath: path] }
        set = { policies, text in
            if isValid(text) { policies[keyPath: path] = text }
            return isValid(text)
        }
    }
}

extension NamespacePolicy {
    /// The table of all policies.
    fileprivate var written: WrittenPolicy {
        switch self {
        case .choice: WrittenPolicy(\.choice)
        case .refusal: WrittenPolicy(\.refusal)
        case .registration: WrittenPolicy(\.registration)
        case .groups: WrittenPolicy(\.groups)
        case .scheme: WrittenPolicy(\.scheme)
        case .host: WrittenPolicy(\.host)
        case .query: WrittenPolicy(\.query)
        case .fragment: WrittenPolicy(\.fragment)
        case .decoding: WrittenPolicy(\.decoding)
        case .plus: WrittenPolicy(\.plus)
        case .repeatedKeys: WrittenPolicy(\.repeatedKeys)
        case .repeatedSlashes: WrittenPolicy(\.repeatedSlashes)
        case .trailingSlash: WrittenPolicy(\.trailingSlash)
        case .letterCase: WrittenPolicy(\.letterCase)
        case .emptyValues: WrittenPolicy(\.emptyValues)
        case .castFailure: WrittenPolicy(\.castFailure)
        case .marks: WrittenPolicy(\.marks, if: PatternMarks.areMarks)
        case .castMark: WrittenPolicy(\.castMark, if: PatternMarks.isCastMark)
        }
    }

    /// The values that the policy can have, as written; empty for ``marks`` and ``castMark``, whose
    /// values are characters.
    public var values: [String] { written.values }

    /// A description of the accepted values, for help and errors.
    public var valueDescription: String {
        switch self {
        case .marks: "one or two characters, such as {} or :"
        case .castMark: "characters such as |"
        default: values.joined(separator: "|")
        }
    }

    /// Returns whether the policy can have a written value.
    public func accepts(_ value: String) -> Bool {
        var policies = NamespacePolicies.native
        return policies.set(self, to: value)
    }
}

extension NamespacePolicies {
    /// The written value of one policy.
    package subscript(policy: NamespacePolicy) -> String { policy.written.text(self) }

    /// Sets one policy to a written value, and returns whether the policy accepts it.
    package mutating func set(_ policy: NamespacePolicy, to value: String) -> Bool {
        policy.written.set(&self, value)
    }
}
