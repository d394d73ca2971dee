/// What is looked for.
public struct LintOptions: Hashable, Sendable {
    /// The namespace that findings must be in; `nil`: any, and none.
    public var namespace: NamespaceID?
    /// The codes of findings.
    public var codes: Set<LintCode>
    /// The most findings of each code that are listed, 0 being all; the others are counted.
    public var limit: Int

    /// Makes options.
    ///
    /// - Parameters:
    ///   - namespace: The namespace that findings must be in; `nil`: any, and none.
    ///   - codes: The codes of findings.
    ///   - limit: The most findings of each code that are listed, 0 being all.
    public init(
        namespace: NamespaceID? = nil, codes: Set<LintCode> = Set(LintCode.allCases),
        limit: Int = 200
    ) {
        self.namespace = namespace
        self.codes = codes
        self.limit = limit
    }
}
