import RouteDB

/// What running a case came to.
struct CaseResult: Sendable {
    enum Outcome: Sendable {
        /// Every key holds.
        case passed
        /// Some do not.
        case failed([Mismatch])
        /// Some do not, on purpose.
        case different(Difference)
    }

    let test: ConformanceCase
    let outcome: Outcome
    /// What explanations of the case's URLs say otherwise than the registry does.
    let misexplained: [String]

    init(_ test: ConformanceCase, _ observation: Observation) {
        let comparison = Comparison(test.expect, with: observation)
        misexplained = observation.misexplained
        self.test = test
        if comparison.mismatches.isEmpty {
            outcome = .passed
        } else {
            let failed = FailedCase(
                test: test, refusals: observation.refusals, facts: observation.facts,
                keys: Set(comparison.mismatches.map(\.key)))
            outcome =
                Difference.covering(failed).map { .different($0) }
                ?? .failed(comparison.mismatches)
        }
    }

    /// A case that could not be run.
    init(_ test: ConformanceCase, brokenBy error: any Error) {
        self.test = test
        misexplained = []
        outcome = .failed([Mismatch(key: "run", expected: "an answer", got: .string("\(error)"))])
    }

    /// The case with what is wrong about it; `nil` unless it failed.
    var failure: String? {
        guard case .failed(let mismatches) = outcome else { return nil }
        return "\(test.id) (\(test.what)) \(mismatches.map(\.description).joined(separator: "; "))"
    }
}
