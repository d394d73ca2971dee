public import RouteDBRouting

/// One thing of a resolution that is not what a case expects.
public struct RouteTestMismatch: Hashable, Sendable {
    /// What it is: `outcome`, `namespace`, `route`, `target`, `decision`, `code`, or `values.` and
    /// the key of a value.
    public let field: String
    /// What is expected; `nil`: nothing.
    public let expected: JSONValue?
    /// What there is; `nil`: nothing.
    public let actual: JSONValue?
    /// What may be wrong with the expectation itself, in a sentence.
    public let note: String?
}
