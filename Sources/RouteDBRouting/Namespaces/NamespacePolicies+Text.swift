extension NamespacePolicies {
    /// The written value of one policy.
    public subscript(policy: Policy) -> String {
        switch policy {
        case .choice: choice.rawValue
        case .registration: registration.rawValue
        case .host: host.rawValue
        case .fragment: fragment.rawValue
        case .plus: plus.rawValue
        case .repeatedSlashes: repeatedSlashes.rawValue
        case .trailingSlash: trailingSlash.rawValue
        case .letterCase: letterCase.rawValue
        }
    }

    /// Sets one policy to a written value.
    ///
    /// - Parameters:
    ///   - policy: The policy.
    ///   - value: One of ``Policy/values``.
    /// - Returns: Whether the policy has that value; if it has not, nothing changed.
    package mutating func set(_ policy: Policy, to value: String) -> Bool {
        switch policy {
        case .choice: Self.assign(value, to: &choice)
        case .registration: Self.assign(value, to: &registration)
        case .host: Self.assign(value, to: &host)
        case .fragment: Self.assign(value, to: &fragment)
        case .plus: Self.assign(value, to: &plus)
        case .repeatedSlashes: Self.assign(value, to: &repeatedSlashes)
        case .trailingSlash: Self.assign(value, to: &trailingSlash)
        case .letterCase: Self.assign(value, to: &letterCase)
        }
    }

    private static func assign<Value: RawRepresentable<String>>(
        _ text: String, to property: inout Value
    ) -> Bool {
        guard let value = Value(rawValue: text) else { return false }
        property = value
        return true
    }
}

extension Policy {
    /// The values that the policy can have, as written.
    public var values: [String] {
        switch self {
        case .choice: NamespacePolicies.Choice.allCases.map(\.rawValue)
        case .registration: NamespacePolicies.Registration.allCases.map(\.rawValue)
        case .host: NamespacePolicies.Host.allCases.map(\.rawValue)
        case .fragment: NamespacePolicies.Fragment.allCases.map(\.rawValue)
        case .plus: NamespacePolicies.Plus.allCases.map(\.rawValue)
        case .repeatedSlashes: NamespacePolicies.RepeatedSlashes.allCases.map(\.rawValue)
        case .trailingSlash: NamespacePolicies.TrailingSlash.allCases.map(\.rawValue)
        case .letterCase: NamespacePolicies.LetterCase.allCases.map(\.rawValue)
        }
    }
}
