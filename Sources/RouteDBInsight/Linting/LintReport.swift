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
        /// The number of findings that are not suppressed, by severity.
        package var severities: [LintSeverity: Int] = [:]
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
    /// True if lint stopped early because too many routes overlap: there may be more findings with
    /// the codes `unreachable`, `ambiguous` and `crossing`.
    public internal(set) var isBounded = false

    /// Returns whether any finding that is not suppressed has at least this severity.
    public func has(_ severity: LintSeverity) -> Bool {
        counts.contains { $0.highestSeverity.map { $0 <= severity } ?? false }
    }

    /// The number of findings that are not suppressed.
    public var total: Int { counts.reduce(0) { $0 + $1.found } }

    /// The findings with a code, the suppressed ones too; `nil` if the limit left some out.
    package func all(_ code: LintCode) -> [LintFinding]? {
        let listed = (findings + suppressed.map(\.finding)).filter { $0.code == code }
        let count = counts.first { $0.code == code }.map { $0.found + $0.suppressed } ?? 0
        return listed.count == count ? listed : nil
    }
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

    /// Returns whether findings with this code were requested.
    func wants(_ code: LintCode) -> Bool { options.codes.contains(code) }

    /// Adds a finding that needs no URL as proof.
    mutating func add(_ finding: LintFinding) {
        add(finding, proof: \.self)
    }

    /// Adds a finding that must be proved by a URL, and drops it if there is no such URL.
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
            count.severities[finding.severity, default: 0] += 1
            count.highestSeverity = min(count.highestSeverity ?? finding.severity, finding.severity)
        }
        counts[code] = count
        return true
    }
}

/// A problem, or a possible one, that lint found in a registry.
public struct LintFinding: Hashable, Sendable {
    /// The kind of the finding.
    public let code: LintCode
    /// How serious the finding is.
    public let severity: LintSeverity
    /// The namespace that the finding is in, or `nil` if it is in none.
    public let namespace: NamespaceID?
    /// The routes involved, the one with the problem first.
    public let routes: [RouteID]
    /// The names involved: of a parameter, default value, converter, group or key.
    public let names: [String]
    /// The access rule involved, if any.
    public let rule: RuleID?
    /// A one-sentence description of the problem.
    public let message: String
    /// The URL that proves the finding, or `nil` if the finding concerns no URL.
    public internal(set) var witness: LintWitness?
    /// Alternative command lines, each of which fixes the problem.
    public internal(set) var fixes: [String]

    init(
        _ code: LintCode, severity: LintSeverity? = nil, in namespace: NamespaceID? = nil,
        routes: [RouteID] = [], names: [String] = [], rule: RuleID? = nil, _ message: String,
        witness: LintWitness? = nil, fixes: [String] = []
    ) {
        self.code = code
        self.severity = severity ?? code.severity
        self.namespace = namespace
        self.routes = routes
        self.names = names
        self.rule = rule
        self.message = message
        self.witness = witness
        self.fixes = fixes
    }

    /// Sorts findings by severity, then by code, then by the routes and rules involved.
    static func precedes(_ left: LintFinding, _ right: LintFinding) -> Bool {
        if left.severity != right.severity { return left.severity < right.severity }
        if left.code != right.code { return left.code.rawValue < right.code.rawValue }
        if left.routes != right.routes {
            return left.routes.lexicographicallyPrecedes(right.routes)
        }
        if left.rule != right.rule {
            return (left.rule?.rawValue ?? 0) < (right.rule?.rawValue ?? 0)
        }
        return left.message.utf8.lexicographicallyPrecedes(right.message.utf8)
    }

    /// A hash that stays the same while the finding concerns the same code, namespace, routes, rule
    /// and names, whatever its message says; lets programs compare reports.
    public var fingerprint: UInt64 {
        var text = "\(code.rawValue)|\(namespace?.rawValue ?? 0)|\(rule?.rawValue ?? 0)"
        for route in routes { text += "|#\(route.rawValue)" }
        for name in names { text += "|\(name)" }
        return StableHash.hash(text.utf8)
    }
}

/// The findings that `RegistrySnapshot.lint(at:options:)` looks for.
public struct LintOptions: Hashable, Sendable {
    /// Restricts the findings to one namespace, or `nil` for all findings.
    public var namespace: NamespaceID?
    /// The codes to look for.
    public var codes: Set<LintCode>
    /// The most findings listed for each code, or 0 to list all; findings beyond it are only
    /// counted.
    public var limit: Int
    /// The kinds of the requests that a history has; empty, and then `kind-unused` is not looked for, if
    /// there is no history, or if its requests have no kinds.
    public var requestKinds: Set<String> = []

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

/// A URL that proves a finding, as confirmed by the matcher.
public struct LintWitness: Hashable, Sendable {
    /// The URL as written.
    public let url: String
    /// The namespace to resolve the URL in, or `nil` if the URL is bound to the right one.
    public let namespace: String?
    /// The routes of the finding that the URL matches, the highest-ranked first.
    ///
    /// For an unreachable route, the first one is the route that is matched in its place.
    public let routes: [RouteID]
}

extension LintSuppression {
    /// Returns whether this suppression applies to a finding.
    public func covers(_ finding: LintFinding) -> Bool {
        guard finding.code == code, namespace == nil || finding.namespace == namespace else {
            return false
        }
        for wanted in [route, other] {
            if let wanted, !finding.routes.contains(wanted) { return false }
        }
        guard let name else { return true }
        return finding.rule.map { String($0.rawValue) } == name
            || finding.names.contains { $0.utf8.elementsEqual(name.utf8) }
    }
}
