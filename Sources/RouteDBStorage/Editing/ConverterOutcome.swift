/// What an edit did to a converter.
public enum ConverterOutcome: Hashable, Sendable {
    /// The converter is new.
    case added
    /// The converter has another rule.
    case replaced
    /// The converter was as asked already.
    case unchanged
}
