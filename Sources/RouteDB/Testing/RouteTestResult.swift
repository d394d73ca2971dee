public import RouteDBRouting

/// What became of one case.
public struct RouteTestResult: Sendable {
    /// The case.
    public let testCase: RouteTestCase
    /// What its request resolves to, with the time that it was given.
    public let resolution: Resolution
    /// What is not as expected; empty: the case passed.
    public let mismatches: [RouteTestMismatch]

    /// Whether all is as expected.
    public var isPassed: Bool { mismatches.isEmpty }
}
