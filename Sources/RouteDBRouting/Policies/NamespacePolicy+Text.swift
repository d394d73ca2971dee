/// How the values of one policy are written.
private struct WrittenPolicy {
    let path: PartialKeyPath<NamespacePolicy.Values>
    /// The values; none if they are characters.
    let values: [String]
    let text: (NamespacePolicy.Values) -> String
    /// Sets the policy to a text, and returns whether it accepts the text.
    let set: (inout NamespacePolicy.Values, String) -> Bool

    init<Value: CaseIterable & RawRepresentable<String>>(
        _ path: WritableKeyPath<NamespacePolicy.Values, Value>
    ) {
        self.path = path
        values = Value.allCases.map(\.rawValue)
        text = { $0[keyPath: path].rawValue }
        set = { policies, text in
            guard let value = Value(rawValue: text) else { return false }
            policies[keyPath: path] = value
            return true
        }
    }

    init(
        _ path: WritableKeyPath<NamespacePolicy.Values, String>,
        if isValid: @escaping (String) -> Bool
    ) {
        self.path = path
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

    /// Finds the policy whose value is at a key path; `nil` if there is none.
    init?(_ path: PartialKeyPath<Values>) {
        guard let policy = Self.allCases.first(where: { $0.written.path == path }) else {
            return nil
        }
        self = policy
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
        var policies = NamespacePolicy.Values.native
        return policies.set(self, to: value)
    }
}

extension NamespacePolicy.Values {
    /// The written value of one policy.
    package subscript(policy: NamespacePolicy) -> String { policy.written.text(self) }

    /// Sets one policy to a written value, and returns whether the policy accepts it.
    package mutating func set(_ policy: NamespacePolicy, to value: String) -> Bool {
        policy.written.set(&self, value)
    }
}
