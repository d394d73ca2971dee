/// A named and typed place in a pattern.
public struct Parameter: Hashable, Sendable {
    /// The name under which the value is found; unique in its pattern.
    public let name: String

    /// What the value must look like.
    public let type: ParameterType

    /// Makes a parameter.
    ///
    /// - Parameters:
    ///   - name: The name, unique in its pattern.
    ///   - type: What the value must look like.
    public init(name: String, type: ParameterType = .string) {
        self.name = name
        self.type = type
    }
}
