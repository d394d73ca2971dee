/// What an edit did to a converter.
public enum ConverterOutcome: Hashable, Sendable {
    /// The converter was added.
    case added
    /// The converter's rule was replaced.
    case replaced
    /// The converter already had this rule.
    case unchanged
}
