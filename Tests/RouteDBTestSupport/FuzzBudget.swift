import Foundation

/// How much longer than by default the fuzz tests run.
package enum FuzzBudget {
    /// The factor, from `ROUTEDB_FUZZ_ROUNDS`; 1 if that is not set to a positive number.
    package static let rounds: Int = {
        let text = ProcessInfo.processInfo.environment["ROUTEDB_FUZZ_ROUNDS"]
        return max(1, text.flatMap { Int($0) } ?? 1)
    }()
}
