/// A named and typed place in a pattern.
public struct Parameter: Hashable, Sendable {
    /// The name under which the value is found.
    ///
    /// In some dialects several parameters of a pattern share one, which has the last one's value.
    public let name: String

    /// What the value must look like.
    public let type: ParameterType

    /// Makes a parameter.
    ///
    /// - Parameters:
    ///   - name: The name under which the value is found.
    ///   - type: What the value must look like.
    public init(name: String, type: ParameterType = .string) {
        self.name = name
        self.type = type
    }
}
