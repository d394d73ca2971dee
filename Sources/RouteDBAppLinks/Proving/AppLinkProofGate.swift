/// Which differences between a file and the routes fail, as in continuous integration.
public struct AppLinkProofGate: Hashable, Sendable {
    /// The verdicts that fail: `wider` and `narrower` also where a file is both, or where it is undecided
    /// whether it is the other too, and `different` only where it is both.
    public var failing: Set<AppLinkProof.Verdict>
    /// True if a component that is wider by the types of values only does not fail.
    public var acceptsTypes: Bool

    /// The verdicts that can fail: all but `exact`.
    public static let verdicts = AppLinkProof.Verdict.allCases.filter { $0 != .exact }

    /// Creates a gate.
    ///
    /// - Parameters:
    ///   - failing: The verdicts that fail; all but `exact`, by default.
    ///   - acceptsTypes: Whether what is wider by the types of values only does not fail.
    public init(
        failing: some Sequence<AppLinkProof.Verdict> = verdicts, acceptsTypes: Bool = false
    ) {
        self.failing = Set(failing)
        self.acceptsTypes = acceptsTypes
    }

    /// Returns whether a proof fails.
    public func fails(_ proof: AppLinkProof) -> Bool {
        switch acceptsTypes ? proof.verdictIgnoringTypes : proof.verdict {
        case .exact: false
        case .different: !failing.isDisjoint(with: [.wider, .narrower, .different])
        case .undecided: failing.contains(.undecided) || !failing.isDisjoint(with: shown(proof))
        case let verdict: failing.contains(verdict)
        }
    }

    /// Returns the verdicts of a proof that links show, whatever is undecided.
    private func shown(_ proof: AppLinkProof) -> Set<AppLinkProof.Verdict> {
        let components = proof.components.filter { !acceptsTypes || !$0.isWiderByTypesOnly }
        let verdicts = components.map(\.verdict) + proof.routes.map(\.verdict)
        return Set(verdicts.filter { $0 == .wider || $0 == .narrower })
    }
}
