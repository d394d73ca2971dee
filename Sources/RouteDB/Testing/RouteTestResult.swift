public import RouteDBRouting

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
