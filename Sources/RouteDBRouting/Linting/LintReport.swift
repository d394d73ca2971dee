/// What was found in a registry.
public struct LintReport: Hashable, Sendable {
    /// How many findings of a code there are.
    public struct Count: Hashable, Sendable {
        /// The code.
        public let code: LintCode
        /// How many are not suppressed, listed or not.
        public var found = 0
        /// How many are suppressed.
        public var suppressed = 0
        /// The gravest severity of those that are not suppressed.
        public var gravest: LintSeverity?
    }

    /// A finding that is suppressed, and by what.
    public struct Suppressed: Hashable, Sendable {
        /// The finding.
        public let finding: LintFinding
        /// The first suppression that covers it.
        public let suppression: LintSuppression
    }

    /// The revision of the registry.
    public let revision: Int64
    /// The findings, the gravest first.
    public internal(set) var findings: [LintFinding] = []
    /// The findings that are suppressed, in the same order.
    public internal(set) var suppressed: [Suppressed] = []
    /// How many findings of each code there are, for the codes that have any.
    public internal(set) var counts: [Count] = []
    /// Whether so many routes overlap that not all of it was looked at: there may be more findings
    /// of the codes `unreachable`, `ambiguous` and `crossing`.
    public internal(set) var isBounded = false

    /// Whether something was found, and not suppressed, that is as grave as this or graver.
    public func has(_ severity: LintSeverity) -> Bool {
        counts.contains { $0.gravest.map { $0 <= severity } ?? false }
    }

    /// How many findings are not suppressed.
    public var total: Int { counts.reduce(0) { $0 + $1.found } }
}
