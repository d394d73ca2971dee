/// The result of linting a registry.
public struct LintReport: Hashable, Sendable {
    /// The number of findings with one code.
    public struct Count: Hashable, Sendable {
        /// The code.
        public let code: LintCode
        /// The number of findings that are not suppressed, listed or not.
        public var found = 0
        /// The number of suppressed findings.
        public var suppressed = 0
        /// The highest severity among the findings that are not suppressed.
        public var highestSeverity: LintSeverity?
    }

    /// A suppressed finding, with the suppression that covers it.
    public struct Suppressed: Hashable, Sendable {
        /// The finding.
        public let finding: LintFinding
        /// The first suppression that covers it.
        public let suppression: LintSuppression
    }

    /// The revision of the registry that was linted.
    public let revision: Int64
    /// The findings, the most serious first.
    public internal(set) var findings: [LintFinding] = []
    /// The suppressed findings, the most serious first.
    public internal(set) var suppressed: [Suppressed] = []
    /// The number of findings for each code that has any.
    public internal(set) var counts: [Count] = []
    /// Whether lint stopped early because too many routes overlap: there may be more findings with
    /// the codes `unreachable`, `ambiguous` and `crossing`.
    public internal(set) var isBounded = false

    /// Returns whether any finding that is not suppressed has at least this severity.
    public func has(_ severity: LintSeverity) -> Bool {
        counts.contains { $0.highestSeverity.map { $0 <= severity } ?? false }
    }

    /// The number of findings that are not suppressed.
    public var total: Int { counts.reduce(0) { $0 + $1.found } }
}
