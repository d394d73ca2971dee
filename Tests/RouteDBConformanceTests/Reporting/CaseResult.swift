import RouteDB

/// What running a case came to.
struct CaseResult: Sendable {
    enum Outcome: Sendable {
        /// Every key that could be compared holds.
        case passed
        /// Some do not.
        case failed([Mismatch])
        /// Some do not, on purpose.
        case different(Difference)
        /// Nothing could be compared: the case is about what follows the matching.
        case left
    }

    let test: ConformanceCase
    let outcome: Outcome
    /// The expected keys that were not compared.
    let leftKeys: [String]

    init(_ test: ConformanceCase, _ observation: Observation) {
        let comparison = Comparison(test.expect, with: observation)
        self.test = test
        leftKeys = comparison.left
        if comparison.asserted.isEmpty {
            outcome = .left
        } else if comparison.mismatches.isEmpty {
            outcome = .passed
        } else {
            let failed = FailedCase(test: test, refusals: observation.refusals)
            outcome =
                Difference.covering(failed).map { .different($0) }
                ?? .failed(comparison.mismatches)
        }
    }

    /// A case that could not be run.
    init(_ test: ConformanceCase, brokenBy error: any Error) {
        self.test = test
        leftKeys = []
        outcome = .failed([Mismatch(key: "run", expected: "an answer", got: .string("\(error)"))])
    }

    /// The case with what is wrong about it; `nil` unless it failed.
    var failure: String? {
        guard case .failed(let mismatches) = outcome else { return nil }
        return "\(test.id) (\(test.what)) \(mismatches.map(\.description).joined(separator: "; "))"
    }
}
