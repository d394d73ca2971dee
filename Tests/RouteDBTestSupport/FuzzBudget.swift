import Foundation

/// How much longer than usual the fuzz tests run.
package enum FuzzBudget {
    /// The factor, from `ROUTEDB_FUZZ_ROUNDS`; 1 where that is absent or no positive number.
    package static let rounds: Int = {
        let text = ProcessInfo.processInfo.environment["ROUTEDB_FUZZ_ROUNDS"]
        return max(1, text.flatMap { Int($0) } ?? 1)
    }()
}
