/// A value that a route requires before its code is called.
public struct RouteRequirement: Hashable, Sendable {
    /// The name of the value.
    public let key: String
    /// The kind that it must have.
    public let kind: ValueKind

    /// Creates a requirement.
    ///
    /// - Parameters:
    ///   - key: The name of the value.
    ///   - kind: The kind that it must have.
    public init(_ key: String, _ kind: ValueKind) {
        self.key = key
        self.kind = kind
    }
}

/// The kind of a value, as requirements name it.
public enum ValueKind: String, CaseIterable, Sendable {
    /// Anything but null.
    case any
    /// A Boolean.
    case bool
    /// An integer of 64 bits.
    case int
    /// Any number.
    case number
    /// A text.
    case string
    /// A list.
    case array
    /// An object.
    case object

    /// Whether a value is of this kind.
    public func includes(_ value: JSONValue) -> Bool {
        switch (self, value) {
        case (_, .null): false
        case (.any, _), (.bool, .bool), (.int, .int), (.number, .int), (.number, .double),
            (.string, .string), (.array, .array), (.object, .object):
            true
        default: false
        }
    }

    /// Whether text, such as that of a URL, can be read as a value of this kind.
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
