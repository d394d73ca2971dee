/// A type of parameters that a namespace defines: which texts it accepts, and what values they are.
///
/// Routes name it where they name a type, and a name that is also that of a built-in type stands
/// for the converter. Its values are those of ``Resolution/parameters``.
public struct Converter: Hashable, Sendable {
    /// The namespace whose routes know it.
    public var namespace: NamespaceID
    /// The name, unique in the namespace.
    public var name: String
    /// What it does.
    public var rule: Rule

    /// What a converter does with a text.
    public enum Rule: Hashable, Sendable {
        /// Accepts the listed texts, each as it is.
        case allow([String])
        /// Accepts the listed texts, each as another value.
        case map(JSONObject)
        /// Accepts any text that is not empty, with a text before and one behind it.
        case affix(prefix: String, suffix: String)
        /// Accepts any text that is not empty, as it is.
        case any
        /// Leaves it to code, which binds a function to the name.
        case code
    }

    /// Makes a converter.
    ///
    /// - Parameters:
    ///   - namespace: The namespace whose routes know it.
    ///   - name: The name, unique in the namespace.
    ///   - rule: What it does.
    public init(namespace: NamespaceID, name: String, rule: Rule) {
        self.namespace = namespace
        self.name = name
        self.rule = rule
    }
}
