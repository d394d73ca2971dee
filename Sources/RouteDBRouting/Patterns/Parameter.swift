/// A named, typed parameter of a pattern.
public struct Parameter: Hashable, Sendable {
    /// The name of the value.
    ///
    /// In some dialects, several parameters of a pattern may share a name; the last one's value wins.
    public let name: String

    /// The type of the value.
    public let type: ParameterType

    /// Creates a parameter.
    ///
    /// - Parameters:
    ///   - name: The name of the value.
    ///   - type: The type of the value.
    public init(name: String, type: ParameterType = .string) {
        self.name = name
        self.type = type
    }
}
