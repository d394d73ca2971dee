public import RouteDBRouting

/// One difference between a resolution and what a case expects.
public struct RouteTestMismatch: Hashable, Sendable {
    /// The name of the field: `outcome`, `namespace`, `route`, `target`, `decision`, `code`, or
    /// `values.` and the key of a value.
    public let field: String
    /// The expected value, or `nil` if none is expected.
    public let expected: JSONValue?
    /// The actual value, or `nil` if there is none.
    public let actual: JSONValue?
    /// A sentence that says what may be wrong with the expectation itself, or `nil`.
    public let note: String?
}

/// The result of one test case.
public struct RouteTestResult: Sendable {
    /// The case.
    public let testCase: RouteTestCase
    /// The resolution of its request, which includes the time that was used.
    public let resolution: Resolution
    /// The differences from what the case expects; empty if the case passed.
    public let mismatches: [RouteTestMismatch]

    /// Whether the case passed.
    public var isPassed: Bool { mismatches.isEmpty }
}
