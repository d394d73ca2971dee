/// What ``RegistrySnapshot/lint(at:options:)`` looks for.
public struct LintOptions: Hashable, Sendable {
    /// Restricts the findings to one namespace, or `nil` for all findings.
    public var namespace: NamespaceID?
    /// The codes to look for.
    public var codes: Set<LintCode>
    /// The most findings listed for each code, or 0 to list all; findings beyond it are only
    /// counted.
    public var limit: Int

    /// Creates lint options.
    ///
    /// - Parameters:
    ///   - namespace: Restricts the findings to one namespace, or `nil` for all findings.
    ///   - codes: The codes to look for.
    ///   - limit: The most findings listed for each code, or 0 to list all.
    public init(
        namespace: NamespaceID? = nil, codes: Set<LintCode> = Set(LintCode.allCases),
        limit: Int = 200
    ) {
        self.namespace = namespace
        self.codes = codes
        self.limit = limit
    }
}
