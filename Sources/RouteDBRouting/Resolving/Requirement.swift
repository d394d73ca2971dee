/// A value that a route needs before code is called for it.
public struct Requirement: Hashable, Sendable {
    /// The name of the value.
    public let key: String
    /// What it must be.
    public let kind: ValueKind

    /// Makes a requirement.
    ///
    /// - Parameters:
    ///   - key: The name of the value.
    ///   - kind: What it must be.
    public init(_ key: String, _ kind: ValueKind) {
        self.key = key
        self.kind = kind
    }
}

/// What a value is, as requirements name it.
public enum ValueKind: String, CaseIterable, Sendable {
    /// Anything but null.
    case any
    /// A truth value.
    case bool
    /// A whole number that fits 64 bits.
    case int
    /// Any number.
    case number
    /// A text.
    case string
    /// A list.
    case array
    /// Members by name.
    case object

    /// Whether a value is one.
    public func includes(_ value: JSONValue) -> Bool {
        switch (self, value) {
        case (_, .null): false
        case (.any, _), (.bool, .bool), (.int, .int), (.number, .int), (.number, .double),
            (.string, .string), (.array, .array), (.object, .object):
            true
        default: false
        }
    }

    /// Whether a text of a URL, where all is text, says such a value.
    public func includes(text: String) -> Bool {
        switch self {
        case .any, .string: true
        case .bool: text.withBytes { ParameterType.bool.accepts($0) }
        case .int: text.withBytes { ParameterType.int(minimum: nil, maximum: nil).accepts($0) }
        case .number: text.withBytes { ParameterType.float.accepts($0) }
        case .array, .object: false
        }
    }
}
