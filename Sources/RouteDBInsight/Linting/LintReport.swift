public import RouteDBRouting

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

/// Collects findings: keeps the requested ones up to the limit, and counts the rest.
struct LintCollector {
    private let options: LintOptions
    private let suppressions: [LintCode: [LintSuppression]]
    private(set) var findings: [LintFinding] = []
    private(set) var suppressed: [LintReport.Suppressed] = []
    private(set) var counts: [LintCode: LintReport.Count] = [:]
    /// The suppressions that covered a finding.
    private(set) var used: Set<Int64> = []
    private var listed: [LintCode: Int] = [:]

    init(_ options: LintOptions, suppressions: [LintSuppression]) {
        self.options = options
        self.suppressions = Dictionary(grouping: suppressions, by: \.code)
    }

    /// Whether findings with this code were requested.
    func wants(_ code: LintCode) -> Bool { options.codes.contains(code) }

    /// Adds a finding that needs no URL as proof.
    mutating func add(_ finding: LintFinding) {
        add(finding, proof: \.self)
    }

    /// Adds a finding that must be proved by a URL, and drops it if there is no such URL.
    ///
    /// - Returns: Whether the finding was added.
    @discardableResult
    mutating func add(_ finding: LintFinding, witness: () -> LintWitness?) -> Bool {
        let proof = { (finding: LintFinding) -> LintFinding? in
            guard let found = witness() else { return nil }
            var finding = finding
            finding.witness = found
            return finding
        }
        return add(finding, proof: proof)
    }

    /// Adds a finding after proving it; only findings that will be listed are proved.
    ///
    /// - Parameters:
    ///   - finding: The finding.
    ///   - proof: Returns the finding with its proof filled in, or `nil` if it does not hold.
    /// - Returns: Whether the finding was added.
    @discardableResult
    mutating func add(
        _ finding: LintFinding, proof: (LintFinding) -> LintFinding?
    ) -> Bool {
        guard wants(finding.code) else { return false }
        if let namespace = options.namespace, finding.namespace != namespace { return false }
        let cover = suppressions[finding.code]?.first { $0.covers(finding) }
        let code = finding.code
        // Findings beyond the limit are counted without proof, which may cost more than finding
        // them.
        let isListed = listed[code, default: 0] < options.limit.asLimit
        if isListed {
            guard let proved = proof(finding) else { return false }
            listed[code, default: 0] += 1
            if let cover {
                suppressed.append(LintReport.Suppressed(finding: proved, suppression: cover))
            } else {
                findings.append(proved)
            }
        }
        if let cover { used.insert(cover.id) }
        var count = counts[code] ?? LintReport.Count(code: code)
        if cover != nil {
            count.suppressed += 1
        } else {
            count.found += 1
            count.highestSeverity = min(count.highestSeverity ?? finding.severity, finding.severity)
        }
        counts[code] = count
        return true
    }
}
