public import RouteDBRouting

/// Tests write policies by their names in the registry.
extension NamespacePolicy.Overrides: ExpressibleByDictionaryLiteral {
    /// Creates overrides from names and written values.
    public init(dictionaryLiteral texts: (NamespacePolicy, String)...) {
        self.init(Dictionary(uniqueKeysWithValues: texts))
    }
}
