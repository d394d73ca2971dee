/// A parameter type defined by a namespace: which texts it accepts, and which values they become.
///
/// Patterns name it like a built-in type; a converter with the name of a built-in type takes its
/// place. Its values appear in ``Resolution/parameters``.
public struct Converter: Hashable, Sendable {
    /// The namespace whose routes can use it.
    public var namespace: NamespaceID
    /// The name, unique in the namespace.
    public var name: String
    /// What it does.
    public var rule: Rule

    /// What a converter does with a text.
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
